import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { type Contract, contract } from '@simiente/contract';
import { send } from './send.ts';

interface CallOptions {
  /** Names a change, so that repeating it after a lost answer changes nothing twice. */
  idempotencyKey?: string;
}

const link = new OpenAPILink<CallOptions>(contract, {
  url: location.origin,
  fetch: (request, init) => send(request, init),
  headers: ({ context }) =>
    context.idempotencyKey === undefined ? {} : { 'idempotency-key': context.idempotencyKey },
});

/** Every call of the contract, typed. */
export const api: JsonifiedClient<ContractRouterClient<Contract, CallOptions>> =
  createORPCClient(link);

/** The same calls as options and keys of TanStack Query. */
export const queries = createTanstackQueryUtils(api);
