import type { PeopleColumn, PeopleReview } from '@simiente/contract/people/calls';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderRouted } from '../../testing/render.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { describePlan } from './words.ts';

const column = (index: number, heading: string, field: PeopleColumn['field']): PeopleColumn => ({
  ...{ index, heading, field, samples: [], order: null, century: null },
  ...{ asksOrder: null, asksCentury: null, statuses: [] },
});

const columns = [
  column(0, 'NOMBRE', 'givenName'),
  column(1, 'APELLIDO PATERNO', 'familyName'),
  column(2, 'APELLIDO MATERNO', 'familyName'),
  column(3, 'TEL', 'phone'),
];
const review: PeopleReview = {
  ...{ created: 0, completed: 0, unchanged: 0, repeated: 0, refused: 1, names: [], existing: [] },
  capitals: null,
  problems: [
    {
      line: 4,
      cells: ['', '', '', '5512345678'],
      issues: [{ field: 'name', message: 'Falta el nombre.' }],
    },
  ],
};

test('E-10.2784: a row without a name has the fields of its names, and equal fields their headings', async () => {
  renderRouted(
    <ReviewStep
      kind="patients"
      checked={{
        ...{ sheet: 0, sheets: [], headingLine: 1, rows: 1, is1904: false, sexLetters: null },
        ...{ columns, review },
      }}
      columns={columns}
      review={review}
      changes={{ cells: {}, omitted: [], kept: [], normalNames: false }}
      share={null}
      onCancel={() => {}}
      onChange={() => {}}
    />,
  );
  const labels = ['Nombre de pila', 'APELLIDO PATERNO', 'APELLIDO MATERNO', 'Teléfono'];
  const fields = [];
  for (const label of labels) fields.push(await screen.findByRole('textbox', { name: label }));
  expect(fields.map((field) => field.getAttribute('aria-invalid'))).toEqual([
    ...Array.from({ length: 3 }, () => 'true'),
    null,
  ]);
});

test('E-10.2785: the button names exactly what the import will do', () => {
  const plan = (created: number, completed: number, kept: number[] = []) =>
    describePlan({ created, completed }, { cells: {}, kept });
  expect([plan(7, 0), plan(7, 2), plan(0, 2), plan(0, 0), plan(0, 1, [3])]).toEqual([
    'Importar 7',
    'Importar 7 y completar 2',
    'Completar 2',
    undefined,
    undefined,
  ]);
});
