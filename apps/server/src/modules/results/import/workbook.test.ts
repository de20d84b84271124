import { deflateRawSync } from 'node:zlib';
import type { CellValue } from 'hucre';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { ImportError } from '../../../platform/tables/table-limits.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import { laboratoryFiles, summary } from '../../../testing/results/laboratory-files.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;
const { deliver, findSets } = laboratoryFiles(testApp);

describe('a workbook of a laboratory', () => {
  const columns = {
    ID: 'patient',
    Fecha: 'collectedAt',
    Volumen: 'volume',
    Concentración: 'concentration',
    PR: 'progressiveMotility',
    Vitalidad: 'vitality',
  };
  const makeWorkbook = (...rows: CellValue[][]) =>
    writeXlsx({
      sheets: [
        {
          name: 'Enero',
          rows: [Object.keys(columns), ...rows],
          columns: [{}, { numFmt: 'dd/mm/yyyy hh:mm' }, {}, {}, { numFmt: '0%' }, {}],
        },
        { name: 'Otra', rows: [['nada']] },
      ],
    });

  test('E-10.538: is read as Excel shows it: days and hours, percentages, 15 digits, text with a comma', async () => {
    const idUser = await addPatient(db());
    const at = new Date('2026-01-14T08:40:00Z');
    const file = await makeWorkbook([idUser, at, 2.1, 14.499999999999998, 0.29, '55,5']);
    expect(summary(await deliver(file, { columns, fileName: 'enero.xlsx' }))).toEqual([1, 0, 0, 0]);
    const [set] = await findSets(idUser);
    // In the clinic's zone, because a workbook has no zone.
    expect(set?.collectedAt).toBe('2026-01-14T14:40:00.000Z');
    expect(set?.values.filter(({ derived }) => derived === null)).toMatchObject([
      { analyte: 'volume', value: '2.1' },
      { analyte: 'concentration', value: '14.5' },
      { analyte: 'progressiveMotility', value: '29', unit: '%' },
      { analyte: 'vitality', value: '55.5' },
    ]);
  });

  test('E-10.3254: a hidden row is rejected with an instruction', async () => {
    const [one, other] = [await addPatient(db()), await addPatient(db())];
    const toRow = (id: string) => [id, null, 2.1, 20, null, null];
    const rows = [Object.keys(columns), toRow(one), toRow(other)];
    const rowDefs = new Map([[2, { hidden: true }]]);
    const file = await writeXlsx({ sheets: [{ name: 'Enero', rows, rowDefs }] });
    const outcome = await deliver(file, { columns });
    expect(summary(outcome)).toEqual([1, 0, 0, 1]);
    expect(outcome.refused).toEqual([
      { line: 3, problem: expect.stringContaining('Está oculta en la hoja') },
    ]);
    expect(await findSets(other)).toEqual([]);
  });

  test('E-10.3779, E-10.3854: a result that became a date or time is rejected, but not one that is named as a date', async () => {
    const map = { ID: 'patient', Prueba: 'test', Resultado: 'result' };
    const read = async (name: string, result: string) => {
      const idUser = await addPatient(db());
      const rows = [Object.keys(map), [idUser, name, result]];
      const file = await writeXlsx({ sheets: [{ name: 'Enero', rows }] });
      const { refused } = await deliver(file, { columns: map, examType: 'Hormonal' });
      return refused[0]?.problem ?? (await findSets(idUser))[0]?.values[0]?.text;
    };
    expect(await read('VDRL', '2026-08-01')).toMatch(/La hoja de cálculo lo cambió/);
    expect(await read('VDRL', '01:08')).toMatch(/La hoja de cálculo lo cambió/);
    expect(await read('Fecha de congelación', '2026-08-01')).toBe('01/08/2026');
    expect(await read('FUM', '2026-07-31')).toBe('31/07/2026');
  });

  test('E-10.539: its map is stored for the laboratory and study', async () => {
    const idUser = await addPatient(db());
    const row = (volume: number) => makeWorkbook([idUser, null, volume, 20, null, null]);
    await expect(deliver(await row(2), { columns: null })).rejects.toThrow(
      'Todavía no hay un mapa de columnas',
    );
    await deliver(await row(2), { columns, dryRun: true });
    await expect(deliver(await row(2), { columns: null })).rejects.toThrow(ImportError);
    await deliver(await row(2), { columns });
    expect(summary(await deliver(await row(3), { columns: null }))).toEqual([1, 0, 0, 0]);
    await expect(deliver(await row(3), { columns: null, examType: 'Hormonal' })).rejects.toThrow(
      ImportError,
    );
  });

  test('T-D5: is rejected if it is damaged, has a password, or declares a false unpacked size', async () => {
    const sheet = deflateRawSync(Buffer.alloc(60 * 1024 * 1024, 0x20));
    const bomb = makeZip('xl/worksheets/sheet1.xml', sheet, 10);
    expect(bomb.length).toBeLessThan(100_000);
    await expect(deliver(bomb)).rejects.toThrow('está dañado o protegido');
    const whole = Buffer.from(await makeWorkbook(['x', null, 1, 1, null, null]));
    for (const wrong of [
      whole.subarray(0, 200),
      whole.subarray(0, whole.length - 30),
      makeZip('a', Buffer.from('no'), 2),
      Buffer.from('PK\u0003\u0004'),
    ]) {
      await expect(deliver(wrong)).rejects.toThrow('está dañado o protegido');
    }
    const locked = await writeXlsx({
      sheets: [{ name: 'a', rows: [['ID']] }],
      encryption: { password: 'x', spinCount: 1000 },
    });
    await expect(deliver(locked)).rejects.toThrow('de un Excel antiguo o tiene contraseña');
  });

  /** A ZIP of one entry with any declared unpacked size. */
  function makeZip(name: string, data: Buffer, declaredSize: number): Buffer {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(declaredSize, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), data]);
    const central = Buffer.concat([
      Buffer.from('PK\u0001\u0002\u0014\u0000'),
      facts,
      Buffer.alloc(14),
      Buffer.from(name),
    ]);
    const end = Buffer.alloc(22);
    end.write('PK\u0005\u0006');
    end.writeUInt16LE(1, 8);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(central.length, 12);
    end.writeUInt32LE(local.length, 16);
    return Buffer.concat([local, central, end]);
  }
});
