import {
  Modal,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { queries } from '../../lib/api/client.ts';
import { formatCount, pluralize } from '../../lib/format/numbers.ts';
import { isMac } from '../../lib/is-mac.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { HOLDS_FOCUS, useOpenAfterMount } from '../../ui/focus.ts';
import { KeyCap } from '../../ui/layout/shortcuts.tsx';
import { withSearchText } from '../records/public.ts';
import { useMay } from '../session/public.ts';
import { type Act, commandSections, type MenuPage } from './commands.ts';
import { ResultList } from './ResultList.tsx';
import { SearchField, useActiveOption } from './SearchField.tsx';
import classes from './SearchModal.module.css';
import { type Option, recordSections, type Section } from './sections.ts';

interface SearchModalProps {
  opened: boolean;
  onClose: () => void;
  menuPages: readonly MenuPage[];
  typed: string;
  onType: (typed: string) => void;
  /** A command that is not the search's own. */
  onAct: (act: Exclude<Act, 'theme'>) => void;
}

/** Dialog of the global search. A lazy chunk, loaded when it opens. */
export default function SearchModal({ opened, onClose, ...field }: SearchModalProps) {
  const [isResultOpened, setResultOpened] = useState(false);
  // On the first use it opens when its code has loaded.
  const isShown = useOpenAfterMount(opened);

  function leave() {
    setResultOpened(true);
    onClose();
    // A new page takes the focus itself; a page that is already open gets it here.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }

  return (
    <Modal
      opened={isShown}
      onClose={onClose}
      onEnterTransitionEnd={() => setResultOpened(false)}
      returnFocus={!isResultOpened}
      centered={false}
      withCloseButton={false}
      size={600}
      yOffset="var(--search-top)"
      xOffset={12}
      classNames={{ root: classes.root, content: classes.content, body: classes.body }}
      attributes={{
        content: { 'aria-label': 'Buscar en Simiente', [HOLDS_FOCUS]: opened || undefined },
      }}
    >
      <SearchBody {...field} onClose={onClose} onLeave={leave} />
    </Modal>
  );
}

/** Commands shown under results, which are what was searched for. */
const MOST_UNDER_RESULTS = 3;

function limitCommands(sections: readonly Section[], isLimited: boolean): readonly Section[] {
  if (!isLimited) return sections;
  let left = MOST_UNDER_RESULTS;
  return sections.flatMap((section) => {
    const options = section.options.slice(0, left);
    left -= options.length;
    return options.length === 0 ? [] : [{ ...section, options }];
  });
}

const LIST_ID = 'busqueda-resultados';

interface SearchBodyProps {
  menuPages: readonly MenuPage[];
  typed: string;
  onType: (typed: string) => void;
  onAct: SearchModalProps['onAct'];
  onClose: () => void;
  /** Called when a result is opened. */
  onLeave: () => void;
}

/** Field and results, as a combobox whose list is always open. */
export function SearchBody(props: SearchBodyProps) {
  const { menuPages, typed, onType, onAct, onClose, onLeave } = props;
  const { history } = useRouter();
  const { text, answer, isSettled, error, retry } = useSearch(typed);

  const records = recordSections(answer, text);
  const theme = useThemeSwitch();
  const record = useParams({ strict: false });
  const commands = commandSections(menuPages, typed.trim(), theme.isDark, useMay(), record);
  // Commands whose name begins with the text come first: 'tema' is a command before it is a part of Montemayor.
  const sections: readonly Section[] = [
    ...commands.sections.slice(0, commands.begun),
    ...records,
    ...limitCommands(commands.sections.slice(commands.begun), records.length > 0),
  ];
  // Enter opens the first result of the current text, never one of a previous answer.
  const isAnyFound = records.length > 0 || commands.isNamed;
  const first = isAnyFound ? sections[0]?.options[0] : undefined;
  const active = useActiveOption(sections, isSettled || commands.begun > 0 ? first : undefined);

  function open(option: Option, newTab = false) {
    if (!('act' in option)) {
      if (newTab) return window.open(option.path, '_blank', 'noopener');
      onLeave();
      const text = 'result' in option ? option.searchText : '';
      return history.push(option.path, withSearchText(text)({}));
    }
    if (option.act === 'theme') {
      onClose();
      return theme.toggle();
    }
    onLeave();
    onAct(option.act);
  }

  // Enter before the answer opens its first result when it arrives.
  const [isEnterPending, setEnterPending] = useState(false);
  const openPending = useEffectEvent(() => {
    setEnterPending(false);
    if (first) open(first);
  });
  useEffect(() => {
    if (isEnterPending && isSettled) openPending();
  }, [isEnterPending, isSettled]);

  return (
    <>
      <SearchField
        value={typed}
        onChange={(value) => {
          onType(value);
          setEnterPending(false);
          active.reset();
        }}
        listId={LIST_ID}
        activeId={active.option?.id}
        isBusy={!isSettled && error === null}
        onMove={active.move}
        onEnter={(newTab) =>
          active.option ? open(active.option, newTab) : setEnterPending(!isSettled)
        }
        onClose={onClose}
      />
      <div className={classes.found}>
        {error && <SearchFailure message={error.message} onRetry={retry} />}
        {isSettled && text !== '' && !isAnyFound && <NothingFound text={text} />}
        <ResultList
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
      <VisuallyHidden role="status">
        {isSettled && describeFound(commands.isNamed ? sections : records, text)}
      </VisuallyHidden>
    </>
  );
}

/** Key hints, hidden from screen readers, which know the keys of a combobox. */
function SearchFoot() {
  return (
    <div className={classes.foot} aria-hidden>
      <span className={classes.hint}>
        <KeyCap>↑↓</KeyCap> Moverse
      </span>
      <span className={classes.hint}>
        <KeyCap>Enter</KeyCap> Abrir
      </span>
      <span className={classes.hint}>
        <KeyCap>{`${isMac ? '⌘' : 'Ctrl'} Enter`}</KeyCap> Abrir en otra pestaña
      </span>
    </div>
  );
}

function NothingFound({ text }: { text: string }) {
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

function useThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return { isDark, toggle: () => setColorScheme(isDark ? 'light' : 'dark') };
}

/** Announcement for screen readers once an answer arrives. */
export function describeFound(records: readonly Section[], text: string): string {
  const count = records.reduce((sum, { options }) => sum + options.length, 0);
  if (text === '') return count === 0 ? '' : `${formatCount(count)} recientes`;
  if (count === 0) return `Sin resultados para ${text}`;
  const parts = records.map(
    ({ title, options, hasMore }) =>
      `${title} ${formatCount(options.length)}${hasMore ? ' o más' : ''}`,
  );
  return `${pluralize(count, ['resultado', 'resultados'])}: ${parts.join(', ')}`;
}

/** Milliseconds without typing before a request. */
const PAUSE = 150;

/**
 * Results of a text. Each text has its own query, so that a late answer is never shown for another
 * text; until it arrives the previous results stay, and `isSettled` is false.
 */
export function useSearch(typed: string) {
  const text = typed.trim();
  const [paused] = useDebouncedValue(text, PAUSE);
  // An empty text needs no debounce: recent records are shown at once.
  const requestedText = text === '' ? '' : paused;
  const query = useQuery(
    queries.search.find.queryOptions({
      input: { text: requestedText },
      staleTime: 0,
      gcTime: 60_000,
      placeholderData: keepPreviousData,
    }),
  );
  const isCurrent = requestedText === text && !query.isPlaceholderData;
  return {
    /** Text of the request; may lag behind the typed one. */
    text: requestedText,
    answer: query.data?.data,
    isSettled: isCurrent && query.isSuccess,
    error: requestedText === text && query.isError ? query.error : null,
    retry: () => void query.refetch(),
  };
}
