import { Loader, VisuallyHidden } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { KeyCap } from '../../ui/layout/shortcuts.tsx';
import { useDelayed } from '../../ui/table/use-delayed.ts';
import classes from './SearchField.module.css';
import type { Option, Section } from './sections.ts';

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Ids of the results list and of its active option. */
  listId: string;
  activeId: string | undefined;
  isBusy: boolean;
  onMove: (to: Move) => void;
  onEnter: (newTab: boolean) => void;
  onClose: () => void;
}

const moves: Readonly<Record<string, Move>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
};

const LONGEST_TEXT = 200;

/** Search input. It keeps the focus; arrow keys move the active option of the list. */
export function SearchField(props: SearchFieldProps) {
  const { value, listId, activeId, isBusy, onMove, onEnter } = props;
  const showsBusy = useDelayed(isBusy, 200);

  function handleKey(event: KeyboardEvent) {
    // A key that ends an IME composition is not a command.
    if (event.nativeEvent.isComposing || event.altKey) return;
    const newTab = event.ctrlKey || event.metaKey;
    const move = event.shiftKey || newTab ? undefined : moves[event.key];
    if (move === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (move === undefined) onEnter(newTab);
    else onMove(move);
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
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-busy={isBusy}
        placeholder="Buscar o escribir una acción"
        value={value}
        maxLength={LONGEST_TEXT}
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

type Move = 'next' | 'previous' | 'first' | 'last';

/** The active option: the one chosen by key or pointer while it is listed, otherwise `initial`. */
export function useActiveOption(sections: readonly Section[], initial: Option | undefined) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const options = sections.flatMap((section) => section.options);
  const option = options.find(({ id }) => id === chosenId) ?? initial;

  function move(to: Move) {
    const at = option === undefined ? -1 : options.findIndex(({ id }) => id === option.id);
    const { length } = options;
    const indexes: Record<Move, number> = {
      next: (at + 1) % length,
      previous: at <= 0 ? length - 1 : at - 1,
      first: 0,
      last: length - 1,
    };
    const next = options[indexes[to]];
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
