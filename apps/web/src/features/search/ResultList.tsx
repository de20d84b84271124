import { UnstyledButton } from '@mantine/core';
import type { SearchResult } from '@simiente/contract/search/calls';
import { IconBuildingHospital, IconClipboardList, IconMapPin } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { KeyCap, useShortcutsEnabled } from '../../ui/layout/shortcuts.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { PersonAvatar } from '../../ui/status/person.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { PartnerTypeTag } from '../partners/public.ts';
import { patientStatus } from '../patients/public.ts';
import type { CommandOption } from './commands.ts';
import { hasSome, markMatches, missingWords } from './mark-matches.ts';
import rowClasses from './OptionRow.module.css';
import classes from './ResultList.module.css';
import { kindNames, type Option, type RecordOption, type Section } from './sections.ts';

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

/** Results by section. Focus stays in the search field, which names the active option. */
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
          data-stale={(isStale && !isCommandSection(section)) || undefined}
          className={classes.section}
        >
          <div id={`${id}-${section.id}`} role="presentation" className={classes.title}>
            {section.title}
            {section.hasMore && (
              <span className={classes.more}>, hay más; agrega otra palabra</span>
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

/** One result, as a link, so that it can also be opened in a new tab; a command that acts is a button. */
function OptionRow({ option, term, isMixed, isActive, onPoint, onOpen }: OptionRowProps) {
  const shared = {
    id: option.id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className: rowClasses.row,
    // preventDefault keeps the focus in the field.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    // On move, not enter: scrolling under a resting pointer must not change the active option.
    onMouseMove: isActive ? undefined : () => onPoint(option),
  };
  if ('act' in option) {
    return (
      <UnstyledButton {...shared} onClick={() => onOpen(option)}>
        <CommandWords option={option} />
      </UnstyledButton>
    );
  }
  function follow(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(option);
  }
  return (
    <a {...shared} href={option.path} draggable={false} onClick={follow}>
      {'result' in option ? (
        <RecordWords option={option} term={term} isMixed={isMixed} />
      ) : (
        <CommandWords option={option} />
      )}
    </a>
  );
}

function CommandWords({ option: { icon: Icon, label, keys = [] } }: { option: CommandOption }) {
  const [areKeysEnabled] = useShortcutsEnabled();
  return (
    <>
      <span className={rowClasses.icon}>
        <Icon size={19} stroke={1.7} aria-hidden />
      </span>
      <span className={rowClasses.name}>{label}</span>
      {areKeysEnabled && keys.length > 0 && (
        <span className={rowClasses.keys} aria-hidden>
          {keys.map((key) => (
            <KeyCap key={key}>{key}</KeyCap>
          ))}
        </span>
      )}
    </>
  );
}

function isCommandSection({ id }: Section): boolean {
  return id === 'actions' || id === 'pages' || id === 'app';
}

function RecordWords({
  option: { result },
  term,
  isMixed,
}: {
  option: RecordOption;
  term: string;
  isMixed: boolean;
}) {
  const detail = formatDetail(result, term);
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
function MarkedText({ text, term }: { text: string; term: string }) {
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
function ResultFacts({ result }: { result: SearchResult }) {
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

/** Replaces the avatar for records of things. */
function RecordIcon({ kind }: { kind: keyof typeof icons }) {
  const Icon = icons[kind];
  return (
    <span className={rowClasses.icon}>
      <Icon size={19} stroke={1.7} aria-hidden />
    </span>
  );
}

/** Patient and branch of an order; for a person, the text that matched besides the name. */
export function formatDetail(result: SearchResult, term: string): string | null {
  if (result.kind === 'exam_order') return `${result.patient.name} · ${result.branch.name}`;
  const missing = missingWords(result.name, term);
  const { email, phone, reason } = { email: null, phone: null, reason: null, ...result };
  return [email, phone, reason].find((text) => text !== null && hasSome(text, missing)) ?? null;
}
