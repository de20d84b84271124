import type { Capability, Role } from '@simiente/contract/common/access/roles';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from './session.ts';

/** The capabilities that the role `todo` lacks. */
const missingInRoleTodo: readonly Capability[] = [
  'accounts.manage',
  'audit.read',
  'reports.sign',
  'emergency.open',
];

/**
 * Returns whether the signed-in account has a capability. The server decides; screens only hide forbidden actions. A
 * session without the list of capabilities belongs to an account with the role `todo`.
 */
export function useCan(): (capability: Capability) => boolean {
  const capabilities = useLoadedSession()?.capabilities;
  return (capability) =>
    capabilities?.includes(capability) ?? !missingInRoleTodo.includes(capability);
}

/** Whether the account has no role yet. */
export function useHasNoRole(): boolean {
  return useLoadedSession()?.capabilities?.length === 0;
}

/** The role whose view of the product the user has chosen, or null. */
export function useViewedRole(): Role | null {
  return useLoadedSession()?.viewAs ?? null;
}

/** The session without a request, because the pages behind the login have loaded it. */
function useLoadedSession() {
  return useQuery({ ...sessionQuery, enabled: false }).data;
}

/** Shows its children only to an account with the capability. */
export function Can({ capability, children }: { capability: Capability; children: ReactNode }) {
  return useCan()(capability) ? children : null;
}
