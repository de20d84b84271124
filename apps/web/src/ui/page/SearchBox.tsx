import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';

export interface SearchBoxProps {
  /** What the screen searches for now; it may change from outside, as when one goes back. */
  value: string;
  /** Called once typing has paused, and at once when the box is cleared or Enter is pressed. */
  onChange: (value: string) => void;
  /** Its placeholder and its accessible name: 'Buscar paciente'. */
  label: string;
  delay?: number;
  maxLength?: number;
}

/** A search that waits for a pause in the typing. */
export function SearchBox({
  value,
  onChange,
  label,
  delay = 250,
  maxLength = 200,
}: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // A value from outside replaces what stands here; our own, coming back, does not.
  if (value !== lastValue) {
    setLastValue(value);
    setTyped(value);
  }

  const publish = useEffectEvent(onChange);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => publish(typed), delay);
    return () => clearTimeout(timer);
  }, [typed, value, delay]);

  function setNow(next: string) {
    setTyped(next);
    if (next !== value) onChange(next);
  }

  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={maxLength}
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
