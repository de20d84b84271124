import type { StaffAccount } from '@simiente/contract/accounts/calls';

/** What administration can do with one account. */
export type AccountAct =
  | 'edit'
  | 'confirm-roles'
  | 'identity'
  | 'link'
  | 'end-sessions'
  | 'reset-two-factor'
  | 'remove-passkeys'
  | 'remove-provider'
  | 'suspend'
  | 'activate';

/** The acts that an account admits now; of the own one, the rest is in Mi cuenta. */
export function actsOn(account: StaffAccount): AccountAct[] {
  const { own, state, pending, openSessions, twoFactor, passkeys, provider } = account;
  if (own) return ['edit'];
  const begin = [
    ...(pending?.byOther ? (['confirm-roles'] as const) : []),
    'edit',
    'identity',
  ] as const;
  if (state === 'suspended') return [...begin, 'activate'];
  return [
    ...begin,
    'link',
    ...(openSessions > 0 ? (['end-sessions'] as const) : []),
    ...(twoFactor ? (['reset-two-factor'] as const) : []),
    ...(passkeys > 0 ? (['remove-passkeys'] as const) : []),
    ...(provider ? (['remove-provider'] as const) : []),
    'suspend',
  ];
}
