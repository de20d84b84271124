import { errorBody } from '@simiente/contract/common/errors';
import { expect, test } from 'vitest';
import { ApiFailure, parseFailure } from '../../lib/api/failure.ts';
import { noAnswer } from '../../lib/api/send.ts';
import { secondStepMessage, signInMessage } from './messages.ts';

const OTHER = 'Ha ocurrido un error. Por favor, inténtalo de nuevo.';
const UNEXPECTED = 'Error al iniciar sesión. Intenta nuevamente.';

test.each(['toString', '__proto__', 'constructor', 'auth/hasOwnProperty', 'INTERNAL'])(
  'E-8.8: the unknown code %j gets the general message',
  (code) => {
    expect(signInMessage(parseFailure({ code }))).toBe(OTHER);
  },
);

test('E-8.10: each rejected sign-in gets its message', () => {
  expect(signInMessage(new ApiFailure('INVALID_EMAIL_OR_PASSWORD'))).toBe(
    'Correo o contraseña incorrectos.',
  );
  expect(signInMessage(new ApiFailure('TOO_MANY_REQUESTS'))).toContain('demasiadas solicitudes');
  expect(signInMessage(parseFailure(errorBody('ACCOUNT_INACTIVE')))).toBe(
    'Tu cuenta no está activa. Contacta al administrador.',
  );
});

test.each([
  ['a fault of the page', new TypeError('x')],
  ['a page of a proxy', parseFailure(null, 502)],
  ['JSON of another server', parseFailure({ code: 7 }, 500)],
])('E-8.9: %s is reported as an unexpected failure, in both steps', (_, error) => {
  expect(signInMessage(error)).toBe(UNEXPECTED);
  expect(secondStepMessage(error)).toBe(UNEXPECTED);
});

test('a request without an answer gets a separate message, in both steps', () => {
  const sentence = 'Sin conexión con el servidor. Revisa tu conexión a internet.';
  expect(signInMessage(noAnswer())).toBe(sentence);
  expect(secondStepMessage(noAnswer())).toBe(sentence);
});
