import type { Patient } from '@simiente/contract/patients/calls';
import type { HTTPMethods } from 'fastify';
import { expect } from 'vitest';
import type { TestApplication } from '../application.ts';

/** A call's answer, of any shape. */
export interface CallAnswer {
  status: number;
  code?: string;
  data?: Record<string, unknown> & { patient?: Patient };
  issues?: { path: string; message: string }[];
  details?: { current?: Patient };
}

/** Sends changes as a client does: to their path, with or without an Idempotency-Key. */
export function makeSender(testApp: () => TestApplication) {
  return async (
    method: HTTPMethods,
    url: string,
    payload: object | string,
    headers: Record<string, string> = {},
  ): Promise<CallAnswer> => {
    const answer = await testApp().staff.request({
      method,
      url,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });
    const body = answer.json<CallAnswer>();
    expect(body.status).toBe(answer.statusCode);
    return body;
  };
}

/** Invalid values of a patient's fields, as `[field, value, message]`. */
export const badFields: readonly (readonly [string, unknown, RegExp])[] = [
  ['name', '', /nombre/],
  ['name', ' \t\u00a0 ', /nombre/],
  ['name', '---', /nombre/],
  ['name', 'x'.repeat(201), /200/],
  ['name', 'x'.repeat(60_000), /200/],
  ['name', 'Ana\u0000', /no permitidos/],
  ['name', 7, /./],
  ['name', null, /./],
  ['email', '', /correo/],
  ['email', 'ana', /correo/],
  ['email', 'ana@', /correo/],
  ['email', 'ana@x', /correo/],
  ['email', 'ana perez@x.mx', /correo/],
  ['email', 'ana@x.mx\nBcc: b@x.mx', /correo/],
  ['email', 'ana\u0000@x.mx', /correo/],
  ['email', `${'a'.repeat(250)}@x.mx`, /254/],
  ['email', 'a'.repeat(60_000), /254/],
  ['phone', '', /dígitos/],
  ['birthDate', '12/03/1992', /fecha no existe/],
  ['birthDate', '2026-02-30', /fecha no existe/],
  ['birthDate', '', /fecha no existe/],
  ['birthDate', '2199-01-01', /futura/],
  ['sex', 'hombre', /./],
  ['state', 'Texas', /estado/],
  ['zip', '4420', /5 dígitos/],
  ['street', '  ', /texto/],
  ['colony', 'x'.repeat(60_000), /120/],
  ['municipality', 'Zapopan\u0000', /no permitidos/],
  ['emergencyPhone', '55 1234', /dígitos/],
  ['emergencyName', 7, /./],
  ['phone', '55 1234', /dígitos/],
  ['phone', '1'.repeat(21), /dígitos/],
  ['phone', `+52 ${'1'.repeat(400)}`, /40/],
  ['phone', '55 1234 5678 ext. 9', /dígitos/],
  ['phone', '٥٥١٢٣٤٥٦٧٨', /dígitos/],
  ['phone', 5512345678, /./],
  ['status', 0, /./],
  ['status', 5, /./],
  ['status', 'Test', /./],
  ['status', null, /./],
];
