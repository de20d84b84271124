import type { ResultSet } from '@simiente/contract/results/calls';
import { defaultValue } from '@simiente/contract/results/testing/result-set';
import { pickReportedFields } from '@simiente/contract/results/values';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../testing/screen.tsx';
import { watchDownloads } from '../../list-exports/testing/downloads.ts';
import { ana, concentration, makeSet } from '../testing/results.ts';

const openResults = (path: string, sets: readonly ResultSet[]) =>
  openScreen(`/pacientes/${ana.idUser}/resultados${path}`, {
    'GET /v1/user/get-one': () => ana,
    'GET /v1/result/of-patient': () => ({ sets }),
    'GET /v1/letterhead/get-one': () => ({ letterhead: null }),
  });

const older = makeSet({
  idResultSet: 'res_0',
  collectedAt: '2026-07-17T14:00:00.000Z',
  laboratory: { idPartner: 'par_obsidiana', name: 'Análisis Obsidiana Clara' },
  abstinenceDays: '2',
  values: [
    concentration('19', { centile: { above: 5, below: 10 } }),
    defaultValue({ analyte: 'ph', value: '7.8', unit: 'pH' }),
  ],
});
const latest = makeSet({
  suggestions: [
    { word: 'oligozoospermia', rule: 'concentración 14 ×10⁶/mL, por debajo del percentil 5 (16)' },
  ],
  values: [
    defaultValue({ analyte: 'liquefaction', value: '25', unit: 'min' }),
    concentration('14', {
      range: '≥ 16',
      flag: 'below',
      centile: { above: 2.5, below: 5 },
      earlier: [
        {
          ...pickReportedFields(
            defaultValue({ analyte: 'concentration', value: '140', unit: '10*6/mL' }),
          ),
          laboratoryFlag: null,
          replacedAt: '2026-10-14T15:00:00.000Z',
          replacedBy: 'Ignacio Ferrer',
          reason: 'Punto mal leído.',
        },
      ],
    }),
    defaultValue({
      analyte: 'leukocytes',
      value: '1',
      comparator: '<',
      unit: '10*6/mL',
      range: '< 1',
      flag: 'within',
    }),
    defaultValue({ analyte: 'ph', value: '7.6', unit: 'pH' }),
    defaultValue({
      idValue: null,
      analyte: 'totalProgressiveMotile',
      value: '9.996',
      unit: '10*6/{ejaculate}',
      derived: { formula: '2.1 mL × 14 ×10⁶/mL × 34 % (PR)' },
    }),
  ],
});

const row = (name: RegExp) => screen.getByRole('row', { name });

test('E-10.461: each analyte has value, range and flag in words, and centile; without a range no flag', async () => {
  await openResults('', [latest, older]);
  await screen.findByRole('heading', { name: 'Seminograma' });
  const concentrationText = row(/^Concentración/).textContent;
  expect(concentrationText).toContain('14 ×10⁶/mL');
  expect(concentrationText).toContain('≥ 16 Por debajo del rango');
  expect(concentrationText).toContain('por debajo del percentil 5 de hombres fértiles, OMS 2021');
  expect(row(/^Leucocitos/).textContent).toContain('< 1');
  expect(row(/^Leucocitos/).textContent).toContain('Dentro del rango');
  expect(row(/^pH/).textContent).toContain('Sin rango impreso');
  expect(row(/^pH/).textContent).not.toMatch(/rango$|Dentro|Por debajo del|Por encima del/);
  expect(document.body.textContent).not.toMatch(/\banormal|\bnormal\b|\bBajo\b(?! el rango)/);
});

test('E-10.461: the numbers name their source, also those of the 5th edition', async () => {
  await openResults('', [latest, makeSet({ idResultSet: 'res_5', whoEdition: 5 })]);
  expect((await screen.findByText(/^Fuente:/)).textContent).toBe(
    'Fuente: Manual de laboratorio de la OMS, 6.ª edición (2021), tabla 8.3; Manual de laboratorio de la OMS, 5.ª edición (2010)',
  );
});

test('E-10.462: a derived value has its formula, a correction its earlier value, a suggestion its rule', async () => {
  await openResults('', [latest, older]);
  await screen.findByRole('heading', { name: 'Seminograma' });
  const derived = row(/^Espermatozoides móviles progresivos totales/).textContent;
  expect(derived).toContain('10');
  expect(derived).toContain('2.1 mL × 14 ×10⁶/mL × 34 % (PR)');
  expect(derived).toContain('La OMS no publica un límite');
  expect(row(/^Concentración/).textContent).toMatch(
    /Antes 140 ×10⁶\/mL.*Ignacio Ferrer\. Motivo: Punto mal leído\./,
  );
  expect(screen.getByText(/Sugerencia:/).textContent).toBe(
    'Sugerencia: oligozoospermia. Regla: concentración 14 ×10⁶/mL, por debajo del percentil 5 (16).',
  );
});

test('E-10.493: a correction shows the earlier sample facts, and their validation', async () => {
  const corrected = makeSet({
    corrections: [
      {
        at: '2026-10-15T15:00:00.000Z',
        by: 'Ignacio Ferrer',
        kind: 'corrected',
        idOtherUser: null,
        reason: 'Papel de otro día.',
        before: {
          laboratory: null,
          collectedAt: '2026-10-11T06:00:00.000Z',
          collectedTimeKnown: false,
          abstinenceDays: '3',
          completeSample: false,
        },
        validated: { at: '2026-10-14T15:00:00.000Z', by: 'Eva Luna' },
      },
    ],
  });
  await openResults('', [corrected]);
  const line = await screen.findByText(/Papel de otro día/);
  expect(line.textContent).toMatch(
    /^Corrigió Ignacio Ferrer, .*Motivo: Papel de otro día\. Antes: Laboratorio sin dato; Toma 11 oct 2026; Abstinencia 3 días; Muestra incompleta\. Validación anterior: Eva Luna, .*14 oct/,
  );
});

test('E-10.463: a result without a second reading is marked, values without a file have no link, and another date can be chosen', async () => {
  const { user } = await openResults('', [latest, older]);
  await screen.findByText('Capturado, sin segunda lectura');
  expect(screen.getByRole('button', { name: 'Consultar' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  expect(screen.getByText('Abstinencia 4 días')).toBeTruthy();
  expect(screen.getByText('Analizada a los 48 min')).toBeTruthy();
  await user.click(await screen.findByRole('combobox', { name: 'Fecha de Seminograma' }));
  await user.click(await screen.findByRole('option', { name: '17 jul 2026, 8:00' }));
  await screen.findByText('Análisis Obsidiana Clara');
  expect(row(/^Concentración/).textContent).toContain('19');
});

test('E-10.464: two dates are shown side by side with their differences', async () => {
  await openResults('/comparar', [latest, older]);
  const table = await screen.findByRole('table', { name: 'Seminograma, dos fechas' });
  expect(within(table).getByRole('row', { name: /^Concentración/ }).textContent).toMatch(
    /19.*14.*−5 ×10⁶\/mL$/,
  );
  expect(within(table).getByRole('row', { name: /^Leucocitos/ }).textContent).toMatch(/—$/);
  expect(
    screen.getByText(/cambió el laboratorio: una diferencia puede deberse a eso/),
  ).toBeTruthy();
});

test('E-10.465: all results of an analyte are a chart with its table', async () => {
  await openResults('/evolucion?estudio=Seminograma&analito=concentration', [latest, older]);
  await screen.findByRole('heading', { name: 'Concentración' });
  expect(screen.getByText('La línea se corta donde cambió el laboratorio')).toBeTruthy();
  const rows = within(screen.getByRole('table', { name: 'Concentración' })).getAllByRole('row');
  expect(rows.slice(1).map(({ textContent }) => textContent?.slice(0, 13))).toEqual([
    '12 oct 202614',
    '17 jul 202619',
  ]);
});

const final = { status: 'validado', waiting: null } as const;

test.each([
  { name: 'validated', set: final, isPreliminary: false, notices: 0 },
  { name: 'preliminary', set: final, isPreliminary: true, notices: 1 },
  { name: 'entered', set: { status: 'capturado' } as const, isPreliminary: false, notices: 1 },
])('E-10.3280: a chart with $name values has $notices notices of hollow points', async (row) => {
  const values = [concentration('14', { preliminary: row.isPreliminary })];
  await openResults('/evolucion?estudio=Seminograma&analito=concentration', [
    makeSet({ ...row.set, values }),
  ]);
  await screen.findByRole('heading', { name: 'Concentración' });
  expect(screen.queryAllByText('Los puntos huecos no son definitivos')).toHaveLength(row.notices);
});

test('E-10.3321: the reference lines are labelled outside the chart, where they cover no value', async () => {
  await openResults('/evolucion?estudio=Seminograma&analito=concentration', [latest, older]);
  const name = await screen.findByText('Percentil 5, 16');
  expect(name.closest('[aria-hidden]')).toBeNull();
  screen.getByText('Mediana, 66');
});

/** Entered after all others. */
const undated = makeSet({
  idResultSet: 'res_2',
  collectedAt: null,
  enteredAt: '2030-01-01T14:00:00.000Z',
  values: [concentration('90')],
});

test('E-10.706: a result of an unknown day is last in the table of a chart, which omits it with a notice', async () => {
  await openResults('/evolucion?estudio=Seminograma&analito=concentration', [
    latest,
    older,
    undated,
  ]);
  await screen.findByText('1 resultado sin fecha de toma: no se puede ubicar en la gráfica.');
  const rows = within(screen.getByRole('table', { name: 'Concentración' })).getAllByRole('row');
  expect(rows.slice(1).map(({ textContent }) => textContent?.slice(0, 11))).toEqual([
    '12 oct 2026',
    '17 jul 2026',
    'Sin fecha90',
  ]);
  expect(screen.getByText(/3 resultados/)).toBeTruthy();
});

test('E-10.706: two dates of which one is unknown stay in the chosen order, and their difference shows it', async () => {
  await openResults('/comparar?antes=res_2&despues=res_0', [latest, older, undated]);
  const table = await screen.findByRole('table', { name: 'Seminograma, dos fechas' });
  expect(within(table).getByRole('row', { name: /^Concentración/ }).textContent).toMatch(
    /90.*19.*−71 ×10⁶\/mL$/,
  );
  expect(
    screen.getByText(
      'No se sabe cuándo se tomó una de las dos muestras: la diferencia no indica si el valor subió o bajó.',
    ),
  ).toBeTruthy();
  expect(screen.getByText(/cambió el laboratorio: una diferencia/)).toBeTruthy();
});

test('E-10.506: all results of the patient are exported, by an account that may read them and export lists', async () => {
  const requests: unknown[] = [];
  const fetched = watchDownloads();
  const { user } = await openScreen(`/pacientes/${ana.idUser}/resultados`, {
    'GET /v1/user/get-one': () => ana,
    'GET /v1/result/of-patient': () => ({ sets: [latest, older] }),
    'GET /v1/letterhead/get-one': () => ({ letterhead: null }),
    'POST /v1/exports': ({ body }) => {
      requests.push(body);
      return { idExport: 'xpt_1' };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Exportar 2 juegos de resultados' }));
  await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
  await waitFor(() => expect(fetched).toEqual(['/v1/exports/xpt_1']));
  expect(requests).toEqual([{ list: 'patientResults', filters: { idUser: ana.idUser } }]);
});

test('E-10.506: the results of one analyte are exported from its trend', async () => {
  const requests: unknown[] = [];
  watchDownloads();
  const { user } = await openScreen(
    `/pacientes/${ana.idUser}/resultados/evolucion?estudio=Seminograma&analito=concentration`,
    {
      'GET /v1/user/get-one': () => ana,
      'GET /v1/result/of-patient': () => ({ sets: [latest, older] }),
      'POST /v1/exports': ({ body }) => {
        requests.push(body);
        return { idExport: 'xpt_1' };
      },
    },
  );
  await user.click(
    await screen.findByRole('button', { name: 'Exportar 2 resultados de Concentración' }),
  );
  await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
  const sample = { examType: 'Seminograma', analyte: 'concentration', name: null };
  await waitFor(() =>
    expect(requests).toEqual([
      { list: 'patientResults', filters: { idUser: ana.idUser, of: sample } },
    ]),
  );
});

test('E-10.506: an account that reads results only in an emergency cannot export them', async () => {
  await openScreen(
    `/pacientes/${ana.idUser}/resultados`,
    {
      'GET /v1/user/get-one': () => ana,
      'GET /v1/result/of-patient': () => ({ sets: [latest] }),
      'GET /v1/letterhead/get-one': () => ({ letterhead: null }),
    },
    ['patients.read', 'exams.list', 'lists.export'],
  );
  await screen.findByRole('heading', { name: 'Seminograma' });
  expect(screen.queryByRole('button', { name: /Exportar/ })).toBeNull();
});

test('E-10.466: a patient without results gets a page with a notice', async () => {
  await openResults('', []);
  await screen.findByText('Todavía no hay resultados capturados.');
});

test('H-A12, E-10.1370: the flag that a laboratory sent is shown beside the value, and beside its earlier one', async () => {
  const prolactin = defaultValue({ analyte: 'prolactin', value: '48', unit: 'ng/mL' });
  const earlier = {
    ...pickReportedFields(prolactin),
    laboratoryFlag: 'H',
    replacedAt: '2026-10-14T15:00:00.000Z',
    replacedBy: null,
    reason: null,
  };
  const value = { ...prolactin, laboratoryFlag: 'HH', earlier: [earlier] };
  await openResults('', [makeSet({ examType: 'Hormonal', values: [value] })]);
  await screen.findByRole('heading', { name: 'Hormonal' });
  expect(row(/^Prolactina/).textContent).toMatch(
    /Según el laboratorio: HH.*Antes 48 ng\/mL \(Según el laboratorio: H\)/,
  );
});

test('E-10.3702: only a flag that the laboratory sent for an unusual value is highlighted', async () => {
  const makeFlagged = (analyte: string, laboratoryFlag: string) =>
    defaultValue({ analyte, value: '5', unit: 'ng/mL', laboratoryFlag });
  const values = [makeFlagged('prolactin', 'N'), makeFlagged('testosterone', 'H')];
  await openResults('', [makeSet({ examType: 'Hormonal', values })]);
  const isHighlighted = async (words: string) =>
    (await screen.findByText(words)).hasAttribute('data-outside');
  expect(await isHighlighted('Según el laboratorio: N')).toBe(false);
  expect(await isHighlighted('Según el laboratorio: H')).toBe(true);
});

test('H-A3, E-10.1372: the address that a laboratory sent in place of a document is a link, other texts are not', async () => {
  const address = 'https://lab.example/informes/42';
  const texts = [
    defaultValue({ name: 'Enlace', text: address }),
    defaultValue({ name: 'Nota', text: 'javascript:alert(1)' }),
  ];
  await openResults('', [makeSet({ values: texts })]);
  const link = await screen.findByRole('link', { name: address });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    address,
    'noopener noreferrer',
  ]);
  expect(screen.queryByRole('link', { name: /javascript/ })).toBeNull();
});
