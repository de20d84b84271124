import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorBody, errorTable, isErrorCode } from './errors.ts';

const codes = Object.keys(errorTable) as ErrorCode[];

/** The statuses that the specification allows. */
const STATUSES = [400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503, 507];

/** Codes whose texts are from the specification, without a full stop. */
const SPECIFIED: ReadonlySet<ErrorCode> = new Set([
  'PROSPECT_ID_MISSING',
  'NOT_A_PDF',
  'NOT_AN_IMAGE',
]);

describe.each(codes)('%s', (code) => {
  test('has an error status and a text in Spanish', () => {
    const { status, message } = errorTable[code];
    expect(STATUSES).toContain(status);
    // A sentence with a common Spanish word.
    expect(SPECIFIED.has(code) ? `${message}.` : message).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/);
    expect(message).toMatch(/\b(el|la|los|lo|por|que|de|del|un|una|no|esta|tu|está|se|o)\b/i);
  });

  test('E-7.6: is the body of its rejection', () => {
    const { status, message } = errorTable[code];
    expect(errorBody(code)).toEqual({ status, code, errorMessage: message });
  });
});

test('the body of an error has its issues', () => {
  const issues = [{ path: 'limit', message: 'Demasiado grande' }];
  expect(errorBody('BAD_REQUEST', { issues })).toMatchObject({ status: 400, issues });
  expect(errorBody('BAD_REQUEST', { issues: [] })).not.toHaveProperty('issues');
});

test('the sentences of the specification are verbatim', () => {
  expect(errorTable.INVALID_EMAIL_OR_PASSWORD.message).toBe('Correo o contraseña incorrectos.');
  expect(errorTable.ACCOUNT_INACTIVE.message).toBe(
    'Tu cuenta no está activa. Contacta al administrador.',
  );
  expect(errorTable.TOO_MANY_REQUESTS.message).toBe(
    'Se han enviado demasiadas solicitudes en un corto período de tiempo. Por favor, inténtalo de nuevo más tarde.',
  );
  expect(errorTable.INTERNAL.message).toBe('Ha ocurrido un error. Por favor, inténtalo de nuevo.');
});

test('only entries of the table of errors are codes', () => {
  expect(codes.every(isErrorCode)).toBe(true);
  for (const text of ['', 'toString', '__proto__', 'constructor', 'unauthorized']) {
    expect(isErrorCode(text)).toBe(false);
  }
});
