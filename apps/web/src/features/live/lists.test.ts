import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import { contract } from '@simiente/contract';
import { expect, test } from 'vitest';
import { listsByKind } from './lists.ts';

/** The schema of an answer: `{"status": 200, "data": …}`, or a file or a stream, which have no shape. */
interface Answer {
  readonly shape?: { readonly data?: { readonly shape?: object } };
}

/** The paths of all calls that answer a page of a list, found by walking the contract. */
function pagedLists(calls: AnyContractRouter, path: readonly string[] = []): (readonly string[])[] {
  if (!isContractProcedure(calls)) {
    return Object.entries(calls).flatMap(([name, inner]) => pagedLists(inner, [...path, name]));
  }
  const { outputSchema } = calls['~orpc'];
  const answer = outputSchema as unknown as Answer | undefined;
  return 'nextCursor' in (answer?.shape?.data?.shape ?? {}) ? [path] : [];
}

/** The audit is not a live list: views are not announced, and refetching it would audit one more view. */
const isTrail = ([feature]: readonly string[]) => feature === 'audit';

test('E-10.80: every paged list of the contract is refetched by some change', () => {
  const followed = Object.values(listsByKind).flatMap((keys) =>
    keys.map((queryKey) => queryKey.key()[0] as string[]),
  );
  const isFollowed = (list: readonly string[]) =>
    followed.some((path) => path.every((name, index) => list[index] === name));
  const lists = pagedLists(contract);
  expect(lists).toContainEqual(['patients', 'list']);
  expect(lists).toContainEqual(['doctors', 'list']);
  expect(lists.filter((list) => !isFollowed(list) && !isTrail(list))).toEqual([]);
});
