import { implement } from '@orpc/server';
import { contract } from '@simiente/contract';
import type { CallContext, StaffContext } from './context.ts';
import { Problem } from './problem.ts';

const implementer = implement(contract).$context<CallContext>();

/** Calls that need no session; the contract names them `open`. */
export const open = implementer;

/** Every other call starts here. The guard has already refused the request; this refuses the call. */
export const authenticated = implementer.use(({ context, next }) => {
  if (context.actor.kind !== 'staff') throw new Problem('UNAUTHORIZED');
  return next({ context: { actor: context.actor } satisfies Pick<StaffContext, 'actor'> });
});
