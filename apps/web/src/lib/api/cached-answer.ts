import type { DataTag, QueryKey } from '@tanstack/react-query';
import { cache } from './client.ts';

interface Answer<Data> {
  readonly status: 200;
  readonly data: Data;
}
type KeyOf<Data> = DataTag<QueryKey, Answer<Data>, unknown>;

/** Stores a call's answer as the answer of a query; a pending request predates it, and is dropped. */
export async function showAnswer<Data>(queryKey: KeyOf<Data>, data: NoInfer<Data>): Promise<void> {
  await cache.cancelQueries({ queryKey });
  cache.setQueryData<Answer<Data>>(queryKey, { status: 200, data });
}

/** Changes the cached answer of a query, if there is one; one under way predates the change, and is dropped. */
export async function changeAnswer<Data>(
  queryKey: KeyOf<Data>,
  change: (data: Data) => Data,
): Promise<void> {
  await cache.cancelQueries({ queryKey });
  cache.setQueryData<Answer<Data>>(
    queryKey,
    (answer) => answer && { ...answer, data: change(answer.data) },
  );
}
