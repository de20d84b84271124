import type { Capability } from '@simiente/contract/common/roles';
import { queryClient } from '../lib/query-client.ts';

/** Signs in an account that may do only this. Clearing the cache signs it out. */
export function signInWith(...capabilities: readonly Capability[]): void {
  queryClient.setQueryData(['session'], {
    user: { name: 'Ana Ríos', email: 'ana@simiente.example' },
    clinicTimeZone: 'America/Mexico_City',
    mapTiles: null,
    twoFactor: 'off',
    roles: [],
    capabilities,
    idDoctor: null,
  });
}
