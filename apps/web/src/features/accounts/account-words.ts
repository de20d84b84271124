import type { AccountState } from '@simiente/contract/accounts/filters';
import type { Role } from '@simiente/contract/common/access/roles';
import type { Tone } from '../../theme/tokens.ts';

interface RoleWords {
  readonly name: string;
  /** What an account with the role does. */
  readonly detail: string;
}

/** In the order in which they are offered. */
export const roleWords: Readonly<Record<Role, RoleWords>> = {
  recepcion: { name: 'Recepción', detail: 'Pacientes, citas, prospectos' },
  laboratorio: { name: 'Laboratorio', detail: 'Órdenes, resultados, archivos' },
  medico: { name: 'Médico', detail: 'Expedientes e informes' },
  administracion: { name: 'Administración', detail: 'Cuentas, catálogos, exportar' },
  auditoria: { name: 'Auditoría', detail: 'Solo lectura y auditoría' },
  todo: { name: 'Todo', detail: 'Todo excepto cuentas, auditoría y firma' },
};

export const offeredRoles = Object.keys(roleWords) as Role[];

export const stateWords: Readonly<
  Record<AccountState, { readonly one: string; readonly many: string; readonly tone: Tone }>
> = {
  active: { one: 'Activa', many: 'Activas', tone: 'green' },
  invited: { one: 'Invitada', many: 'Invitadas', tone: 'blue' },
  suspended: { one: 'Suspendida', many: 'Suspendidas', tone: 'red' },
};
