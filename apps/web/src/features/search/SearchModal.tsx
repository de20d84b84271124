import {
  Loader,
  Modal,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { formatCount, pluralize } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { HOLDS_FOCUS, useOpenAfterMount } from '../../ui/focus.ts';
import { isMac, KeyCap } from '../../ui/layout/shortcuts.tsx';
import { useDelayed } from '../../ui/table/use-delayed.ts';
import { withSearchText } from '../records/public.ts';
import { useCan } from '../session/public.ts';
import type { RequestedDialog } from './CommandDialogs.tsx';
import { findCommands, LABEL_BEGINS, listCommands, type MenuPage } from './commands.ts';
import { ResultList } from './ResultList.tsx';
import { type Option, recordSections, type Section, useOpenRecord } from './records.ts';
import classes from './SearchModal.module.css';

interface SearchModalProps {
  opened: boolean;
  onClose: () => void;
  menuPages: readonly MenuPage[];
  /** Runs a command that opens a dialog or signs out. */
  onRun: (requested: RequestedDialog) => void;
}

/** Dialog of the global search, loaded on demand. */
export default function SearchModal({ opened, onClose, ...body }: SearchModalProps) {
  const [isResultOpened, setResultOpened] = useState(false);
  const isShown = useOpenAfterMount(opened);

  function leave() {
    setResultOpened(true);
    onClose();
    // A new page takes the focus itself; a page that is already open does not.
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
      <SearchBody {...body} onClose={onClose} onLeave={leave} />
    </Modal>
  );
}

const LIST_ID = 'busqueda-resultados';
/** Maximum commands shown under results, because users mostly search for records. */
const MAX_UNDER_RESULTS = 3;
/** A text that may be a person's name. */
const NAME = /^[^@\d]{3,}$/;

interface SearchBodyProps extends Omit<SearchModalProps, 'opened'> {
  /** Called when a result is opened. */
  onLeave: () => void;
}

/** Field and results, as a combobox whose list is always open. */
export function SearchBody(props: SearchBodyProps) {
  const { menuPages: pages, onRun, onClose, onLeave } = props;
  const { history } = useRouter();
  const [typed, setTyped] = useState('');
  const { text, answer, isSettled, error, retry } = useSearch(typed);
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const { editablePatient, idUser, idDoctor } = useOpenRecord();
  const openRecord = { idUser, idDoctor, isLoaded: editablePatient !== undefined };
  const context = { pages, isDark, can: useCan(), record: openRecord };

  const trimmed = typed.trim();
  const records = answer ? recordSections(answer, text) : [];
  const matchingCommands = trimmed === '' ? [] : findCommands(listCommands(context), trimmed);
  const hasMatches = records.length > 0 || matchingCommands.length > 0;
  const isUnknownName = isSettled && !hasMatches && NAME.test(trimmed);
  // Commands whose label begins with the text come first: 'tema' is a command before it is a part of Montemayor.
  const bestCommands = matchingCommands.filter(({ rank }) => rank === LABEL_BEGINS);
  const otherCommands =
    matchingCommands.length > 0
      ? matchingCommands.filter(({ rank }) => rank !== LABEL_BEGINS)
      : listCommands({ ...context, newName: isUnknownName ? trimmed : undefined });
  const sections: readonly Section[] = [
    ...bestCommands,
    ...records,
    ...(records.length > 0 ? takeFirst(otherCommands, MAX_UNDER_RESULTS) : otherCommands),
  ];
  // Enter opens the first result of the current text, never one of a previous answer.
  const first = hasMatches ? sections[0]?.options[0] : undefined;
  const active = useActiveOption(
    sections,
    isSettled || bestCommands.length > 0 ? first : undefined,
  );

  function open(option: Option, newTab = false) {
    const { target } = option;
    if (isPath(target)) {
      if (newTab) return window.open(target, '_blank', 'noopener');
      onLeave();
      return history.push(target, withSearchText('result' in option ? option.searchText : '')({}));
    }
    if (target === 'theme') {
      onClose();
      return setColorScheme(isDark ? 'light' : 'dark');
    }
    onLeave();
    if (target === 'edit-patient') {
      if (editablePatient) onRun({ dialog: 'patient', record: editablePatient });
    } else if (target === 'patient' || target === 'prospect') {
      const start = 'newName' in option ? { name: option.newName } : {};
      onRun({ dialog: target, record: null, start });
    } else onRun({ dialog: target, record: null });
  }

  // Enter pressed before the answer arrives opens the first result of the answer.
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
          setTyped(value);
          setEnterPending(false);
          active.reset();
        }}
        activeId={active.option?.id}
        isBusy={!isSettled && error === null}
        onMove={active.move}
        onEnter={(newTab) =>
          active.option ? open(active.option, newTab) : setEnterPending(!isSettled)
        }
        onClose={onClose}
      />
      <div className={classes.found}>
        {error && (
          <div role="alert" className={classes.state}>
            <p className={classes.title}>No se pudo buscar</p>
            <p className={classes.advice}>{error.message}</p>
            <Button kind="default" onClick={retry}>
              Reintentar
            </Button>
          </div>
        )}
        {isSettled && text !== '' && !hasMatches && (
          <div className={classes.state}>
            <p className={classes.title}>Sin resultados para «{text}»</p>
            <p className={classes.advice}>
              Prueba con otra parte del nombre, con el correo, con los dígitos del teléfono o con el
              folio de una orden.
            </p>
          </div>
        )}
        <ResultList
          id={LIST_ID}
          sections={sections}
          term={text}
          isStale={!isSettled}
          activeId={active.option?.id}
          onHover={active.choose}
          onOpen={open}
        />
      </div>
      <div className={classes.footer} aria-hidden>
        {hints.map(([keys, words]) => (
          <span key={keys} className={classes.hint}>
            <KeyCap>{keys}</KeyCap> {words}
          </span>
        ))}
      </div>
      <VisuallyHidden role="status">
        {isSettled && describeResults(matchingCommands.length > 0 ? sections : records, text)}
      </VisuallyHidden>
    </>
  );
}

const isPath = (target: Option['target']): target is `/${string}` => target.startsWith('/');

/** The sections with at most `count` options together. */
function takeFirst(sections: readonly Section[], count: number): readonly Section[] {
  let remaining = count;
  return sections.flatMap((section) => {
    const options = section.options.slice(0, remaining);
    remaining -= options.length;
    return options.length === 0 ? [] : [{ ...section, options }];
  });
}

/** The active option: the option chosen by key or pointer while it is listed, otherwise `initial`. */
function useActiveOption(sections: readonly Section[], initial: Option | undefined) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const options = sections.flatMap((section) => section.options);
  const option = options.find(({ id }) => id === chosenId) ?? initial;

  function move(step: Step) {
    const at = options.findIndex(({ id }) => id === option?.id);
    const next = options.at(step(at, options.length));
    if (next === undefined) return;
    setChosenId(next.id);
    document.getElementById(next.id)?.scrollIntoView({ block: 'nearest' });
  }

  return {
    option,
    move,
    choose: (chosen: Option) => setChosenId(chosen.id),
    reset: () => setChosenId(null),
  };
}

/** The next index in a list of `length` options, from the active one or -1. A negative index counts from the end. */
type Step = (at: number, length: number) => number;

const steps: Readonly<Record<string, Step>> = {
  ArrowDown: (at, length) => (at + 1) % length,
  ArrowUp: (at) => Math.max(at, 0) - 1,
  Home: () => 0,
  End: () => -1,
};

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  activeId: string | undefined;
  isBusy: boolean;
  onMove: (step: Step) => void;
  onEnter: (newTab: boolean) => void;
  onClose: () => void;
}

/** Search input. It keeps the focus; arrow keys move the active option of the list. */
function SearchField(props: SearchFieldProps) {
  const { value, activeId, isBusy, onMove, onEnter } = props;
  const showsBusy = useDelayed(isBusy);

  function handleKey(event: KeyboardEvent) {
    // A key that ends an IME composition is not a command.
    if (event.nativeEvent.isComposing || event.altKey) return;
    const newTab = event.ctrlKey || event.metaKey;
    const step = event.shiftKey || newTab ? undefined : steps[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) onEnter(newTab);
    else onMove(step);
  }

  return (
    <div className={classes.field}>
      <IconSearch className={classes.icon} size={18} stroke={1.7} aria-hidden />
      <input
        className={classes.input}
        role="combobox"
        aria-label="Buscar en Simiente"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={LIST_ID}
        aria-activedescendant={activeId}
        aria-busy={isBusy}
        placeholder="Buscar o escribir una acción"
        value={value}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        data-autofocus
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      {showsBusy && <Loader size={16} aria-hidden />}
      <button type="button" className={classes.close} onClick={props.onClose}>
        <VisuallyHidden>Cerrar búsqueda</VisuallyHidden>{' '}
        <span className={classes.key}>
          <KeyCap>Esc</KeyCap>
        </span>
        <IconX className={classes.cross} size={18} stroke={1.7} aria-hidden />
      </button>
    </div>
  );
}

const hints = [
  ['↑↓', 'Moverse'],
  ['Enter', 'Abrir'],
  [`${isMac ? '⌘' : 'Ctrl'} Enter`, 'Abrir en otra pestaña'],
] as const;

/** Announcement for screen readers once an answer arrives. */
function describeResults(records: readonly Section[], text: string): string {
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
 * Results of a text. Each text has its own query, so that a late answer is never shown for another text. Until the
 * answer arrives, the previous results stay and `isSettled` is false.
 */
function useSearch(typed: string) {
  const text = typed.trim();
  const [paused] = useDebouncedValue(text, PAUSE);
  // An empty text needs no debounce: recent records are shown immediately.
  const requestedText = text === '' ? '' : paused;
  const query = useAnswer(queries.search.find, {
    input: { text: requestedText },
    staleTime: 0,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const isCurrent = requestedText === text;
  return {
    /** Text of the request; may lag behind the typed one. */
    text: requestedText,
    answer: query.data,
    isSettled: isCurrent && !query.isPlaceholderData && query.isSuccess,
    error: isCurrent ? query.error : null,
    retry: () => void query.refetch(),
  };
}
