import { ApiFailure } from '../../lib/api/failure.ts';

/** Messages of the login page by code of the identity provider. */
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

/** Aliases of these codes, of our own server and of the identity library. */
const aliases: Readonly<Record<string, ProviderCode>> = {
  'credential-account-not-found': 'invalid-credential',
  'invalid-email-or-password': 'invalid-credential',
  'invalid-password': 'wrong-password',
  'password-too-short': 'weak-password',
  'user-already-exists': 'email-already-in-use',
  'user-already-exists-use-another-email': 'email-already-in-use',
  'user-email-not-found': 'user-not-found',
};

/** Normalizes a code: bare (`wrong-password`), prefixed (`auth/…`) or in capitals. */
function providerCode(code: string): ProviderCode | undefined {
  const bare = code
    .replace(/^auth\//, '')
    .toLowerCase()
    .replaceAll('_', '-');
  if (Object.hasOwn(aliases, bare)) return aliases[bare];
  return isProviderCode(bare) ? bare : undefined;
}

function isProviderCode(code: string): code is ProviderCode {
  return Object.hasOwn(providerMessages, code);
}

/** Codes whose message is an instruction for the account's owner. */
const OWN_MESSAGES = ['ACCOUNT_INACTIVE', 'PASSWORD_EXPIRED', 'UNAVAILABLE'];

export function signInMessage(error: unknown): string {
  if (!(error instanceof ApiFailure) || isForeignAnswer(error)) return UNEXPECTED;
  if (OWN_MESSAGES.includes(error.code)) return error.message;
  const code = providerCode(error.answeredCode);
  return code === undefined ? OTHER_CODE : providerMessages[code];
}

/** Whether the error concerns the e-mail rather than the password. */
export function isEmailError(error: unknown): boolean {
  return error instanceof ApiFailure && providerCode(error.answeredCode) === 'invalid-email';
}

export function secondStepMessage(error: unknown): string {
  if (!(error instanceof ApiFailure) || isForeignAnswer(error)) return UNEXPECTED;
  return error.message;
}

function isForeignAnswer({ source, answeredCode }: ApiFailure): boolean {
  return source !== 'silence' && answeredCode === '';
}

/** Whether the second step has expired, so that the password must be given again. */
export function isSecondStepExpired(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'SECOND_STEP_EXPIRED';
}
