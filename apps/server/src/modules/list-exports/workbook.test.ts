import { readXlsx } from 'hucre/xlsx';
import { beforeEach, describe, expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import { emptyLists, fetchExport, requestExport } from '../../testing/calls/list-exports.ts';
import { addExam, addPatient, addPatients } from '../../testing/records.ts';
import { readZip } from '../patient-export/testing/read-zip.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;

beforeEach(() => emptyLists(db()));

async function fetchWorkbook(list: string, filters: Record<string, unknown> = {}) {
  const { staff } = testApp();
  const answer = await staff.request({ url: await requestExport(staff, list, filters, 'xlsx') });
  expect(answer.statusCode, answer.body).toBe(200);
  const [sheet, ...others] = (await readXlsx(answer.rawPayload)).sheets;
  expect(others).toEqual([]);
  const [header = [], ...rows] = sheet?.rows ?? [];
  return { answer, header, rows };
}

describe('the workbook of a list', () => {
  test('E-10.136: is an Excel file with its date in its name, and is not cached', async () => {
    const { answer, rows } = await fetchWorkbook('patients');
    expect(rows).toEqual([]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="pacientes-\d{4}-\d\d-\d\d\.xlsx"$/,
    );
  });

  test('E-10.135: has the columns and rows of the CSV, with times as dates', async () => {
    const createdAt = new Date('2026-10-12T15:42:00Z');
    await addPatients(db(), [
      { id: 'usr_1', name: 'Íñigo Ñandú 😀', email: 'i@x.mx', status: 2, createdAt },
      { id: 'usr_2', name: 'Ana' },
      { id: 'usr_3', name: 'Otra', status: 2, createdAt: new Date('1900-01-20T12:00:00Z') },
    ]);
    const filters = { sort: 'name' };
    const csv = await fetchExport(testApp().staff, 'patients', filters);
    const { header, rows } = await fetchWorkbook('patients', filters);
    expect(header).toEqual(csv.header);
    const read = rows.map((row) =>
      csv.header.map((_, column) => {
        const cell = row[column] ?? '';
        return cell instanceof Date
          ? cell.toISOString().slice(0, 16).replace('T', ' ')
          : String(cell);
      }),
    );
    expect(read).toEqual(csv.rows);
    const created = header.findIndex((title) => String(title).startsWith('Fecha de creación'));
    expect(rows[1]?.[created]).toEqual(new Date('2026-10-12T09:42:00Z'));
  });

  test('E-10.136: has days as dates, except days that Excel would show a day off', async () => {
    const patient = await addPatient(db(), { birthDate: '1988-03-25' });
    const days = ['2026-08-21', '1900-01-20', null];
    const createdAt = new Date('2026-10-12T15:42:00Z');
    for (const examDate of days) await addExam(db(), patient, { examDate, createdAt });
    const { header, rows } = await fetchWorkbook('exams', {
      start: '2026-01-01',
      end: '2030-12-31',
    });
    const read = rows.map((row) => row[header.indexOf('Fecha del estudio')] ?? null);
    expect(read).toHaveLength(days.length);
    expect(read).toEqual(
      expect.arrayContaining([new Date('2026-08-21T00:00:00Z'), '1900-01-20', null]),
    );
    expect((await fetchWorkbook('patients')).rows[0]).toContainEqual(
      new Date('1988-03-25T00:00:00Z'),
    );
  });

  test('T-E6: has hostile cells as complete texts without a formula', async () => {
    const names = [
      '=HYPERLINK("http://x.example";"ver")',
      '+52 55 1234 5678',
      '-1',
      '@SUM(1)',
      "'=1+1",
      "=cmd|' /C calc'!A0",
      '007',
      '1e5',
      'TRUE',
      '2026-01-01',
      '#REF!',
      '<script>&amp;"',
      ' dos  espacios ',
      'dos\nlíneas',
      'a_x0041_b',
      'signo \uFFFD',
    ];
    await addPatients(
      db(),
      names.map((name, index) => ({ id: `usr_h${index}`, name, phone: name })),
    );
    const { rows, answer } = await fetchWorkbook('patients');
    const rowByName = new Map(rows.map((row) => [row.at(-1), row]));
    for (const [index, name] of names.entries()) {
      const read = rowByName.get(`usr_h${index}`) ?? [];
      expect([read[0], read[2]]).toEqual([name, name]);
    }
    const sheet = String((await readZip(answer.rawPayload)).get('xl/worksheets/sheet1.xml'));
    expect(sheet).not.toMatch(/<f[ >]|<c [^>]*t="(?!inlineStr)/);
  });

  test('returns a 400 for an unknown format, and its CSV can still be fetched', async () => {
    const { staff } = testApp();
    const url = await requestExport(staff, 'patients');
    const rejected = await staff.request({ url: `${url}?format=pdf` });
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json()).toMatchObject({ issues: [{ path: 'format' }] });
    expect((await staff.request({ url: `${url}?format=csv` })).statusCode).toBe(200);
  });

  test('replaces characters that XML and Excel reject, and cuts long texts', async () => {
    await addPatient(db(), { name: `a\uFFFE\r\nb\rc`, email: 'x'.repeat(40_000) });
    const { rows } = await fetchWorkbook('patients');
    expect(rows[0]?.[0]).toBe('a\uFFFD\nb\nc');
    expect(rows[0]?.[1]).toBe(`${'x'.repeat(32_766)}…`);
  });
});
