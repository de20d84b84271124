import type { Capability, Role } from '@simiente/contract/common/access/roles';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from './session.ts';

/** The capabilities that the role `todo` lacks. */
const notInTodo: readonly Capability[] = ['accounts.manage', 'audit.read', 'emergency.open'];

/**
 * Capabilities of the signed-in account. The server decides; screens only leave out forbidden actions. A session
 * without capabilities belongs to an account with the role `todo`.
 */
export function useMay(): (capability: Capability) => boolean {
  const capabilities = useSessionFacts()?.capabilities;
  return (capability) => capabilities?.includes(capability) ?? !notInTodo.includes(capability);
}

/** Whether the account has no role yet. */
export function useHasNoRole(): boolean {
  return useSessionFacts()?.capabilities?.length === 0;
}

/** The role as which the account sees the product, or null. */
export function useViewedRole(): Role | null {
  return useSessionFacts()?.viewAs ?? null;
}

/** Pages behind the login have loaded the session, so it is not requested here. */
function useSessionFacts() {
  return useQuery({ ...sessionQuery, enabled: false }).data;
}

/** Shows its children only to an account with the capability. */
export function May({ act, children }: { act: Capability; children: ReactNode }) {
  return useMay()(act) ? children : null;
}
