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
 * Minimum milliseconds between two searches. A key held down would cause thirty a second, and browsers refuse to
 * change a history entry that often.
 */
const AT_MOST_EVERY = 120;

/** A search box that searches during typing, at a pace that the server and the eye can follow. */
export function SearchBox({ value, onChange, label }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  /** Sent to the list, but not yet returned as the value. */
  const [asked, setAsked] = useState<readonly string[]>([]);
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  // A value from outside replaces the text; our own value, returned after more was typed, does not.
  if (value !== lastValue) {
    setLastValue(value);
    const index = asked.indexOf(value);
    setAsked(index === -1 ? [] : asked.slice(index + 1));
    if (index === -1) setTyped(value);
  }

  function ask(text: string) {
    if (text === (asked.at(-1) ?? value)) return;
    askedAt.current = performance.now();
    setAsked([...asked, text]);
    onChange(text);
  }

  const askTyped = useEffectEvent(() => ask(typed));
  useEffect(() => {
    if (typed === value) return;
    const wait = askedAt.current + AT_MOST_EVERY - performance.now();
    if (wait <= 0) return askTyped();
    const timer = setTimeout(askTyped, wait);
    return () => clearTimeout(timer);
  }, [typed, value]);

  function setNow(next: string) {
    setTyped(next);
    ask(next);
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
            onClick={() => setNow('')}
          />
        )
      }
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setNow(typed);
        if (event.key === 'Escape' && typed !== '') {
          event.preventDefault();
          setNow('');
        }
      }}
    />
  );
}
