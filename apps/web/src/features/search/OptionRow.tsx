import type { MouseEvent } from 'react';
import { PersonAvatar } from '../../ui/status/PersonAvatar.tsx';
import { MarkedText } from './MarkedText.tsx';
import classes from './OptionRow.module.css';
import { RecordIcon, ResultFacts } from './ResultFacts.tsx';
import { detailOf } from './result-detail.ts';
import { kindNames, type Option } from './sections.ts';

interface OptionRowProps {
  option: Option;
  term: string;
  /** Among others of other kinds, it says which it is. */
  isMixed: boolean;
  isActive: boolean;
  onPoint: (option: Option) => void;
  onOpen: (option: Option) => void;
}

/** One line: a link, so that a new tab can have it too, that the list's field opens. */
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
      className={classes.row}
      // The field keeps the focus. By moving, not by lying where a line scrolls to.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={isActive ? undefined : () => onPoint(option)}
      onClick={follow}
    >
      {'place' in option ? (
        <>
          <span className={classes.icon}>
            <option.place.icon size={19} stroke={1.7} aria-hidden />
          </span>
          <span className={classes.name}>{option.place.label}</span>
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
      <span className={classes.words}>
        <span className={classes.name} title={result.name}>
          <MarkedText text={result.name} term={term} />
        </span>{' '}
        {isMixed && <span className={classes.kind}>{kindNames[result.kind]}</span>}
        {detail && (
          <span className={classes.detail}>
            <MarkedText text={detail} term={term} />
          </span>
        )}
      </span>{' '}
      <span className={classes.facts}>
        <ResultFacts result={result} />
      </span>
    </>
  );
}
