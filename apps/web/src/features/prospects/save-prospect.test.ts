import { describe, expect, test } from 'vitest';
import { ApiFailure, failureOf } from '../../lib/api/failure.ts';
import { noAnswer } from '../../lib/api/send.ts';
import { rebase, writtenOf } from './prospect-draft.ts';
import { saveProspect, updateFailure } from './save-prospect.ts';

test.each(['', undefined])(
  'E-5.13: a prospect whose id is %j is not sent anywhere',
  async (idProspect) => {
    const draft = { status: 'pending', notes: '' } as const;
    await expect(saveProspect({ idProspect, draft, version: 1, key: 'k' })).rejects.toThrow(
      'ID del prospecto no encontrado',
    );
  },
);

test('E-5.14: notes go trimmed, and not at all when there are none', () => {
  expect(writtenOf({ status: 'pending', notes: ' a\nb ' })).toEqual({
    status: 'pending',
    notas: 'a\nb',
  });
  expect(writtenOf({ status: 'pending', notes: ' \n ' })).toEqual({ status: 'pending' });
});

test('what one did not touch stays as others left it', () => {
  const base = { status: 'pending', notes: 'a' } as const;
  const now = { status: 'rejected', notes: 'b' } as const;
  expect(rebase({ status: 'pending', notes: 'c' }, base, now)).toEqual({
    status: 'rejected',
    notes: 'c',
  });
  expect(rebase({ status: 'converted', notes: 'a' }, base, now)).toEqual({
    status: 'converted',
    notes: 'b',
  });
});

describe('a change that failed', () => {
  test.each([
    [new ApiFailure('NOT_FOUND', 'El texto del servidor.'), 'El texto del servidor.', undefined],
    [failureOf('<html>'), 'Error al actualizar', expect.any(String)],
    [noAnswer(), 'Error al actualizar el prospecto', expect.stringContaining('Sin conexión')],
    [new TypeError('x is not a function'), 'Error al actualizar el prospecto', undefined],
  ])('E-8.17, E-8.18: %s is told as %j', (error, title, detail) => {
    expect(updateFailure(error)).toEqual({ title, ...(detail && { detail }) });
  });
});
