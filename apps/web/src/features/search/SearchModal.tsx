import { Modal, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { queries } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { useOpenedAtOnce } from '../../ui/focus/use-opened-at-once.ts';
import { withSearchText } from '../records/public.ts';
import { SectionList } from './ResultList.tsx';
import { SearchField } from './SearchField.tsx';
import classes from './SearchModal.module.css';
import { type Option, type Place, placeSection, recordSections, type Section } from './sections.ts';
import { useActiveOption } from './use-active-option.ts';

interface SearchModalProps {
  opened: boolean;
  onClose: () => void;
  places: readonly Place[];
  typed: string;
  onType: (typed: string) => void;
}

/** The global search, above whatever page one is on. A module of its own, fetched when it is opened. */
export default function SearchModal({ opened, onClose, ...field }: SearchModalProps) {
  const [hasLeft, setHasLeft] = useState(false);
  // The first time it is there as soon as its code is.
  const isShown = useOpenedAtOnce(opened);

  function leave() {
    setHasLeft(true);
    onClose();
    // The page that comes takes the focus; where one is there already, it has it from here.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }

  return (
    <Modal
      opened={isShown}
      onClose={onClose}
      onEnterTransitionEnd={() => setHasLeft(false)}
      returnFocus={!hasLeft}
      centered={false}
      withCloseButton={false}
      size={600}
      yOffset="var(--search-top)"
      xOffset={12}
      classNames={{ root: classes.root, content: classes.content, body: classes.body }}
      attributes={{ content: { 'aria-label': 'Buscar en Simiente' } }}
    >
      <SearchBody {...field} onClose={onClose} onLeave={leave} />
    </Modal>
  );
}

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

/** Which keys there are. For those who see: readers are told by the field itself. */
export function SearchFoot() {
  return (
    <div className={classes.foot} aria-hidden>
      <span className={classes.hint}>
        <kbd className={classes.key}>↑↓</kbd> Moverse
      </span>
      <span className={classes.hint}>
        <kbd className={classes.key}>Enter</kbd> Abrir
      </span>
    </div>
  );
}

export function NothingFound({ text }: { text: string }) {
  return (
    <div className={classes.state}>
      <p className={classes.title}>Sin resultados para «{text}»</p>
      <p className={classes.searchStatesHint}>
        Prueba con otra parte del nombre, con el correo, con los dígitos del teléfono o con el folio
        de una orden.
      </p>
    </div>
  );
}

export function SearchFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className={classes.state}>
      <p className={classes.title}>No se pudo buscar</p>
      <p className={classes.searchStatesHint}>{message}</p>
      <LockButton kind="default" onClick={onRetry}>
        Reintentar
      </LockButton>
    </div>
  );
}

/** What is read aloud once an answer is there: how many, of what. */
export function saysFound(records: readonly Section[], text: string): string {
  const count = records.reduce((sum, { options }) => sum + options.length, 0);
  if (text === '') return count === 0 ? '' : `${formatCount(count)} recientes`;
  if (count === 0) return `Sin resultados para ${text}`;
  const parts = records.map(
    ({ title, options, hasMore }) =>
      `${title} ${formatCount(options.length)}${hasMore ? ' o más' : ''}`,
  );
  return `${formatCount(count)} ${count === 1 ? 'resultado' : 'resultados'}: ${parts.join(', ')}`;
}

/** Milliseconds without a key after which is asked. */
const PAUSE = 150;

/**
 * What is found by a text. Each text has an answer of its own, so that one that comes late is never
 * taken for that of another; until it is there, what was found before stays, and `isSettled` is false.
 */
export function useSearch(typed: string) {
  const text = typed.trim();
  const [paused] = useDebouncedValue(text, PAUSE);
  // Nothing to look for needs no pause: what was opened last is shown at once.
  const asked = text === '' ? '' : paused;
  const query = useQuery(
    queries.search.find.queryOptions({
      input: { text: asked },
      staleTime: 0,
      gcTime: 60_000,
      placeholderData: keepPreviousData,
    }),
  );
  const isCurrent = asked === text && !query.isPlaceholderData;
  return {
    /** What the answer was asked for; it may be behind what is typed. */
    text: asked,
    answer: query.data?.data,
    isSettled: isCurrent && query.isSuccess,
    error: asked === text && query.isError ? query.error : null,
    retry: () => void query.refetch(),
  };
}
