/** The states of an account. An invited one has no password yet. */
export const accountStates = ['active', 'invited', 'suspended'] as const;
export type AccountState = (typeof accountStates)[number];

/** States of a professional identity that require an action. */
export const waitingIdentities = ['pending', 'suspended'] as const;

export const accountSorts = ['name', '-name', 'lastAccess', '-lastAccess'] as const;
export type AccountSort = (typeof accountSorts)[number];
