import { hasEveryWord } from '../../lib/fold.ts';
import { sayFound, useTypedText } from '../../ui/form/use-typed-text.ts';

/** Somebody who can be chosen. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** What tells them from others of the same name. */
  readonly detail?: string | undefined;
}

/** What a search for people found. */
interface Found {
  readonly choices: readonly Choice[];
  /** There are more than these. */
  readonly isPartial: boolean;
}

export interface PersonSearch {
  readonly data: Found | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
}

/** Looks for people by a text; while there is no need of an answer it asks nobody. */
export type UsePersonSearch = (text: string, isNeeded: boolean) => PersonSearch;

/** What somebody types to find a person, and who is found. */
export function usePickerSearch(value: Choice | null, useSearch: UsePersonSearch) {
  const { isOpen, setOpen, setTyped, wanted, text } = useTypedText(value?.name);
  const { data, error, isFetching } = useSearch(text, isOpen);
  const isBusy = isFetching || text !== wanted;
  const answered = data?.choices ?? [];
  // Who will not be in the answer goes at once: whom somebody points at then is not moved by it.
  const found = isBusy ? answered.filter((choice) => fits(choice, wanted)) : answered;
  const isMissing = value !== null && text === '' && !found.some(({ id }) => id === value.id);
  return {
    isOpen,
    setOpen,
    setTyped,
    choices: isMissing ? [value, ...found] : found,
    isPartial: data?.isPartial ?? false,
    /** The only one who fits what was typed. */
    only: isBusy || error || found.length !== 1 ? undefined : found[0],
    said: sayFound(found.length, {
      error,
      isBusy,
      none: 'Sin coincidencias. Prueba con el apellido, el correo o el teléfono.',
    }),
  };
}

function fits({ name, detail = '' }: Choice, wanted: string): boolean {
  return hasEveryWord(`${name} ${detail}`, wanted);
}
