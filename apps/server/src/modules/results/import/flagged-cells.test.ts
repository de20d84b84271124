import { expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import { laboratoryFiles } from '../../../testing/results/laboratory-files.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { deliver, findSets } = laboratoryFiles(testApp);

async function importCell(heading: string, analyte: string, cell: string) {
  const id = await addPatient(testApp().database.db);
  const columns = { Px: 'patient', [heading]: analyte };
  const { refused } = await deliver(`Px;${heading}\n${id};${cell}\n`, { columns });
  const value = (await findSets(id))[0]?.values.find((one) => one.analyte === analyte);
  return value ? [value.value, value.laboratoryFlag] : refused[0]?.problem;
}

test.each([
  ['25.1 H', '25.1', 'H'],
  ['25,1 *', '25.1', '*'],
  ['25.1 ALTO', '25.1', 'ALTO'],
  ['25.1L', '25.1', 'L'],
  ['25.1', '25.1', null],
])('E-10.3518: the cell «%s» is %s with the flag %s', async (cell, number, flag) => {
  expect(await importCell('FSH (mUI/mL)', 'fsh', cell)).toEqual([number, flag]);
});

test('E-10.3518: a letter that may be the unit of a volume is not a flag', async () => {
  expect(await importCell('Volumen (mL)', 'volume', '2.5 L')).toMatch(/unidad/);
});

test.each([
  ['25.1 mUI/mL H', '25.1', 'H'],
  ['25.1 mUI/mL (H)', '25.1', 'H'],
  ['25.1 H mUI/mL', '25.1', 'H'],
  ['< 0.3 mUI/mL *', '0.3', '*'],
  ['25.1 UI/L ALTO', '25.1', 'ALTO'],
  ['25.1 (ALTO)', '25.1', 'ALTO'],
  ['25.1 ↑', '25.1', '↑'],
  ['H 25.1', '25.1', 'H'],
  ['* 25.1 mUI/mL', '25.1', '*'],
  ['*25.1 mUI/mL', '25.1', '*'],
  ['25.1 mUI/mL', '25.1', null],
])(
  'E-10.3710: the cell «%s» is %s with the flag %s, beside its unit',
  async (cell, number, flag) => {
    expect(await importCell('FSH', 'fsh', cell)).toEqual([number, flag]);
  },
);

test('E-10.3710: the last letter of a unit is not a flag', async () => {
  expect(await importCell('FSH', 'fsh', '25.1 UI/L')).toEqual(['25.1', null]);
  expect(await importCell('Volumen', 'volume', '2.5 mL L')).toEqual(['2.5', 'L']);
  expect(await importCell('FSH', 'fsh', '25.1 UI/L X')).toMatch(/unidad/);
});
