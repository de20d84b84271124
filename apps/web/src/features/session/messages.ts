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

/** Other names of these codes: our own server's and the identity library's. */
const otherNames: Readonly<Record<string, ProviderCode>> = {
  'credential-account-not-found': 'invalid-credential',
  'invalid-email-or-password': 'invalid-credential',
  'invalid-password': 'wrong-password',
  'password-too-short': 'weak-password',
  'user-already-exists': 'email-already-in-use',
  'user-already-exists-use-another-email': 'email-already-in-use',
  'user-email-not-found': 'user-not-found',
};

/** A provider's code, whether bare (`wrong-password`), with its prefix (`auth/…`) or in capitals. */
function providerCode(code: string): ProviderCode | undefined {
  const bare = code
    .replace(/^auth\//, '')
    .toLowerCase()
    .replaceAll('_', '-');
  if (Object.hasOwn(otherNames, bare)) return otherNames[bare];
  return isProviderCode(bare) ? bare : undefined;
}

function isProviderCode(code: string): code is ProviderCode {
  return Object.hasOwn(providerMessages, code);
}

/** What the login's error area says about a failed attempt. */
export function signInMessage(error: unknown): string {
  if (!(error instanceof ApiFailure) || isNoAnswerOfOurs(error)) return UNEXPECTED;
  if (error.code === 'ACCOUNT_INACTIVE' || error.code === 'UNAVAILABLE') return error.message;
  const code = providerCode(error.answeredCode);
  return code === undefined ? OTHER_CODE : providerMessages[code];
}

/** Whether the e-mail has to be typed again, rather than the password. */
export function isAboutEmail(error: unknown): boolean {
  return error instanceof ApiFailure && providerCode(error.answeredCode) === 'invalid-email';
}

/** What the second step says about a failed attempt. */
export function secondStepMessage(error: unknown): string {
  if (!(error instanceof ApiFailure) || isNoAnswerOfOurs(error)) return UNEXPECTED;
  return error.message;
}

function isNoAnswerOfOurs({ source, answeredCode }: ApiFailure): boolean {
  return source !== 'silence' && answeredCode === '';
}

/** Whether the password has to be given again before another code. */
export function isSecondStepOver(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'SECOND_STEP_EXPIRED';
}
