import { UnstyledButton } from '@mantine/core';
import type { SearchKind, SearchResult } from '@simiente/contract/search/calls';
import {
  IconBuildingHospital,
  IconClipboardList,
  IconMapPin,
  type TablerIcon,
} from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { KeyCap, useShortcutsEnabled } from '../../ui/layout/shortcuts.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { PersonAvatar } from '../../ui/status/person.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { PartnerTypeTag } from '../partners/public.ts';
import { patientStatus } from '../patients/public.ts';
import type { Command } from './commands.ts';
import { findMissingWords, hasWord, markMatches } from './mark-matches.ts';
import classes from './ResultList.module.css';
import { kinds, type Option, type RecordOption, type Section } from './records.ts';

interface ResultListProps {
  id: string;
  sections: readonly Section[];
  /** Text to highlight. */
  term: string;
  /** Whether the records belong to a previous text. */
  isStale: boolean;
  activeId: string | undefined;
  onHover: (option: Option) => void;
  onOpen: (option: Option) => void;
}

/** Results by section. Focus stays in the search field, which names the active option. */
export function ResultList({ id, sections, isStale, activeId, ...rowProps }: ResultListProps) {
  return (
    <div id={id} role="listbox" aria-label="Resultados" className={classes.list}>
      {sections.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped, not fields.
        <div
          key={section.id}
          role="group"
          aria-labelledby={`${id}-${section.id}`}
          data-stale={
            (isStale && section.options.some((option) => 'result' in option)) || undefined
          }
          className={classes.section}
        >
          <div id={`${id}-${section.id}`} role="presentation" className={classes.title}>
            {section.title}
            {section.hasMore && ', hay más; agrega otra palabra'}
          </div>
          {section.options.map((option) => (
            <OptionRow
              key={option.id}
              option={option}
              isMixed={section.id === 'recent'}
              isActive={option.id === activeId}
              {...rowProps}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionRowProps extends Pick<ResultListProps, 'term' | 'onHover' | 'onOpen'> {
  option: Option;
  /** Shows the kind, in a list of several kinds. */
  isMixed: boolean;
  isActive: boolean;
}

/** One result, as a link, so that it can also be opened in a new tab. A command without a page is a button. */
function OptionRow({ option, term, isMixed, isActive, onHover, onOpen }: OptionRowProps) {
  const isLink = option.target.startsWith('/');
  function follow(event: MouseEvent) {
    if (isLink && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    onOpen(option);
  }
  return (
    <UnstyledButton
      {...(isLink && { component: 'a', href: option.target, draggable: false })}
      id={option.id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.row}
      // preventDefault keeps the focus in the field.
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      // `onMouseEnter` would also fire when the list scrolls under a resting pointer.
      onMouseMove={isActive ? undefined : () => onHover(option)}
      onClick={follow}
    >
      {'result' in option ? (
        <RecordWords option={option} term={term} isMixed={isMixed} />
      ) : (
        <CommandWords option={option} />
      )}
    </UnstyledButton>
  );
}

function RowIcon({ icon: Icon }: { icon: TablerIcon }) {
  return (
    <span className={classes.icon}>
      <Icon size={19} stroke={1.7} aria-hidden />
    </span>
  );
}

function CommandWords({ option: { icon, label, keys = [] } }: { option: Command }) {
  const [areKeysEnabled] = useShortcutsEnabled();
  return (
    <>
      <RowIcon icon={icon} />
      <span className={classes.name}>{label}</span>
      {areKeysEnabled && keys.length > 0 && (
        <span className={classes.keys} aria-hidden>
          {keys.map((key) => (
            <KeyCap key={key}>{key}</KeyCap>
          ))}
        </span>
      )}
    </>
  );
}

interface RecordWordsProps extends Pick<OptionRowProps, 'term' | 'isMixed'> {
  option: RecordOption;
}

function RecordWords({ option: { result }, term, isMixed }: RecordWordsProps) {
  const detail = formatDetail(result, term);
  return (
    <>
      <Picture result={result} />
      <span className={classes.words}>
        <span
          className={result.kind === 'exam_order' ? classes.folio : classes.name}
          title={result.name}
        >
          <MarkedText text={result.name} term={term} />
        </span>{' '}
        {isMixed && <span className={classes.kind}>{kinds[result.kind].name}</span>}
        {detail && (
          <span className={classes.detail}>
            <MarkedText text={detail} term={term} />
          </span>
        )}
      </span>{' '}
      <span className={classes.facts}>{describeFacts(result)}</span>
    </>
  );
}

const icons: Partial<Readonly<Record<SearchKind, TablerIcon>>> = {
  exam_order: IconClipboardList,
  partner: IconBuildingHospital,
  branch: IconMapPin,
};

/** The avatar of a person, or the icon of a thing. */
function Picture({ result: { kind, name } }: { result: SearchResult }) {
  const icon = icons[kind];
  if (icon) return <RowIcon icon={icon} />;
  return <PersonAvatar name={name} size={28} tone={kind === 'doctor' ? 'staff' : 'neutral'} />;
}

/** A text with the match highlighted; screen readers read it as one text. */
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

/** A fact that distinguishes a record from others with the same name. */
function describeFacts(result: SearchResult): ReactNode {
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

const noDetails = { email: null, phone: null, reason: null, earlier: null };

/** Patient and branch of an order; for a person, the matched e-mail, phone or reason. */
export function formatDetail(result: SearchResult, term: string): string | null {
  if (result.kind === 'exam_order') return `${result.patient.name} · ${result.branch.name}`;
  const { email, phone, reason, earlier } = { ...noDetails, ...result };
  const missing = findMissingWords(result.name, term);
  const isMatch = (text: string | null) =>
    text !== null && missing.some((word) => hasWord(text, word));
  return earlier === null ? ([email, phone, reason].find(isMatch) ?? null) : `antes: ${earlier}`;
}
