import type { CellValue } from 'hucre';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import { laboratoryFiles } from '../../../testing/results/laboratory-files.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { deliver, findSets } = laboratoryFiles(testApp);
const columns = { Px: 'patient', Volumen: 'volume', PR: 'progressiveMotility' };

async function read(
  file: (id: string) => string | Promise<Uint8Array>,
  { map = columns, examType = 'Seminograma' }: { map?: object; examType?: string } = {},
) {
  const id = await addPatient(testApp().database.db, { birthDate: '1990-02-03' });
  const outcome = await deliver(await file(id), { columns: map, examType });
  const sets = await findSets(id);
  const values = sets.flatMap((set) => set.values.filter(({ derived }) => derived === null));
  return {
    sets,
    values: values.map(({ value, unit }) => `${value} ${unit}`),
    refused: outcome.refused.map(({ line, problem }) => `${line}: ${problem}`).join(),
  };
}
const sheet = (rows: CellValue[][], name = 'Enero') => ({ name, rows });

test('E-10.3026: a CSV row with more cells than headings is rejected', async () => {
  for (const row of ['2,1;30;', '2;30;;']) {
    expect((await read((id) => `Px;Volumen;PR\n${id};${row}\n`)).refused).toBe('');
  }
  const shifted = await read((id) => `Px,Volumen,PR\n${id},2,1,30\n`);
  expect(shifted.refused).toMatch(/^2: Tiene más celdas/);
  expect(shifted.values).toEqual([]);
});

test('E-10.3026, E-10.4004: headings that are repeated in another order or with others reject the file', async () => {
  const file = (order: string) => (id: string) =>
    `Px;Volumen;PR\n${id};2;30\n${order}\n${id};3;4\n`;
  await expect(read(file('Px;PR;Volumen'))).rejects.toThrow(/línea 3 repite los encabezados/);
  // The second table has another analyte in the place of 'PR'.
  await expect(read(file('Px;Volumen;Vitalidad'))).rejects.toThrow(/línea 3 repite/);
  expect((await read(file('Px;Volumen;PR'))).refused).toMatch(/^3: /);
});

test('E-10.3027: a column of units applies to the column before it', async () => {
  const map = { Px: 'patient', Testosterona: 'testosterone' };
  const file = (unit: string) => (id: string) => `Px;Testosterona;Unidad\n${id};10.8;${unit}\n`;
  const hormonal = { map, examType: 'Hormonal' };
  expect((await read(file('nmol/L'), hormonal)).values).toEqual(['10.8 nmol/L']);
  expect((await read(file(''), hormonal)).values).toEqual(['10.8 ng/dL']);
  expect((await read(file('mg/L'), hormonal)).refused).toMatch(/no puede reportar/);
});

test('E-10.3027: an unknown unit, or another unit than the map names, stops the import of its column', async () => {
  const file = (id: string) => `Px;Volumen;Testosterona\n;mL;nmol/L\n${id};2;10.8\n`;
  const testosterone = (unit: string | null) => ({
    map: { Px: 'patient', Volumen: 'volume', Testosterona: { analyte: 'testosterone', unit } },
  });
  await expect(read(file, testosterone('ng/dL'))).rejects.toThrow(/el archivo indica nmol\/L/);
  expect((await read(file, testosterone('nmol/L'))).values).toContain('10.8 nmol/L');
  const unknown = (id: string) => `Px;Volumen;PR\n;onzas;pct\n${id};2;30\n`;
  await expect(read(unknown)).rejects.toThrow(/no se conoce la unidad «onzas»/);
});

test('E-10.3028: a formula without its value is rejected, and an unread sheet is reported', async () => {
  const formula = { value: null, formula: '10*3' };
  const uncalculated = await read((id) =>
    writeXlsx({
      sheets: [
        {
          ...sheet([Object.keys(columns), [id, 2, null]]),
          cells: new Map([['1,2', formula]]),
        },
      ],
    }),
  );
  expect(uncalculated.refused).toContain('PR: «=10*3»');
  const several = await read((id) =>
    writeXlsx({
      sheets: ['Enero', 'Febrero'].map((name) => sheet([Object.keys(columns), [id, 2, 30]], name)),
    }),
  );
  expect(several.refused).toBe('1: Hoja «Febrero»: no se leyó. Guárdala en otro archivo.');
  expect(several.values).toEqual(['2 mL', '30 %']);
});

test('E-10.3028: days and times that a workbook stores as bare numbers are read', async () => {
  const map = { Px: 'patient', Toma: 'collectedAt', Hora: 'collectedTime', V: 'volume' };
  const collected = async (...cells: CellValue[]) => {
    const { sets } = await read(
      (id) => writeXlsx({ sheets: [sheet([Object.keys(map), [id, ...cells, 2]])] }),
      { map },
    );
    return sets.map((set) => set.collectedAt);
  };
  const at = ['2026-01-14T14:40:00.000Z'];
  expect(await collected(46036.361111, null)).toEqual(at);
  expect(await collected(46036, 0.361111)).toEqual(at);
  expect(await collected('14/01/2026', 0.361111)).toEqual(at);
});

test('E-10.4107: a number without a heading beside the column of an analyte rejects its row', async () => {
  const rows = (id: string) => [
    ['Px', 'Volumen', null, 'PR'],
    [id, 2, 1, 30],
  ];
  const toCsv = (id: string) =>
    rows(id)
      .map((cells) => cells.join(';'))
      .join('\n');
  const toWorkbook = (id: string) => writeXlsx({ sheets: [sheet(rows(id))] });
  for (const file of [toCsv, toWorkbook]) {
    expect((await read(file)).refused).toMatch(/^2: Tiene más celdas/);
  }
  const flagged = await read((id) => `Px;Volumen;;PR\n${id};2;*;30\n`);
  expect(flagged.values).toEqual(['2 mL', '30 %']);
});

test('E-10.4107: a heading with two units stops the import of its column', async () => {
  for (const heading of ['Testosterona (ng/dL) (nmol/L)', 'Testosterona ng/dL (nmol/L)']) {
    const map = { Px: 'patient', [heading]: 'testosterone' };
    const file = (id: string) => `Px;${heading}\n${id};10.8\n`;
    await expect(read(file, { map, examType: 'Hormonal' })).rejects.toThrow(/no se conoce/);
  }
});

test.each([
  ['Motilidad progresiva (%) 1 h', 'progressiveMotility', 'Seminograma', '30 %'],
  ['LH (mUI/mL) H', 'lh', 'Hormonal', '30 mUI/mL'],
])('E-10.4151: a time or H after the unit of «%s» is no second unit', async (...sent) => {
  const [heading, target, examType, value] = sent;
  const map = { Px: 'patient', [heading]: target };
  const file = (id: string) => `Px;${heading}\n${id};30\n`;
  expect((await read(file, { map, examType })).values).toEqual([value]);
});
