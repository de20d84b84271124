import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

/** Milliseconds without a key after which is asked. */
const PAUSE = 150;

/**
 * What is found by a text. Each text has an answer of its own, so that one that comes late is never
 * taken for that of another; until it is there, what was found before stays, and `isSettled` is false.
 */
export function useSearch(typed: string) {
  const text = typed.trim();
  const [paused] = useDebouncedValue(text, PAUSE);
  // Nothing to look for needs no pause: what was opened last is shown at once.
  const asked = text === '' ? '' : paused;
  const query = useQuery(
    queries.search.find.queryOptions({
      input: { text: asked },
      staleTime: 0,
      gcTime: 60_000,
      placeholderData: keepPreviousData,
    }),
  );
  const isCurrent = asked === text && !query.isPlaceholderData;
  return {
    /** What the answer was asked for; it may be behind what is typed. */
    text: asked,
    answer: query.data?.data,
    isSettled: isCurrent && query.isSuccess,
    error: asked === text && query.isError ? query.error : null,
    retry: () => void query.refetch(),
  };
}
