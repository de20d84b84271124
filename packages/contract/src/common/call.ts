import { oc } from '@orpc/contract';
import * as z from 'zod';

/** Facts about a call that the server enforces and the tests read. */
export interface CallMeta {
  /** `session` needs a signed-in, active staff member; `open` says by name that it does not. */
  readonly access: 'session' | 'open';
}

/** Every call starts here and is closed unless it says otherwise. */
export const call = oc.$meta<CallMeta>({ access: 'session' });

/** A call that needs no session. */
export const openCall = call.meta({ access: 'open' });

/** The body of every call that succeeds: `{"status": 200, "data": …}`. */
export function success<T extends z.ZodType>(data: T) {
  return z.strictObject({ status: z.literal(200), data });
}
