import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface SearchBoxProps {
  /** The current search; it may change from outside, for example on going back. */
  value: string;
  /** Called while the user types, and immediately on clearing or Enter. */
  onChange: (value: string) => void;
  /** Placeholder and accessible name: 'Buscar paciente'. */
  label: string;
}

/**
 * Minimum milliseconds between two searches. A key held down would cause thirty a second, and browsers throttle
 * changes of a history entry.
 */
const MIN_PAUSE = 120;

/** A search box that searches during typing, at a pace that the server and the eye can follow. */
export function SearchBox({ value, onChange, label }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  /** Searches that were sent to the list, but have not come back as the value. */
  const [sent, setSent] = useState<readonly string[]>([]);
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  // A value from outside replaces the text; a sent search that comes back after more typing does not.
  if (value !== lastValue) {
    setLastValue(value);
    const index = sent.indexOf(value);
    setSent(index === -1 ? [] : sent.slice(index + 1));
    if (index === -1) setTyped(value);
  }

  function search(text: string) {
    if (text === (sent.at(-1) ?? value)) return;
    sentAt.current = performance.now();
    setSent([...sent, text]);
    onChange(text);
  }

  const searchTyped = useEffectEvent(() => search(typed));
  useEffect(() => {
    if (typed === value) return;
    const wait = sentAt.current + MIN_PAUSE - performance.now();
    if (wait <= 0) return searchTyped();
    const timer = setTimeout(searchTyped, wait);
    return () => clearTimeout(timer);
  }, [typed, value]);

  function searchNow(next: string) {
    setTyped(next);
    search(next);
  }

  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
      rightSection={
        typed !== '' && (
          <CloseButton
            size={24}
            iconSize={14}
            aria-label="Borrar búsqueda"
            onClick={() => searchNow('')}
          />
        )
      }
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') searchNow(typed);
        if (event.key === 'Escape' && typed !== '') {
          event.preventDefault();
          searchNow('');
        }
      }}
    />
  );
}
