import type { StaffAccount } from '@simiente/contract/accounts/calls';
import type { AccountState } from '@simiente/contract/accounts/filters';
import type { Role } from '@simiente/contract/common/access/roles';
import {
  IconCertificate,
  IconCircleCheck,
  IconDeviceMobileOff,
  IconFingerprintOff,
  IconLink,
  IconLogout,
  IconPencil,
  IconUnlink,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import type { Tone } from '../../theme/tokens.ts';

interface RoleWords {
  readonly name: string;
  /** Tasks of an account with the role. */
  readonly detail: string;
}

/** In the order in which forms offer the roles. */
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

export const accountActions = {
  'confirm-roles': [IconUserCheck, 'Confirmar roles'],
  edit: [IconPencil, 'Editar roles y médico'],
  identity: [IconCertificate, 'Identidad profesional'],
  link: [IconLink, 'Crear enlace para elegir contraseña'],
  'end-sessions': [IconLogout, 'Cerrar sesiones'],
  'reset-two-factor': [IconDeviceMobileOff, 'Quitar verificación en dos pasos'],
  'remove-passkeys': [IconFingerprintOff, 'Quitar llaves de acceso'],
  'remove-provider': [IconUnlink, 'Quitar vínculo externo'],
  suspend: [IconUserOff, 'Suspender'],
  activate: [IconCircleCheck, 'Activar'],
} as const;

export type AccountAction = keyof typeof accountActions;

/** The actions that an account's state allows. Users manage their own account in 'Mi cuenta', except for its roles. */
export function allowedActions(account: StaffAccount): AccountAction[] {
  const { own, state, pending, openSessions, twoFactor, passkeys, provider } = account;
  if (own) return ['edit'];
  const always = [
    ...(pending?.byOther ? (['confirm-roles'] as const) : []),
    'edit',
    'identity',
  ] as const;
  if (state === 'suspended') return [...always, 'activate'];
  return [
    ...always,
    'link',
    ...(openSessions > 0 ? (['end-sessions'] as const) : []),
    ...(twoFactor ? (['reset-two-factor'] as const) : []),
    ...(passkeys > 0 ? (['remove-passkeys'] as const) : []),
    ...(provider ? (['remove-provider'] as const) : []),
    'suspend',
  ];
}
