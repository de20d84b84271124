import type { PeopleChanges, PeopleColumn, PeopleReview } from '@simiente/contract/people/calls';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderRouted } from '../../testing/render.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { createRowReader } from './read-row.ts';
import { countPlanned, describeHidden, describePlan } from './words.ts';

const column = (index: number, heading: string, field: PeopleColumn['field']): PeopleColumn => ({
  ...{ index, heading, field, samples: [], order: null, century: null },
  ...{ asksOrder: null, asksCentury: null, values: [] },
});

const columns = [
  column(0, 'NOMBRE', 'givenName'),
  column(1, 'APELLIDO PATERNO', 'familyName'),
  column(2, 'APELLIDO MATERNO', 'familyName'),
  column(3, 'TEL', 'phone'),
];
const review: PeopleReview = {
  ...{ created: 0, completed: 0, unchanged: 0, repeated: 0, refused: 1, names: [], existing: [] },
  ...{ capitals: null, repeatedRows: [] },
  problems: [
    {
      line: 4,
      cells: ['', '', '', '5512345678'],
      issues: [{ field: 'name', message: 'Falta el nombre.' }],
    },
  ],
};

const noChanges: PeopleChanges = {
  ...{ cells: {}, omitted: [], accepted: [], kept: [], separate: [] },
  normalNames: false,
};

const reader = createRowReader({
  kind: 'patients',
  checked: {
    ...{ sheet: 0, sheets: [], headingLine: 1, rows: 1, hidden: [], is1904: false },
    ...{ columns, review },
  },
  columns,
  today: '2026-11-20',
});

test('E-10.2784: a row without a name has the fields of its names, and equal fields their headings', async () => {
  renderRouted(
    <ReviewStep
      columns={columns}
      hidden={[]}
      reader={reader}
      review={review}
      changes={noChanges}
      corrected={0}
      share={null}
      isCancelling={false}
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

test('E-10.3548: the counters follow the corrected rows and the omitted ones', async () => {
  const row = { cells: [], issues: [] };
  renderRouted(
    <ReviewStep
      columns={columns}
      hidden={[]}
      reader={reader}
      review={{ ...review, refused: 3, problems: [4, 5, 6].map((line) => ({ line, ...row })) }}
      changes={{ ...noChanges, omitted: [5] }}
      corrected={1}
      share={null}
      isCancelling={false}
      onCancel={() => {}}
      onChange={() => {}}
    />,
  );
  const counters = await screen.findAllByRole('definition');
  expect(counters.map((counter) => counter.firstChild?.textContent)).toEqual(['1', '0', '1']);
});

test('E-10.3980: the review names the hidden rows that are imported', () => {
  expect(describeHidden([3, 9])).toContain('incluye 2 filas ocultas del archivo (3, 9).');
});

test('E-10.2785: the button names exactly what the import will do', () => {
  const fields = [{ field: 'email', current: null, given: 'ana@example.org', fills: true }];
  const existing = [{ line: 3, id: 'usr_1', name: 'Ana', reason: 'curp' as const, fields }];
  const plan = (created: number, completed: number, kept: number[] = [], corrected = 0) =>
    describePlan(
      countPlanned({ ...review, created, completed, existing }, { ...noChanges, kept }, corrected),
    );
  expect([
    ...[plan(7, 0), plan(6999, 0, [], 1), plan(7, 2)],
    ...[plan(0, 2), plan(0, 0), plan(0, 1, [3]), plan(0, 1, [4])],
  ]).toEqual([
    'Importar 7',
    'Importar 7,000',
    'Importar 7 y completar 2',
    'Completar 2',
    undefined,
    undefined,
    'Completar 1',
  ]);
});

test('E-10.3192: a row with more cells than headings is corrected on the screen', () => {
  const cells = ['Ana', 'Paz', 'Cid', 'Calle 1', '5512345678', ''];
  expect(reader.findIssues(cells)).toMatchObject([{ message: /^La fila tiene más celdas/ }, {}]);
  const [extra, ...others] = reader.findExtraCells(cells);
  expect([extra, others]).toMatchObject([{ index: 4, heading: 'Celda 5, sin encabezado' }, []]);
  expect(reader.findIssues(cells, { 3: '5512345678', 4: '' })).toEqual([]);
});

test('E-10.3192: a row that lacks its last cells is corrected on the screen', () => {
  expect(reader.findIssues(['Ana', 'Paz'], { 3: '12' })).toMatchObject([{ field: 'phone' }]);
});

interface ReviewProps extends Partial<PeopleReview> {
  onChange: (changes: PeopleChanges) => void;
}

function Review({ onChange, ...plan }: ReviewProps) {
  const [changes, setChanges] = useState(noChanges);
  return (
    <ReviewStep
      columns={columns}
      hidden={[]}
      reader={reader}
      review={{ ...review, ...plan }}
      changes={changes}
      corrected={0}
      share={null}
      isCancelling={false}
      onCancel={() => {}}
      onChange={(next) => {
        onChange(next);
        setChanges(next);
      }}
    />
  );
}

test.each([
  ['José Luis', 'Ortega y Gasset', '5512345678', 'Aceptar la fila 4'],
  ['Ana', 'Paz', '551234567', 'Aceptar la fila 4'],
  ['Ana', 'Paz', '12', null],
])('E-10.3550, E-10.4076: %s %s Cid with the phone %s has the button %j', async (...row) => {
  const [given, family, phone, accept] = row;
  const cells = [given, family, 'Cid', phone];
  const onChange = vi.fn();
  renderRouted(<Review problems={[{ line: 4, cells, issues: [] }]} onChange={onChange} />);
  await screen.findByRole('button', { name: 'Omitir la fila 4' });
  const button = screen.queryByRole('button', { name: /^Aceptar/ });
  expect(button?.getAttribute('aria-label') ?? null).toBe(accept);
  if (button === null) return;
  await userEvent.click(button);
  expect(onChange).toHaveBeenCalledWith({ ...noChanges, accepted: [4] });
  expect(reader.findIssues(cells, {}, true)).toEqual([]);
});

test('E-10.3643: one click accepts the short phones of all rows, and no other problem', async () => {
  const problems = ['551234567', '12', '5512345'].map((phone, index) => ({
    line: index + 4,
    cells: ['Ana', 'Paz', 'Cid', phone],
    issues: [],
  }));
  const onChange = vi.fn();
  renderRouted(<Review problems={problems} onChange={onChange} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Aceptar 2 teléfonos cortos' }));
  expect(onChange).toHaveBeenCalledWith({ ...noChanges, accepted: [4, 6] });
});

test('E-10.3742: after an accepted row its item has the focus, and after all rows their section', async () => {
  const problems = [4, 5, 6].map((line) => ({
    line,
    cells: ['Ana', 'Paz', 'Cid', '551234567'],
    issues: [],
  }));
  renderRouted(<Review problems={problems} onChange={() => {}} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Aceptar la fila 5' }));
  expect(document.activeElement?.tagName).toBe('LI');
  expect(document.activeElement?.textContent).toContain('Fila 5');
  await userEvent.click(screen.getByRole('button', { name: 'Aceptar 2 teléfonos cortos' }));
  expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('problem-rows');
});

const sharedPhone = { reason: 'phone' as const, name: 'Mario Paz' };
const field = { field: 'email', current: null, given: 'maria@example.org', fills: true };
const matched = { ...sharedPhone, id: 'usr_1', fields: [field] };
const repeatedRow = { ...sharedPhone, name: 'María Paz', first: 2, firstName: 'Mario Paz' };

test('E-10.3952: with the keyboard, a matched row becomes another person, and back', async () => {
  const onChange = vi.fn();
  const existing = [{ ...matched, line: 3 }];
  renderRouted(<Review {...{ existing, completed: 1, problems: [], onChange }} />);
  const choice = await screen.findByRole('checkbox', { name: 'Es otra persona: fila 3' });
  const readCounters = () =>
    screen.getAllByRole('definition').map((counter) => counter.firstChild?.textContent);
  choice.focus();
  await userEvent.keyboard(' ');
  expect(onChange).toHaveBeenLastCalledWith({ ...noChanges, separate: [3] });
  expect(readCounters()).toEqual(['1', '0', '1']);
  expect(screen.queryByRole('radio')).toBeNull();
  expect(document.activeElement).toBe(choice);
  await userEvent.keyboard(' ');
  expect(onChange).toHaveBeenLastCalledWith(noChanges);
  expect(readCounters()).toEqual(['0', '1', '1']);
  expect(screen.getAllByRole('radio')).toHaveLength(2);
});

test('E-10.3952: a repeated row becomes another person, unless it has the same CURP', async () => {
  const onChange = vi.fn();
  const repeatedRows = [
    { ...repeatedRow, line: 3 },
    { ...repeatedRow, line: 4, reason: 'curp' as const },
  ];
  renderRouted(<Review {...{ repeatedRows, repeated: 2, problems: [], onChange }} />);
  const section = await screen.findByRole('region', {
    name: '2 filas repiten a una persona de otra fila',
  });
  expect(section.textContent).toContain('Una CURP es de una persona.');
  await userEvent.click(screen.getByRole('checkbox'));
  expect(onChange).toHaveBeenLastCalledWith({ ...noChanges, separate: [3] });
});

test('E-10.3952: the button counts other people as new', () => {
  const existing = [2, 3].map((line) => ({ ...matched, line }));
  const repeatedRows = [{ ...repeatedRow, line: 4 }];
  const plan = { ...review, created: 1, completed: 2, existing, repeatedRows };
  const describe = (separate: number[], kept: number[] = []) =>
    describePlan(countPlanned(plan, { ...noChanges, kept, separate }, 0));
  expect([describe([3]), describe([4, 9]), describe([2, 3], [3])]).toEqual([
    'Importar 2 y completar 1',
    'Importar 2 y completar 2',
    'Importar 3',
  ]);
});

const status: PeopleColumn = {
  ...column(0, 'Estatus', 'status'),
  values: ['Alta', 'Baja'].map((text) => ({ text, value: '' })),
};

function StatusColumn() {
  const [columns, setColumns] = useState<readonly PeopleColumn[]>([status]);
  const checked = { sheet: 0, sheets: [], headingLine: 1, rows: 2, hidden: [], is1904: false };
  return (
    <ColumnsStep
      kind="patients"
      file={new File([], 'a.csv')}
      checked={{ ...checked, columns: [...columns], review: null }}
      columns={columns}
      isBusy={false}
      onFile={() => undefined}
      onChange={setColumns}
    />
  );
}

test('E-10.4131: a partly answered status column says that the other statuses go into the note', async () => {
  const user = userEvent.setup();
  await renderRouted(<StatusColumn />);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Alta' }), 'Registro');
  screen.getByText('Lo que no elijas se guardará en la nota.');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Baja' }), 'Registro');
  expect(screen.queryByText(/en la nota/)).toBeNull();
});
