import { expect, test } from 'vitest';
import {
  changedFields,
  compareFields,
  defineFields,
  readFields,
  serializeContent,
  toFieldValues,
} from './fields.ts';

const fields = defineFields<unknown>()({
  text: { label: 'Texto' },
  list: { label: 'Lista', missing: 'Elige uno.', initial: ['a'] },
  on: { label: 'Activo', initial: false },
  file: {
    label: 'Archivo',
    initial: null as File | null,
    isSame: (first, second) => first?.name === second?.name,
  },
  span: {
    label: 'Horario',
    initial: { from: '8', to: '9' },
    rule: {
      safeParse: () => ({ error: { issues: [{ path: ['to'], message: 'Termina antes.' }] } }),
    },
    show: ({ from, to }) => `${from} a ${to}`,
  },
});

const START = toFieldValues(fields, null);

test('two files of the same name differ by size or date', () => {
  const one = new File(['a'], 'a.png', { lastModified: 1 });
  expect(serializeContent(one)).not.toBe(
    serializeContent(new File(['ab'], 'a.png', { lastModified: 1 })),
  );
  expect(serializeContent(one)).toBe(
    serializeContent(new File(['a'], 'a.png', { lastModified: 1 })),
  );
});

test('a field is compared by its content, or by its own rule', () => {
  const next = { ...START, list: ['a'], on: true, file: new File([], 'b.png') };
  expect(changedFields(fields, next, START)).toEqual(['on', 'file']);
});

test('an error is shown at its part of a field, and at the field', () => {
  const names = ['list', 'span'] as const;
  expect(readFields(fields, { ...START, list: [] }, { names, base: null }).errors).toEqual({
    list: 'Elige uno.',
    span: 'Termina antes.',
    'span.to': 'Termina antes.',
  });
});

test('the conflict dialog formats each kind of value, in the order of the form', () => {
  const stored = { ...START, list: ['a', 'b'], span: { from: '8', to: '10' } };
  const typedValues = { ...stored, text: 'x', on: true };
  expect(compareFields(fields, { start: START, theirs: stored, mine: typedValues })).toEqual([
    { label: 'Texto', isSame: false, theirs: '—', mine: 'x' },
    { label: 'Lista', isSame: true, theirs: 'a, b', mine: 'a, b' },
    { label: 'Activo', isSame: false, theirs: 'No', mine: 'Sí' },
    { label: 'Horario', isSame: true, theirs: '8 a 10', mine: '8 a 10' },
  ]);
});

test('a value comes from the record, or else from the field or the form', () => {
  const table = defineFields<{ name: string | null; minutes: number }>()({
    name: { label: 'Nombre' },
    length: { label: 'Minutos', initial: '30', from: ({ minutes }) => String(minutes) },
    on: { label: 'Activo', initial: true },
  });
  expect(toFieldValues(table, { name: 'Ana', minutes: 45 })).toEqual({
    name: 'Ana',
    length: '45',
    on: true,
  });
  expect(toFieldValues(table, { name: null, minutes: 45 }).name).toBe('');
  expect(toFieldValues(table, null, { name: 'Nueva' })).toEqual({
    name: 'Nueva',
    length: '30',
    on: true,
  });
});
