import { capabilities, type Role } from '@simiente/contract/common/access/roles';
import type { StaffActor } from '../../platform/act.ts';

/** Roles that together may do everything. */
export const EVERY_RIGHT: readonly Role[] = ['todo', 'medico', 'administracion', 'auditoria'];

/** An account without a row in the database, which may do everything. */
export const UNRESTRICTED: StaffActor = {
  kind: 'staff',
  id: 'ana',
  name: 'Ana',
  email: 'ana@example.org',
  roles: EVERY_RIGHT,
  doctorId: null,
  capabilities: new Set(capabilities),
};
