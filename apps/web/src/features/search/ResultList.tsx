import type { SearchResult } from '@simiente/contract/search';
import { IconBuildingHospital, IconClipboardList, IconMapPin } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { DateText } from '../../ui/page/DateText.tsx';
import { PersonAvatar } from '../../ui/status/PersonAvatar.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { PartnerTypeTag } from '../partners/public.ts';
import { patientStatus } from '../patients/public.ts';
import { markMatches } from './mark-matches.ts';
import rowClasses from './OptionRow.module.css';
import classes from './ResultList.module.css';
import { detailOf } from './result-detail.ts';
import { kindNames, type Option, type Section } from './sections.ts';

interface ResultListProps {
  id: string;
  sections: readonly Section[];
  /** Text to highlight. */
  term: string;
  /** Whether the results belong to a previous text. */
  isStale: boolean;
  activeId: string | undefined;
  onPoint: (option: Option) => void;
  onOpen: (option: Option) => void;
}

/** Results by section. Options take no focus: the field names the active one. */
export function ResultList(props: ResultListProps) {
  const { id, sections, term, isStale, activeId, onPoint, onOpen } = props;
  return (
    <div id={id} role="listbox" aria-label="Resultados" className={classes.list}>
      {sections.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped, not fields.
        <div
          key={section.id}
          role="group"
          aria-labelledby={`${id}-${section.id}`}
          data-stale={(isStale && section.id !== 'pages') || undefined}
          className={classes.section}
        >
          <div id={`${id}-${section.id}`} role="presentation" className={classes.title}>
            {section.title}
            {section.hasMore && (
              <span className={classes.more}>, hay más: escribe otra palabra</span>
            )}
          </div>
          {section.options.map((option) => (
            <OptionRow
              key={option.id}
              option={option}
              term={term}
              isMixed={section.id === 'recent'}
              isActive={option.id === activeId}
              onPoint={onPoint}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionRowProps {
  option: Option;
  term: string;
  /** Shows the kind, in a list of several kinds. */
  isMixed: boolean;
  isActive: boolean;
  onPoint: (option: Option) => void;
  onOpen: (option: Option) => void;
}

/** One result, as a link, so that it can also be opened in a new tab. */
export function OptionRow({ option, term, isMixed, isActive, onPoint, onOpen }: OptionRowProps) {
  function follow(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(option);
  }
  return (
    <a
      id={option.id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={option.path}
      draggable={false}
      className={rowClasses.row}
      // The field keeps the focus. On mouse move, not enter: a list that scrolls under a resting pointer must not change the active option.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={isActive ? undefined : () => onPoint(option)}
      onClick={follow}
    >
      {'page' in option ? (
        <>
          <span className={rowClasses.icon}>
            <option.page.icon size={19} stroke={1.7} aria-hidden />
          </span>
          <span className={rowClasses.name}>{option.page.label}</span>
        </>
      ) : (
        <RecordWords option={option} term={term} isMixed={isMixed} />
      )}
    </a>
  );
}

function RecordWords({
  option: { result },
  term,
  isMixed,
}: {
  option: Extract<Option, { result: unknown }>;
  term: string;
  isMixed: boolean;
}) {
  const detail = detailOf(result, term);
  return (
    <>
      {result.kind === 'patient' || result.kind === 'prospect' || result.kind === 'doctor' ? (
        <PersonAvatar
          name={result.name}
          size={28}
          tone={result.kind === 'doctor' ? 'staff' : 'neutral'}
        />
      ) : (
        <RecordIcon kind={result.kind} />
      )}
      <span className={rowClasses.words}>
        <span
          className={result.kind === 'exam_order' ? rowClasses.folio : rowClasses.name}
          title={result.name}
        >
          <MarkedText text={result.name} term={term} />
        </span>{' '}
        {isMixed && <span className={rowClasses.kind}>{kindNames[result.kind]}</span>}
        {detail && (
          <span className={rowClasses.detail}>
            <MarkedText text={detail} term={term} />
          </span>
        )}
      </span>{' '}
      <span className={rowClasses.facts}>
        <ResultFacts result={result} />
      </span>
    </>
  );
}

/** A text with the match highlighted; screen readers read it as one. */
export function MarkedText({ text, term }: { text: string; term: string }) {
  return markMatches(text, term).map((part) =>
    part.isMatch ? (
      <span key={part.at} className={classes.match}>
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}

/** A fact that distinguishes a record from others of its name. */
export function ResultFacts({ result }: { result: SearchResult }) {
  switch (result.kind) {
    case 'exam_order':
      return <DateText value={result.createDate} />;
    case 'patient': {
      const { tone, tag } = patientStatus(result.status);
      return <StatusPill tone={tone} label={tag} />;
    }
    case 'doctor':
      return result.isRetired ? 'Inactivo' : result.specialty;
    case 'partner':
      return <PartnerTypeTag type={result.type} />;
    case 'branch':
      return result.partner.name;
    case 'prospect':
      return <DateText value={result.createDate} locale="es" missing="N/A" />;
  }
}

const icons = {
  exam_order: IconClipboardList,
  partner: IconBuildingHospital,
  branch: IconMapPin,
};

/** Replaces the avatar for records that are not people. */
export function RecordIcon({ kind }: { kind: keyof typeof icons }) {
  const Icon = icons[kind];
  return (
    <span className={rowClasses.icon}>
      <Icon size={19} stroke={1.7} aria-hidden />
    </span>
  );
}
