/** A signed-in, active member of the staff. */
export interface StaffActor {
  readonly kind: 'staff';
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Whoever acts: staff through a session, an operator through the command line, or nobody known. */
export type Actor =
  | Pick<StaffActor, 'kind' | 'id'>
  | { readonly kind: 'operator'; readonly id: string }
  | { readonly kind: 'system' }
  | { readonly kind: 'anonymous' };

/** Where an act came from; null where there was no request. */
export interface Origin {
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  /** True for a request that a page made by itself, as when it follows what others change. */
  readonly background?: boolean;
}

/** Who acts, and from where: what every audit row begins with. */
export interface Act {
  readonly actor: Actor;
  readonly origin: Origin;
}

/** Where what nobody's request asked for came from. */
export const NO_REQUEST: Origin = { address: null, userAgent: null, requestId: null };

/** What Simiente does by itself. */
export const SYSTEM_ACT: Act = { actor: { kind: 'system' }, origin: NO_REQUEST };

/** An act that may change what the audit tells field by field. */
export interface ChangeAct extends Act {
  /** Stands for a text in the audit, and says nothing of it. */
  readonly digest: (text: string) => string;
}
