import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { cache } from '../../lib/api/client.ts';

/** Milliseconds without typing before a search. Each search adds an audit row. */
const PAUSE = 500;

interface DuplicateSearch<Input, Found> {
  /** Kind of the records, as part of the key in the cache. */
  readonly kind: string;
  readonly input: Input;
  readonly search: (input: Input) => Promise<{ data: { duplicates: readonly Found[] } }>;
  readonly enabled: boolean;
}

/** Possible duplicates of a new record, searched while the user types, and again before the record is created. */
export function useDuplicates<Input extends object, Found>(options: DuplicateSearch<Input, Found>) {
  const { kind, input, search, enabled } = options;
  const typed = JSON.stringify(input);
  const [settled] = useDebouncedValue(typed, PAUSE);
  const [warning, setWarning] = useState<{ typed: string; duplicates: readonly Found[] }>();
  /** Last input without duplicates. A retry must not find the record that the first attempt created. */
  const uniqueInput = useRef<string>(undefined);
  // A closed form forgets the duplicates.
  if (!enabled && warning !== undefined) setWarning(undefined);
  const isSearching = enabled && settled !== '{}' && settled === typed;
  const { data } = useQuery({ ...makeQueryOptions(settled), enabled: isSearching });

  function makeQueryOptions(text: string) {
    return {
      queryKey: ['duplicates', kind, text],
      queryFn: async () => (await search(JSON.parse(text) as Input)).data.duplicates,
    };
  }

  /**
   * Searches once more before a creation. Shows the duplicates, which the user then has to confirm.
   * @param options.isRejected whether the server has just rejected the creation because of duplicates
   * @returns true if there are no duplicates
   */
  async function confirmNoDuplicates({ isRejected = false } = {}): Promise<boolean> {
    if (typed === '{}' || (typed === uniqueInput.current && !isRejected)) return true;
    const duplicates = await cache.fetchQuery({ ...makeQueryOptions(typed), staleTime: 0 });
    setWarning({ typed, duplicates });
    uniqueInput.current = duplicates.length === 0 ? typed : undefined;
    return duplicates.length === 0;
  }

  const isWarned = warning?.typed === typed && warning.duplicates.length > 0;
  return {
    duplicates: isWarned ? warning.duplicates : isSearching ? (data ?? []) : [],
    /** Whether duplicates of the current input were shown after an attempt to save. */
    isWarned,
    confirmNoDuplicates,
  };
}
