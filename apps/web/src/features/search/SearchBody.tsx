import { VisuallyHidden } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { withSearchText } from '../records/public.ts';
import type { Place } from './place.ts';
import classes from './SearchBody.module.css';
import { SearchField } from './SearchField.tsx';
import { SearchFoot } from './SearchFoot.tsx';
import { NothingFound, SearchFailure, saysFound } from './SearchStates.tsx';
import { SectionList } from './SectionList.tsx';
import { type Option, placeSection, recordSections } from './sections.ts';
import { useActiveOption } from './use-active-option.ts';
import { useSearch } from './use-search.ts';

const LIST_ID = 'busqueda-resultados';

interface SearchBodyProps {
  places: readonly Place[];
  typed: string;
  onType: (typed: string) => void;
  onClose: () => void;
  /** A line was opened. */
  onLeave: () => void;
}

/** The field, what is found, and how the keys move through it: a combobox with its list always open. */
export function SearchBody({ places, typed, onType, onClose, onLeave }: SearchBodyProps) {
  const { history } = useRouter();
  const { text, answer, isSettled, error, retry } = useSearch(typed);

  const records = recordSections(answer, text);
  const pages = placeSection(places, typed.trim());
  const sections = [...records, pages];
  // What Enter opens by itself is an answer to what is typed, never what was there before it.
  const first = records[0]?.options[0] ?? (pages.isNamed ? pages.options[0] : undefined);
  const active = useActiveOption(sections, isSettled ? first : undefined);

  function open(option: Option) {
    onLeave();
    history.push(option.path, withSearchText(option.searchText)({}));
  }

  // Whoever types a name and presses Enter at once gets the first of what comes.
  const [isAwaited, setAwaited] = useState(false);
  const openAwaited = useEffectEvent(() => {
    setAwaited(false);
    if (first) open(first);
  });
  useEffect(() => {
    if (isAwaited && isSettled) openAwaited();
  }, [isAwaited, isSettled]);

  return (
    <>
      <SearchField
        value={typed}
        onChange={(value) => {
          onType(value);
          setAwaited(false);
          active.reset();
        }}
        listId={LIST_ID}
        activeId={active.option?.id}
        isBusy={!isSettled && error === null}
        onMove={active.move}
        onEnter={() => (active.option ? open(active.option) : setAwaited(!isSettled))}
        onClose={onClose}
      />
      <div className={classes.found}>
        {error && <SearchFailure message={error.message} onRetry={retry} />}
        {isSettled && text !== '' && records.length === 0 && <NothingFound text={text} />}
        <SectionList
          id={LIST_ID}
          sections={sections}
          term={text}
          isStale={!isSettled}
          activeId={active.option?.id}
          onPoint={active.choose}
          onOpen={open}
        />
      </div>
      <SearchFoot />
      <VisuallyHidden role="status">{isSettled && saysFound(records, text)}</VisuallyHidden>
    </>
  );
}
