import { capabilities } from '@simiente/contract/common/roles';
import type { StaffActor } from '../platform/act.ts';

/** An account without a row in the database, which may do everything. */
export const EVERYBODY: StaffActor = {
  kind: 'staff',
  id: 'ana',
  name: 'Ana',
  email: 'ana@example.org',
  roles: ['todo', 'administracion', 'auditoria'],
  doctorId: null,
  capabilities: new Set(capabilities),
};
