import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newResultSet, newValue, resultFacts } from './fields.ts';
import { resultActions, resultStatuses, statusAfter } from './states.ts';

const read = (typed: object) => newValue.safeParse(typed);

test('E-10.413: a value is stored in canonical form, with its unit and the words of the laboratory', () => {
  expect(read({ analyte: 'volume', value: '2,10' }).data).toEqual({
    analyte: 'volume',
    name: null,
    comparator: null,
    value: '2.1',
    unit: 'mL',
    text: null,
    choice: null,
    range: null,
  });
  expect(read({ analyte: 'leukocytes', value: '<1', range: ' < 1 ' }).data).toMatchObject({
    comparator: '<',
    value: '1',
    unit: '10*6/mL',
    range: '< 1',
  });
  expect(read({ analyte: 'fsh', value: '8.9', unit: 'IU/L' }).data).toMatchObject({ unit: 'UI/L' });
  expect(read({ analyte: 'concentration', value: 'No se observaron' }).data).toMatchObject({
    value: '0',
    text: 'No se observaron',
  });
  expect(read({ analyte: 'pellet', choice: 'none' }).data).toMatchObject({
    choice: 'none',
    unit: null,
  });
  expect(read({ analyte: 'colour', text: 'Blanco opalescente' }).success).toBe(true);
  expect(read({ name: 'Urea', value: '30', unit: 'mg/dL' }).data).toMatchObject({ unit: 'mg/dL' });
  expect(
    read({ analyte: 'antibiogram', name: 'Amikacina', choice: 'S', value: '<2' }).success,
  ).toBe(true);
});

test('E-10.413: a negative value, a share over 100 % and a pH over 14 are rejected', () => {
  const listMessages = (typed: object) => read(typed).error?.issues.map(({ message }) => message);
  expect(listMessages({ analyte: 'volume', value: '-2' })).toEqual([
    'El valor no puede ser negativo.',
  ]);
  expect(listMessages({ analyte: 'vitality', value: '100.1' })).toEqual([
    'Un porcentaje va de 0 a 100.',
  ]);
  expect(listMessages({ analyte: 'ph', value: '25' })).toEqual(['El pH va de 0 a 14.']);
  expect(read({ analyte: 'ph', value: '14' }).success).toBe(true);
});

test('E-10.4011: a range of abstinence is rejected with the way to write it', () => {
  const { error } = resultFacts.abstinenceDays.safeParse('3-5');
  expect(error?.issues[0]?.message).toMatch(/un solo número de días.*rango.*«Abstinencia»/);
  expect(read({ name: 'Abstinencia', text: '3-5 d' }).success).toBe(true);
});

test('E-10.413: an invalid value is rejected at its field', () => {
  for (const [typed, path] of [
    [{ analyte: 'volume', value: 'mucho' }, 'value'],
    [{ analyte: 'volume' }, 'value'],
    [{ analyte: 'volume', value: '-1' }, 'value'],
    [{ analyte: 'vitality', value: '100,1' }, 'value'],
    [{ analyte: 'volume', value: '2', unit: '%' }, 'unit'],
    [{ analyte: 'nada', value: '2' }, 'analyte'],
    [{ analyte: 'toString', value: '2' }, 'analyte'],
    [{ analyte: 'totalProgressiveMotile', value: '2' }, 'analyte'],
    [{ analyte: 'pellet', choice: 'quizá' }, 'choice'],
    [{ analyte: 'antibiogram', choice: 'S' }, 'name'],
    [{ value: '3' }, 'name'],
  ] as const) {
    expect(read(typed).error?.issues[0]?.path, JSON.stringify(typed)).toEqual([path]);
  }
});

test('E-10.481: a comma before three digits is rejected with both possible numbers', () => {
  for (const value of ['1,200', '< 1,200']) {
    expect(read({ analyte: 'volume', value }).error?.issues).toMatchObject([
      { path: ['value'], message: 'Se lee de dos maneras. Escribe 1200 o 1.2.' },
    ]);
  }
  const facts = { idUser: 'p1', examType: 'Seminograma', values: [{ analyte: 'ph', value: '7' }] };
  const abstinence = newResultSet.safeParse({ ...facts, abstinenceDays: '1,500' });
  expect(abstinence.error?.issues[0]).toMatchObject({
    path: ['abstinenceDays'],
    message: 'Se lee de dos maneras. Escribe 1500 o 1.5.',
  });
});

test('E-10.485: times of receipt and analysis need an hour; the time of the sample may be a day', () => {
  const set = (facts: object) =>
    newResultSet.safeParse({ idUser: 'p1', values: [{ analyte: 'ph', value: '7' }], ...facts });
  for (const field of ['receivedAt', 'analyzedAt']) {
    expect(set({ [field]: '2026-10-12' }).error?.issues).toMatchObject([
      { path: [field], message: 'Falta la hora.' },
    ]);
    expect(set({ [field]: '2026-10-12T15:28:00Z' }).success).toBe(true);
  }
  expect(set({ collectedAt: '2026-10-12' }).success).toBe(true);
});

test('E-10.413: a set has at least one value and no duplicates', () => {
  const set = (values: object[], more: object = { examType: 'Seminograma' }) =>
    newResultSet.safeParse({ idUser: 'p1', ...more, values }).success;
  const volume = { analyte: 'volume', value: '2' };
  expect(set([volume])).toBe(true);
  expect(set([])).toBe(false);
  expect(set([volume, volume])).toBe(false);
  expect(set([volume], { idExam: 'e1' })).toBe(true);
});

test('E-10.414: in any sequence of actions only validated results can be corrected, and a correction needs another validation', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...resultActions), { maxLength: 12 }), (actions) => {
      let status: (typeof resultStatuses)[number] = 'capturado';
      let wasValidated = false;
      for (const action of actions) {
        const next = statusAfter(status, action);
        if (status === 'retirado') {
          expect(next).toBeUndefined();
          continue;
        }
        if (action === 'correct') expect(next).toBe(wasValidated ? 'corregido' : undefined);
        if (action === 'validate')
          expect(next).toBe(status === 'validado' ? undefined : 'validado');
        if (action === 'update') expect(next).toBe(wasValidated ? undefined : 'capturado');
        status = next ?? status;
        wasValidated ||= status === 'validado';
      }
      expect(resultStatuses).toContain(status);
    }),
  );
});
