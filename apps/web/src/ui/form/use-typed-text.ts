import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

/** Milliseconds without typing before a request. */
const PAUSE = 250;

/** State of the text typed into a `SearchSelect`; `chosen` is the label that the field shows itself. */
export function useTypedText(chosen: string | undefined) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  // The label of the chosen option is not a search.
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

/** Message of the result count, or why there are none. */
export function describeFound(count: number, { error, isBusy, none }: Finding): string {
  if (error) return error.message;
  if (isBusy) return 'Buscando…';
  if (count === 0) return none;
  return `${count} ${count === 1 ? 'resultado' : 'resultados'}`;
}
