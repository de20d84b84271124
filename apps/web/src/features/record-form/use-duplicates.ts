import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { cache } from '../../lib/api/client.ts';

/** Milliseconds without typing before a search. Each search adds an audit row. */
const PAUSE = 500;

interface DuplicateSearch<Input, Found> {
  /** Kind of the records, as part of the key in the cache. */
  readonly kind: string;
  /** Complete fields of the new record. */
  readonly input: Input;
  readonly search: (input: Input) => Promise<{ data: { duplicates: readonly Found[] } }>;
  readonly enabled: boolean;
}

/**
 * Possible duplicates of the new record in a form, searched while the user types, and again before it is created.
 */
export function useDuplicates<Input extends object, Found>({
  kind,
  input,
  search,
  enabled,
}: DuplicateSearch<Input, Found>) {
  const typed = JSON.stringify(input);
  const [settled] = useDebouncedValue(typed, PAUSE);
  const [warning, setWarning] = useState<{ typed: string; duplicates: readonly Found[] }>();
  /** Last input without candidates. A retry must not find the record that the first attempt created. */
  const clear = useRef<string>(undefined);
  // A closed form forgets the candidates.
  if (!enabled && warning !== undefined) setWarning(undefined);
  const isAsking = enabled && settled !== '{}' && settled === typed;
  const { data } = useQuery({ ...makeQueryOptions(settled), enabled: isAsking });

  function makeQueryOptions(text: string) {
    return {
      queryKey: ['duplicates', kind, text],
      queryFn: async () => (await search(JSON.parse(text) as Input)).data.duplicates,
    };
  }

  /**
   * True without candidates; otherwise they are shown, and the user has to confirm.
   * @param options.isRefused whether the server has just found some
   */
  async function confirmNoDuplicates({ isRefused = false } = {}): Promise<boolean> {
    if (typed === '{}' || (typed === clear.current && !isRefused)) return true;
    const duplicates = await cache.fetchQuery({ ...makeQueryOptions(typed), staleTime: 0 });
    setWarning({ typed, duplicates });
    clear.current = duplicates.length === 0 ? typed : undefined;
    return duplicates.length === 0;
  }

  const isWarned = warning?.typed === typed && warning.duplicates.length > 0;
  const found = isAsking ? (data ?? []) : [];
  return {
    duplicates: isWarned ? warning.duplicates : found,
    /** Candidates were shown after an attempt to save, and are unchanged. */
    isWarned,
    confirmNoDuplicates,
  };
}
