import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

/** Milliseconds of rest in the typing after which the server is asked. */
const PAUSE = 250;

/** What somebody types into a `SearchSelect`, which says `chosen` itself once something is. */
export function useTypedText(chosen: string | undefined) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  // The field says what was chosen; that is no search for others.
  const wanted = typed === chosen ? '' : typed.trim();
  const [text] = useDebouncedValue(wanted, PAUSE);
  return { isOpen, setOpen, setTyped, wanted, text };
}

interface Finding {
  readonly error: Error | null;
  readonly isBusy: boolean;
  /** 'Sin coincidencias.' */
  readonly none: string;
}

/** How many were found, or why none were. */
export function sayFound(count: number, { error, isBusy, none }: Finding): string {
  if (error) return error.message;
  if (isBusy) return 'Buscando...';
  if (count === 0) return none;
  return `${count} ${count === 1 ? 'resultado' : 'resultados'}`;
}
