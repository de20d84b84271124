import { expect, test } from 'vitest';
import {
  changedFields,
  compareFields,
  defineFields,
  readFields,
  serializeContent,
} from './fields.ts';

interface Values {
  readonly text: string;
  readonly list: readonly string[];
  readonly on: boolean;
  readonly file: File | null;
  readonly span: { readonly from: string; readonly to: string };
}

const fields = defineFields<Values, unknown>()({
  text: { label: 'Texto' },
  list: { label: 'Lista', missing: 'Elige uno.' },
  on: { label: 'Activo' },
  file: { label: 'Archivo', isSame: (first, second) => first?.name === second?.name },
  span: {
    label: 'Horario',
    rule: {
      safeParse: () => ({ error: { issues: [{ path: ['to'], message: 'Termina antes.' }] } }),
    },
    show: ({ from, to }) => `${from} a ${to}`,
  },
});

const START: Values = {
  text: '',
  list: ['a'],
  on: false,
  file: null,
  span: { from: '8', to: '9' },
};

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

test('the stale dialog formats each kind of value, in the order of the form', () => {
  const stored = { ...START, list: ['a', 'b'], span: { from: '8', to: '10' } };
  const typedValues = { ...stored, text: 'x', on: true };
  expect(compareFields(fields, { start: START, theirs: stored, mine: typedValues })).toEqual([
    { label: 'Texto', isSame: false, theirs: '—', mine: 'x' },
    { label: 'Lista', isSame: true, theirs: 'a, b', mine: 'a, b' },
    { label: 'Activo', isSame: false, theirs: 'No', mine: 'Sí' },
    { label: 'Horario', isSame: true, theirs: '8 a 10', mine: '8 a 10' },
  ]);
});
