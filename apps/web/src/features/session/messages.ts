import { startupErrors } from '@simiente/contract/common/startup-errors';
import { ApiFailure } from '../../lib/api/failure.ts';

/** Messages of the login page by code of the identity provider. */
const providerMessages = {
  'user-not-found': 'No se encontró ningún usuario con esta dirección de correo electrónico.',
  'wrong-password': 'La contraseña es incorrecta.',
  'email-already-in-use': 'Ya existe una cuenta con esta dirección de correo electrónico.',
  'invalid-email': startupErrors.INVALID_EMAIL.message,
  'weak-password': 'La contraseña es demasiado débil. Debe tener al menos 6 caracteres.',
  'invalid-credential': startupErrors.INVALID_EMAIL_OR_PASSWORD.message,
  'too-many-requests': startupErrors.TOO_MANY_REQUESTS.message,
} as const;

type ProviderCode = keyof typeof providerMessages;

const UNEXPECTED = 'Error al iniciar sesión. Intenta nuevamente.';

export const MISSING_PASSWORD = 'Ingresa tu contraseña';
export const MISSING_CODE = 'Ingresa el código';
export const MISSING_CREDENTIALS = 'Por favor ingresa email y contraseña';

/** The provider's code for a code that may be prefixed (`auth/…`) or in capitals. */
function toProviderCode(code: string): ProviderCode | undefined {
  const normalized = code
    .replace(/^auth\//, '')
    .toLowerCase()
    .replaceAll('_', '-');
  if (normalized === 'invalid-email-or-password') return 'invalid-credential';
  return Object.hasOwn(providerMessages, normalized) ? (normalized as ProviderCode) : undefined;
}

/** Codes whose message tells the account's owner what to do. */
const INSTRUCTIONS = ['ACCOUNT_INACTIVE', 'PASSWORD_EXPIRED', 'UNAVAILABLE'];

export function signInMessage(error: unknown): string {
  if (!(error instanceof ApiFailure) || isForeignAnswer(error)) return UNEXPECTED;
  if (INSTRUCTIONS.includes(error.code)) return error.message;
  const code = toProviderCode(error.serverCode);
  return code === undefined ? startupErrors.INTERNAL.message : providerMessages[code];
}

/** Whether the error concerns the e-mail rather than the password. */
export function isEmailError(error: unknown): boolean {
  return error instanceof ApiFailure && toProviderCode(error.serverCode) === 'invalid-email';
}

export function secondStepMessage(error: unknown): string {
  if (!(error instanceof ApiFailure) || isForeignAnswer(error)) return UNEXPECTED;
  return error.message;
}

/** Whether the answer came from another program, such as a proxy. */
function isForeignAnswer({ source, serverCode }: ApiFailure): boolean {
  return source !== 'silence' && serverCode === '';
}

/** Whether the second step has expired, so that the password must be given again. */
export function isSecondStepExpired(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'SECOND_STEP_EXPIRED';
}
