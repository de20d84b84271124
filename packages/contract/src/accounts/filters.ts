/** The states of an account: an invited one has chosen no password yet. */
export const accountStates = ['active', 'invited', 'suspended'] as const;
export type AccountState = (typeof accountStates)[number];

/** States of a professional identity that require an action. */
export const waitingIdentities = ['pending', 'suspended'] as const;

export const accountSorts = ['name', '-name', 'lastAccess', '-lastAccess'] as const;
export type AccountSort = (typeof accountSorts)[number];
