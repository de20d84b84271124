import type { Capability } from '@simiente/contract/common/access/roles';
import { queryClient } from '../lib/query-client.ts';

/** Signs in an account with only these capabilities. Clearing the cache signs it out. */
export function signInWith(...capabilities: readonly Capability[]): void {
  queryClient.setQueryData(['session'], { ...session, capabilities });
}

/** Signs in an account of the role that may do everything. */
export function signIn(): void {
  queryClient.setQueryData(['session'], session);
}

export const CLINIC_ZONE = 'America/Mexico_City';

const session = {
  user: { name: 'Ana Ríos', email: 'ana@simiente.example' },
  clinicTimeZone: CLINIC_ZONE,
  mapTiles: null,
  twoFactor: 'off',
  roles: [],
  idDoctor: null,
};
