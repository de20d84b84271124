import { expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import { laboratoryFiles } from '../../../testing/results/laboratory-files.ts';
import { valuesByAnalyte } from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { deliver, findSets } = laboratoryFiles(testApp);

/** Imports rows of one sample, with a column of studies or of anything else. */
async function importRows(heading: string, ...rows: readonly string[]) {
  const id = await addPatient(testApp().database.db);
  const lines = rows.map((row) => `${id};${row};3 (2-7 días)\n`).join('');
  const columns = { Px: 'patient', Prueba: 'test', Resultado: 'result', A: 'abstinenceDays' };
  const file = `Px;${heading};Prueba;Resultado;A\n${lines}`;
  const { refused } = await deliver(file, { columns });
  const [set] = await findSets(id);
  return { set, problem: refused[0]?.problem };
}

test.each([
  ['5.1 (1.5-12.4 mUI/mL)', { unit: 'mUI/mL', flag: 'within' }],
  ['9.5 H (1 a 8 UI/L)', { unit: 'UI/L', laboratoryFlag: 'H', range: '1 a 8 UI/L' }],
])(
  'E-10.3853: the value, unit and range of «%s», and a range of abstinence',
  async (cell, value) => {
    const { set } = await importRows('Sede', `Centro;FSH;${cell}`);
    expect(set).toMatchObject({ abstinenceDays: '3', values: [value] });
  },
);

test.each([
  ['Glucosa', '85 (0-2 h)'],
  ['Hormona', '0.8 (2 a 5 meses)'],
])('E-10.3935: the unit of an age or hour in «%s» %s is not of the value', async (name, cell) => {
  const { set } = await importRows('Sede', `Centro;${name};${cell}`);
  expect(set).toMatchObject({ values: [{ value: null, unit: null, text: cell, range: null }] });
});

test('E-10.3935: a range in another unit than the column is not split', async () => {
  const id = await addPatient(testApp().database.db);
  const columns = { Px: 'patient', 'FSH (mUI/mL)': 'fsh', 'T (ng/dL)': 'testosterone' };
  const file = `Px;FSH (mUI/mL);T (ng/dL)\n${id};5.1 (1.5-12.4 mUI/mL);450 (10-35 nmol/L)\n`;
  const { refused } = await deliver(file, { columns });
  expect(refused[0]?.problem).toMatch(/^T \(ng\/dL\): «450 \(10-35 nmol\/L\)»\. Escribe/);
});

test('E-10.3855: words for a number are named with their line and column', async () => {
  const { problem } = await importRows('Sede', ';Volumen;2', ';Concentración;Abundantes');
  expect(problem).toMatch(/^Línea 3, columna «Resultado», Concentración: «Abundantes». Escribe/);
});

test.each([
  ['Estudio', ['Seminograma;Volumen;2', 'Biometría hemática;Método;Citometría']],
  ['Sede', ['Centro;Volumen;2', 'Centro;Hematocrito;45', 'Centro;Método;Citometría']],
])('E-10.3856: with the column %s, a method of another study is a row', async (heading, rows) => {
  const { set } = await importRows(heading, ...rows);
  expect(set?.method).toBeNull();
  expect(set && valuesByAnalyte(set)).toMatchObject({ Método: 'Citometría' });
});

test('E-10.4014: a row with only a method of another study is not a result', async () => {
  const { set, problem } = await importRows('Estudio', 'Biometría hemática;Método;Citometría');
  expect([set, problem]).toEqual([undefined, 'No tiene ningún valor.']);
});
