import { answerShapes, contract } from 'virtual:call-routes';
import { createORPCClient } from '@orpc/client';
import { type ContractRouterClient, isContractProcedure } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import {
  createTanstackQueryUtils,
  TANSTACK_QUERY_OPERATION_CONTEXT_SYMBOL as OPERATION,
  type OperationContext,
  type ProcedureUtils,
} from '@orpc/tanstack-query';
import type { Contract } from '@simiente/contract';
import {
  type DataTag,
  type QueryKey,
  type SkipToken,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';
import { queryClient as cache } from '../query-client.ts';
import { isBackground } from './activity.ts';
import { hasShape } from './answer-shape.ts';
import { ApiFailure, invalidAnswer } from './failure.ts';
import { BACKGROUND_HEADER, send } from './send.ts';

interface CallOptions extends OperationContext {
  /** Lets a request be repeated after a lost answer without a second change. */
  idempotencyKey?: string;
}

/** The declared path of a call, by the call's names in the contract: ['patients', 'list']. */
function getPath(names: readonly string[]): string {
  let part: unknown = contract;
  for (const name of names) part = Reflect.get(part as object, name);
  return (isContractProcedure(part) && part['~orpc'].route.path) || '';
}

/**
 * Fills missing keys of prospects. A prospect without `idProspect` is identified by its `id`, otherwise by its name
 * (section 3 of the specification). A digest replaces the name, because the key is in the URL of the page.
 */
function fillProspectKeys(answer: unknown): void {
  const { data } = (answer ?? {}) as { data?: { prospects?: unknown; prospect?: unknown } };
  for (const row of [data, data?.prospect, data?.prospects].flat()) {
    const { idProspect, id, name } = (row ?? {}) as Record<string, unknown>;
    const key = id ?? (typeof name === 'string' ? `nombre-${digestText(name)}` : undefined);
    if (!idProspect && key !== undefined) Object.assign(row as object, { idProspect: key });
  }
}

function digestText(text: string): string {
  let digest = 7;
  for (const character of text) digest = (digest * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return digest.toString(36);
}

const link = new OpenAPILink<CallOptions>(contract, {
  url: location.origin,
  fetch: (request, init) => send(request, init),
  headers: ({ context }) => ({
    ...(context.idempotencyKey === undefined ? {} : { 'idempotency-key': context.idempotencyKey }),
    ...(isBackground(context[OPERATION]?.key) ? { [BACKGROUND_HEADER]: '1' } : {}),
  }),
  clientInterceptors: [
    ({ next, ...call }) => {
      // oRPC's link drops the trailing slash, which a few paths have.
      const url = new URL(call.request.url);
      if (getPath(call.path).endsWith('/')) url.pathname += '/';
      return next({ ...call, request: { ...call.request, url } });
    },
  ],
  interceptors: [
    async ({ next, path, signal }) => {
      const answer = await next().catch((error: unknown) => {
        throw error instanceof ApiFailure || signal?.aborted ? error : invalidAnswer();
      });
      if (path[0] === 'prospects') fillProspectKeys(answer);
      const shape = answerShapes[path.join('.')] ?? 'any';
      if (!hasShape(answer, shape)) throw invalidAnswer();
      return answer;
    },
  ],
});

/** Every call of the contract, typed. */
export const api: JsonifiedClient<ContractRouterClient<Contract, CallOptions>> =
  createORPCClient(link);

/** The calls as options and keys of TanStack Query. */
export const queries = createTanstackQueryUtils(api);

/** The cached answers of all calls. */
export { cache };

interface Answer<Data> {
  readonly status: 200;
  readonly data: Data;
}
type Key<Data> = DataTag<QueryKey, Answer<Data>, unknown>;
/** A call, in the shape of `queries`. */
export type Call<Input, Data> = ProcedureUtils<CallOptions, Input, Answer<Data>, Error>;
type Options<Input, Data, Part> = { select?: (data: Data) => Part } & Omit<
  UseQueryOptions<Answer<Data>, Error, Part>,
  'queryKey' | 'queryFn' | 'select'
> &
  (undefined extends Input ? { input?: Input } : { input: Input | SkipToken });

/** A query of the data of a call's answer, or of the part that `select` takes from them. */
export function useAnswer<Input, Data, Part = Data>(
  call: Call<Input, Data>,
  { select, ...options }: Options<NoInfer<Input>, NoInfer<Data>, Part>,
) {
  return useQuery<Answer<Data>, Error, Part>({
    // Whether a call needs an input is a type that depends on `Input`, so only callers are checked.
    ...call.queryOptions(...([options] as never)),
    select: ({ data }) => (select ? select(data) : (data as unknown as Part)),
  });
}

/** Marks every answer under the keys as outdated. Resolves when the shown ones are loaded anew. */
export async function invalidate(...queryKeys: QueryKey[]): Promise<void> {
  await Promise.all(queryKeys.map((queryKey) => cache.invalidateQueries({ queryKey })));
}

/** Stores data as the answer of a query, and cancels the query's pending request, whose answer would be older. */
export async function showAnswer<Data>(queryKey: Key<Data>, data: NoInfer<Data>): Promise<void> {
  await cache.cancelQueries({ queryKey });
  cache.setQueryData<Answer<Data>>(queryKey, { status: 200, data });
}

/** Changes the cached answer of a query, if any, and cancels the pending request, whose answer would be older. */
export async function changeAnswer<Data>(
  queryKey: Key<Data>,
  change: (data: Data) => Data,
): Promise<void> {
  await cache.cancelQueries({ queryKey });
  cache.setQueryData<Answer<Data>>(
    queryKey,
    (answer) => answer && { ...answer, data: change(answer.data) },
  );
}
