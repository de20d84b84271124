import { formatFolio } from '@simiente/contract/exam-orders/calls';
import { MAX_SENT_MESSAGES, MAX_SENT_ROWS } from '@simiente/contract/results/file-calls';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { examOrderStudies, examOrders } from '../../../schema/exam-orders.ts';
import { patients } from '../../../schema/patients.ts';
import { resultSets } from '../../../schema/results.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { LONG_WAIT } from '../../../testing/long-wait.ts';
import {
  addBranch,
  addExamOrder,
  addPartner,
  addPatient,
  newId,
} from '../../../testing/records.ts';
import { laboratoryFiles } from '../../../testing/results/laboratory-files.ts';
import { makeMessage } from '../../../testing/results/laboratory-messages.ts';
import { sendResultsFile } from '../../../testing/results/send-file.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;

const { laboratoryId, findSets } = laboratoryFiles(testApp);
let patient: string;
beforeEach(async () => {
  patient = await addPatient(db());
});

const map = { ID: 'patient', Fecha: 'collectedAt', Volumen: 'volume' };
const csv = (...rows: readonly string[]) =>
  ['\uFEFFID;Fecha;Volumen;Nota', ...rows, ''].join('\r\n');

const send = (
  call: 'check' | 'import',
  file: string | Buffer,
  options: Parameters<typeof sendResultsFile>[4] = {},
) => sendResultsFile(testApp().staff, laboratoryId(), call, file, { columns: map, ...options });

const readAudited = async (action: string) =>
  (await db().select().from(auditEvents).where(eq(auditEvents.action, action))).filter(
    ({ subjectId }) => subjectId === laboratoryId(),
  );

describe('a file of a laboratory, sent from the browser', () => {
  test('E-10.3383: is checked without delaying another check or a change of its orders', async () => {
    const branchId = await addBranch(db(), laboratoryId());
    const parts = { patientId: patient, branchId, partnerId: laboratoryId() };
    const id = await addExamOrder(db(), parts, { exams: ['Seminograma'] });
    await db()
      .insert(examOrderStudies)
      .values({
        orderId: id,
        position: 0,
        study: 'SEM',
        examType: 'Seminograma',
        dueAt: new Date(),
      })
      .onConflictDoNothing();
    const [order] = await db().select().from(examOrders).where(eq(examOrders.id, id));
    const locked = await addPatient(db());
    const columns = { ...map, Folio: 'folio' };
    const check = (...rows: readonly string[]) =>
      send('check', ['ID;Fecha;Volumen;Folio', ...rows].join('\n'), { columns });
    const checks = await db().transaction(async (transaction) => {
      await transaction.select().from(patients).where(eq(patients.id, locked)).for('update');
      const waiting = check(
        `${patient};2026-01-05 09:30;2,1;${formatFolio(order?.folio ?? 0)}`,
        `${locked};2026-01-05 09:30;3;`,
      );
      const { pool } = testApp().database;
      await vi.waitFor(async () => {
        const { rowCount } = await pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        expect(rowCount).toBe(1);
      }, LONG_WAIT);
      await db().select().from(examOrders).where(eq(examOrders.id, id)).for('update');
      await db()
        .update(examOrderStudies)
        .set({ examType: 'Cultivo de semen' })
        .where(eq(examOrderStudies.orderId, id));
      const other = await check(`${await addPatient(db())};2026-01-05 09:30;4;`);
      return { other, waiting };
    });
    expect(checks.other.data?.checked?.outcome?.entered).toBe(1);
    expect((await checks.waiting).data?.checked?.outcome?.entered).toBe(2);
  });

  test('E-10.3480: has the same outcome in the check and the import if it repeats a validated sample in several rows, and the check needs no lock of the order', async () => {
    const branchId = await addBranch(db(), laboratoryId());
    const parts = { patientId: patient, branchId, partnerId: laboratoryId() };
    const id = await addExamOrder(db(), parts, { exams: ['Seminograma'] });
    const isOrder = eq(examOrders.id, id);
    const [order] = await db().select().from(examOrders).where(isOrder);
    const folio = formatFolio(order?.folio ?? 0);
    const columns = {
      ...map,
      Conc: { analyte: 'concentration', unit: 'millones/mL' },
      Folio: 'folio',
    };
    const file = (...rows: readonly string[]) =>
      [
        'ID;Fecha;Volumen;Conc;Folio',
        ...rows.map((row) => `${patient};2026-01-05 09:30;${row}`),
      ].join('\n');
    await send('import', file(`2,1;;${folio}`), { columns });
    await db()
      .update(resultSets)
      .set({ status: 'validado', validatedAt: new Date() })
      .where(eq(resultSets.patientId, patient));
    const later = file(';15;', '2,1;15;', ';20;');
    const checked = await db().transaction(async (transaction) => {
      const [locked] = await transaction.select().from(examOrders).where(isOrder).for('update');
      expect(locked?.statusGroup).toBe('validado');
      return (await send('check', later, { columns })).data?.checked?.outcome;
    });
    expect(checked).toMatchObject({ changed: 1, repeated: 1, waiting: 1, refused: 0 });
    expect((await send('import', later, { columns })).data?.outcome).toEqual(checked);
  });

  test('E-10.3510: has the same outcome in the check and the import if its rows only add facts', async () => {
    const columns = { ...map, Abst: 'abstinenceDays' };
    const file = (...ends: readonly string[]) =>
      ['ID;Fecha;Volumen;Abst', ...ends.map((end) => `${patient};2026-01-05 09:30;${end}`)].join(
        '\n',
      );
    await send('import', file('2,1;'), { columns });
    const later = file('2,1;3', '2,1;3,0', '2,1;4');
    const checked = (await send('check', later, { columns })).data?.checked?.outcome;
    expect(checked).toMatchObject({ changed: 1, repeated: 1, waiting: 1 });
    expect((await send('import', later, { columns })).data?.outcome).toEqual(checked);
  });

  test('E-10.580: is checked first for columns and outcome, and nothing is stored', async () => {
    const file = csv(
      `${patient};2026-01-05 09:30;2,1;bien`,
      'usr_nadie;2026-01-05 09:30;3;',
      `${patient};2026-01-06;dos;`,
    );
    const first = (await send('check', file, { columns: null })).data?.checked;
    expect(first).toMatchObject({ format: 'table', map: 'guessed', problem: null, outcome: null });
    expect(first?.columns).toMatchObject([
      { heading: 'ID', samples: [patient, 'usr_nadie'], target: null, unit: null },
      expect.objectContaining({ heading: 'Fecha', target: null }),
      { heading: 'Volumen', samples: ['2,1', '3', 'dos'], target: 'volume', unit: null },
      { heading: 'Nota', samples: ['bien'], target: null, unit: null },
    ]);
    const checked = (await send('check', file)).data?.checked;
    expect(checked).toMatchObject({
      map: 'sent',
      problem: null,
      outcome: { total: 3, entered: 1, waiting: 1, refused: 1, repeated: 0 },
    });
    expect(checked?.columns.map(({ target }) => target)).toEqual([
      'patient',
      'collectedAt',
      'volume',
      null,
    ]);
    expect(checked?.outcome?.notes).toEqual([
      {
        line: 3,
        kind: 'waiting',
        words: 'No trae el identificador de un paciente, o ningún paciente lo tiene.',
      },
      { line: 4, kind: 'refused', words: expect.stringMatching(/^Volumen: «dos»/) },
    ]);
    expect(await findSets(patient)).toHaveLength(0);
    // The map is not stored either.
    expect((await send('check', file, { columns: null })).data?.checked?.map).toBe('guessed');
    expect(await readAudited('results.checked')).toHaveLength(3);
    expect(await readAudited('results.imported')).toHaveLength(0);
  });

  test('H-A16, E-10.1447, E-10.1556: has its headings in the row that a user chooses', async () => {
    const titles = 'Laboratorio;Sucursal;Turno;Responsable\nClavel;Norte;Matutino;Dra. Ruiz\n';
    const file = `${titles}ID;Fecha;Volumen;Nota\n${patient};2026-01-05 09:30;2,1;\n`;
    const check = async (more: object = {}) =>
      (await send('check', file, { columns: null, ...more })).data?.checked;
    const found = await check();
    expect(found).toMatchObject({
      headingLine: 1,
      columns: [{ heading: 'Laboratorio' }, {}, {}, {}],
    });
    expect(found?.rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, 'Laboratorio'],
      [2, 'Clavel'],
      [3, 'ID'],
      [4, patient.slice(0, 24)],
    ]);
    expect(await check({ headingLine: '3' })).toMatchObject({
      headingLine: 3,
      map: 'guessed',
      columns: [{ heading: 'ID' }, {}, { heading: 'Volumen', target: 'volume' }, {}],
    });
    expect((await send('import', file, { headingLine: '3' })).data?.outcome).toMatchObject({
      total: 1,
      entered: 1,
    });
    // The chosen heading row applies to the next file too, at any position.
    const next = await send('check', `Hoja;1\n${file}`, { columns: null });
    expect(next.data?.checked).toMatchObject({ headingLine: 4, map: 'kept', problem: null });
    // The stored columns do not apply to other headings.
    expect(await check({ headingLine: '1' })).toMatchObject({ map: 'guessed', outcome: null });
    expect((await send('check', file, { headingLine: '9' })).issues).toEqual([
      { path: 'file', message: 'El archivo no tiene esa fila de encabezados. Elige otra.' },
    ]);
  });

  test('E-10.581: is imported, keeps its columns for the next file, and is stored once', async () => {
    const file = csv(`${patient};2026-01-05 09:30;2,1;`, `${patient};2026-01-06;dos;`);
    const key = newId('key');
    const outcome = { total: 2, entered: 1, repeated: 0, waiting: 0, refused: 1 };
    expect((await send('import', file, { key })).data?.outcome).toMatchObject(outcome);
    // A retry after a lost answer gets the same outcome, with the reason for the rejected row.
    const again = (await send('import', file, { key })).data?.outcome;
    expect(again).toMatchObject(outcome);
    expect(again?.notes).toMatchObject([{ line: 3, kind: 'refused' }]);
    const later = (await send('import', file, { columns: null })).data?.outcome;
    expect(later).toMatchObject({ entered: 0, repeated: 1, refused: 1 });
    expect(await findSets(patient)).toHaveLength(1);
    const next = await send('check', csv(`${patient};2026-02-05;3;`), { columns: null });
    expect(next.data?.checked).toMatchObject({ map: 'kept', outcome: { entered: 1 } });
    expect(await readAudited('results.imported')).toHaveLength(2);
  });

  test('E-10.3961: a file without any result column of the last file gets a new guess', async () => {
    await send('import', csv(`${patient};2026-01-05 09:30;2,1;`));
    const other = `ID;Fecha de toma;Concentración (millones/mL)\n${patient};2026-02-05;15\n`;
    const { data } = await send('check', other, { columns: null });
    expect(data?.checked).toMatchObject({ map: 'guessed', problem: null });
    expect(data?.checked?.columns).toMatchObject([
      { target: null },
      { target: 'collectedAt' },
      { target: 'concentration' },
    ]);
  });

  test('E-10.3481: a retry names the reason of each rejected row, also after the columns changed', async () => {
    const file = csv(`${patient};2026-01-05;2,1;malo`, `${patient};2026-01-06;dos;15`);
    const sent = { columns: null, key: newId('key') };
    await send('import', csv(`${patient};2025-01-05;2;`));
    const first = (await send('import', file, sent)).data?.outcome;
    expect(first?.notes).toMatchObject([{ line: 3, kind: 'refused' }]);
    await send('import', csv(`${patient};2025-01-06;2;15`), {
      columns: { ID: 'patient', Fecha: 'collectedAt', Volumen: 'volume', Nota: 'concentration' },
    });
    expect((await send('import', file, sent)).data?.outcome).toEqual(first);
  });

  test('E-10.582: gets the reason if it does not match its columns, and keeps the columns that match', async () => {
    const columns = { ...map, Otra: 'concentration' };
    const { data } = await send('check', csv(`${patient};2026-01-05;2;`), { columns });
    expect(data?.checked).toMatchObject({
      problem:
        'La columna «Otra» no está en el archivo. El archivo tiene: ID, Fecha, Volumen, Nota.',
      outcome: null,
      columns: [{ target: 'patient' }, { target: 'collectedAt' }, { target: 'volume' }, {}],
    });
    const rejected = await send('import', csv(`${patient};2026-01-05;2;`), { columns });
    expect(rejected).toMatchObject({ status: 422, code: 'RESULTS_FILE_REFUSED' });
    expect(rejected.issues?.[0]?.message).toMatch(/^La columna «Otra» no está/);
    expect(await findSets(patient)).toHaveLength(0);
  });

  test.each([
    ['a document', Buffer.from('%PDF-1.7\0\n'), /no es un CSV de texto ni un XLSX/],
    ['nothing', Buffer.from('\n'), /El archivo está vacío/],
    ['a damaged workbook', Buffer.from('PK\u0003\u0004 hola'), /dañado o protegido/],
    [
      'more rows than one request reads',
      Buffer.from(csv(...Array<string>(MAX_SENT_ROWS + 1).fill('usr_a;2026-01-05;2;'))),
      /^El archivo tiene más de 2,000 filas/,
    ],
    [
      'a batch without messages',
      Buffer.from('FHS|^~\\&|LIS\rBHS|^~\\&|LIS\r'),
      /no tiene mensajes HL7/,
    ],
    [
      'more messages than one check reads (E-10.3220)',
      Buffer.from(makeMessage().repeat(MAX_SENT_MESSAGES + 1)),
      /^El archivo tiene más de 300 mensajes/,
    ],
    [
      'a message with more studies (E-10.3220)',
      Buffer.from(`${makeMessage()}${'OBR|2||G|^Seminograma\r'.repeat(MAX_SENT_MESSAGES)}`),
      /^El archivo tiene más de 300 estudios/,
    ],
  ])('E-10.582: is rejected with an instruction if it is %s', async (_what, file, why) => {
    for (const call of ['check', 'import'] as const) {
      const answer = await send(call, file);
      expect(answer).toMatchObject({ status: 422, code: 'RESULTS_FILE_REFUSED' });
      expect(answer.issues?.[0]?.message).toMatch(why);
    }
  });

  test('E-10.582: returns a 404 for a partner that is not a laboratory', async () => {
    const clinic = await addPartner(db(), { type: 'Clínica' });
    for (const call of ['check', 'import'] as const) {
      const file = csv('a;b;c;d');
      const answer = await sendResultsFile(testApp().staff, clinic, call, file, { columns: map });
      expect(answer).toMatchObject({ status: 404 });
    }
  });
});
