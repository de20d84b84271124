import type {
  IdentityState,
  IdentityVersion,
  SuspensionReason,
} from '@simiente/contract/professional-identity/calls';
import type { StatusPillProps } from '../../ui/status/StatusPill.tsx';

export const identityTitles = {
  fullName: 'Nombre completo',
  cedula: 'Cédula profesional',
  institution: 'Institución del título',
  specialty: 'Especialidad',
  specialtyCertificate: 'Cédula o certificado de especialidad',
  validFrom: 'Vigente desde',
} as const satisfies Partial<Record<keyof IdentityVersion, string>>;

export const identityStateWords: Readonly<Record<IdentityState, StatusPillProps>> = {
  pending: { label: 'Por confirmar', tone: 'blue' },
  active: { label: 'Activa', tone: 'green' },
  suspended: { label: 'Suspendida', tone: 'red' },
};

/** The change of credentials that suspended an identity, as the end of 'Otra persona …'. */
export const suspensionWords: Readonly<Record<SuspensionReason, string>> = {
  password: 'cambió la contraseña',
  'second-step': 'quitó la verificación en dos pasos',
  passkey: 'quitó las llaves de acceso',
  provider: 'cambió o quitó el vínculo con el servicio externo',
};
