import { userInfo } from 'node:os';
import type { Capability, Role } from '@simiente/contract/common/access/roles';
import type { Logger } from 'pino';
import { Problem } from './problem.ts';

/** A signed-in, active member of the staff. */
export interface StaffActor {
  readonly kind: 'staff';
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly doctorId: string | null;
  /** Capabilities of the account's roles; fewer while an administrator views the product as another role. */
  readonly capabilities: ReadonlySet<Capability>;
}

/** Whether an account has this capability. A handler may still limit the account to some records. */
export function may(
  { capabilities }: Pick<StaffActor, 'capabilities'>,
  capability: Capability,
): boolean {
  return capabilities.has(capability);
}

export function requireCapability(
  actor: Pick<StaffActor, 'capabilities'>,
  capability: Capability,
): void {
  if (!may(actor, capability)) throw new Problem('FORBIDDEN');
}

/** Staff with a session, an operator on the command line, the server itself, or a client without an account. */
export type Actor =
  | Pick<StaffActor, 'kind' | 'id'>
  | { readonly kind: 'operator'; readonly id: string }
  | { readonly kind: 'system' }
  | { readonly kind: 'anonymous' };

/** The user of the command line. A container's user may have a number but no name. */
export function operator(): Actor {
  try {
    return { kind: 'operator', id: userInfo().username };
  } catch {
    return { kind: 'operator', id: `uid ${process.getuid?.()}` };
  }
}

/** The origin of an action; its values are null without a request. */
export interface Origin {
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  readonly sessionId?: string | null;
  /** True for a background request of a page, such as a refetch after a change by another user. */
  readonly background?: boolean;
}

/** Actor and origin, which every audit row has. */
export interface Act {
  readonly actor: Actor;
  readonly origin: Origin;
  /** Limit on the number of patients whose records an account opens; only requests have it. */
  readonly readLimit?: ReadLimit | undefined;
}

export interface ReadLimit {
  readonly perHour: number | undefined;
  readonly log: Pick<Logger, 'warn'>;
}

export const NO_REQUEST: Origin = { address: null, userAgent: null, requestId: null };

export const SYSTEM_ACT: Act = { actor: { kind: 'system' }, origin: NO_REQUEST };

/** An action whose changed fields can be audited. */
export interface ChangeAct extends Act {
  /** A digest that replaces a text in the audit without revealing it. */
  readonly digest: (text: string) => string;
}
