import { expect, test } from 'vitest';
import { ApiFailure } from '../../lib/api/failure.ts';
import { providerMessage, signInMessage } from './messages.ts';

test('S-12: each provider code has its exact sentence', () => {
  expect(providerMessage('user-not-found')).toBe(
    'No se encontró ningún usuario con esta dirección de correo electrónico.',
  );
  expect(providerMessage('wrong-password')).toBe('La contraseña es incorrecta.');
  expect(providerMessage('email-already-in-use')).toBe(
    'Ya existe una cuenta con esta dirección de correo electrónico.',
  );
  expect(providerMessage('invalid-email')).toBe('La dirección de correo electrónico no es válida.');
  expect(providerMessage('weak-password')).toBe(
    'La contraseña es demasiado débil. Debe tener al menos 6 caracteres.',
  );
  expect(providerMessage('invalid-credential')).toBe('Correo o contraseña incorrectos.');
  expect(providerMessage('too-many-requests')).toBe(
    'Se han enviado demasiadas solicitudes en un corto período de tiempo. Por favor, inténtalo de nuevo más tarde.',
  );
  expect(providerMessage('auth/wrong-password')).toBe('La contraseña es incorrecta.');
});

test('E-8.8: any other code has the general sentence', () => {
  for (const code of ['network-request-failed', '', 'toString', '__proto__']) {
    expect(providerMessage(code)).toBe('Ha ocurrido un error. Por favor, inténtalo de nuevo.');
  }
});

test('E-8.10: our own refusals speak in the same sentences', () => {
  expect(signInMessage(new ApiFailure('INVALID_EMAIL_OR_PASSWORD'))).toBe(
    'Correo o contraseña incorrectos.',
  );
  expect(signInMessage(new ApiFailure('TOO_MANY_REQUESTS'))).toContain('demasiadas solicitudes');
  expect(signInMessage(new ApiFailure('ACCOUNT_INACTIVE'))).toBe(
    'Tu cuenta no está activa. Contacta al administrador.',
  );
  expect(signInMessage(new ApiFailure('INTERNAL'))).toBe(
    'Ha ocurrido un error. Por favor, inténtalo de nuevo.',
  );
});

test('E-8.9: an unexpected failure has the sentence of one', () => {
  expect(signInMessage(new TypeError('x'))).toBe('Error al iniciar sesión. Intenta nuevamente.');
});
