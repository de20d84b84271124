import { ApiFailure } from '../../lib/api/failure.ts';

/** What the login says for each code of an identity provider. */
const providerMessages = {
  'user-not-found': 'No se encontró ningún usuario con esta dirección de correo electrónico.',
  'wrong-password': 'La contraseña es incorrecta.',
  'email-already-in-use': 'Ya existe una cuenta con esta dirección de correo electrónico.',
  'invalid-email': 'La dirección de correo electrónico no es válida.',
  'weak-password': 'La contraseña es demasiado débil. Debe tener al menos 6 caracteres.',
  'invalid-credential': 'Correo o contraseña incorrectos.',
  'too-many-requests':
    'Se han enviado demasiadas solicitudes en un corto período de tiempo. Por favor, inténtalo de nuevo más tarde.',
} as const;

type ProviderCode = keyof typeof providerMessages;

const OTHER_CODE = 'Ha ocurrido un error. Por favor, inténtalo de nuevo.';
const UNEXPECTED = 'Error al iniciar sesión. Intenta nuevamente.';

export const MISSING_PASSWORD = 'Ingresa tu contraseña';
export const MISSING_CODE = 'Ingresa el código';
export const MISSING_CREDENTIALS = 'Por favor ingresa email y contraseña';

/** The codes of our own server and of the identity library behind it, in the provider's terms. */
const ownCodes: Readonly<Record<string, ProviderCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid-credential',
  TOO_MANY_REQUESTS: 'too-many-requests',
  USER_NOT_FOUND: 'user-not-found',
  INVALID_PASSWORD: 'wrong-password',
  USER_ALREADY_EXISTS: 'email-already-in-use',
  INVALID_EMAIL: 'invalid-email',
  PASSWORD_TOO_SHORT: 'weak-password',
};

/** The sentence for a provider's code, bare or with its prefix (`auth/wrong-password`). */
export function providerMessage(code: string): string {
  const bare = code.replace(/^auth\//, '');
  const known = ownCodes[bare] ?? bare;
  return known in providerMessages ? providerMessages[known as ProviderCode] : OTHER_CODE;
}

/** What the login's error area says about a failed attempt. */
export function signInMessage(error: unknown): string {
  if (!(error instanceof ApiFailure)) return UNEXPECTED;
  if (error.code === 'ACCOUNT_INACTIVE' || error.code === 'UNAVAILABLE') return error.message;
  return providerMessage(error.code);
}

/** What the second step says about a failed attempt. */
export function secondStepMessage(error: unknown): string {
  return error instanceof ApiFailure ? error.message : UNEXPECTED;
}

/** Whether the password has to be given again before another code. */
export function isSecondStepOver(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'SECOND_STEP_EXPIRED';
}
