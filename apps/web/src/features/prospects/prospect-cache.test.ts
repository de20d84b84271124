import { expect, test } from 'vitest';
import { ApiFailure, parseFailure } from '../../lib/api/failure.ts';
import { noAnswer } from '../../lib/api/send.ts';
import { describeFailure } from './prospect-cache.ts';

test.each([
  [new ApiFailure('NOT_FOUND', 'El texto del servidor.'), 'El texto del servidor.', undefined],
  [parseFailure('<html>'), 'Error al actualizar', expect.any(String)],
  [noAnswer(), 'Error al actualizar el prospecto', expect.stringContaining('Sin conexión')],
  [new TypeError('x is not a function'), 'Error al actualizar el prospecto', undefined],
])('E-8.17, E-8.18: a failed update, %s, is described as %j', (error, title, detail) => {
  expect(describeFailure(error)).toEqual({ title, ...(detail && { detail }) });
});
