import { formatFolio } from '@simiente/contract/exam-orders/calls';
import type { FailedMessage } from '@simiente/contract/inbox/calls';
import {
  type CheckedFile,
  type FileOutcome,
  MAX_SENT_MESSAGES,
  MAX_SENT_ROWS,
} from '@simiente/contract/results/file-calls';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { examOrderStudies, examOrders } from '../../../schema/exam-orders.ts';
import { inboxMessages } from '../../../schema/operation/inbox.ts';
import { idempotencyKeys } from '../../../schema/operation/installation.ts';
import { patients } from '../../../schema/patients.ts';
import { resultSets } from '../../../schema/results.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { formRequest } from '../../../testing/files/uploads.ts';
import { PATIENTLY } from '../../../testing/patience.ts';
import {
  addBranch,
  addExamOrder,
  addFailedMessage,
  addPartner,
  addPatient,
  newId,
} from '../../../testing/records.ts';
import { makeMessage } from '../../../testing/results/laboratory-messages.ts';

const running = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => running().database.db;

let laboratory: string;
let patient: string;
beforeEach(async () => {
  laboratory = await addPartner(db(), { type: 'Laboratorio' });
  patient = await addPatient(db());
});

const map = { ID: 'patient', Fecha: 'collectedAt', Volumen: 'volume' };
const csv = (...rows: readonly string[]) =>
  ['\uFEFFID;Fecha;Volumen;Nota', ...rows, ''].join('\r\n');

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  readonly data?: { readonly checked?: CheckedFile; readonly outcome?: FileOutcome };
}

async function send(
  call: 'check' | 'import',
  file: string | Buffer,
  {
    columns = map as object | null,
    key = newId('key'),
    name = 'enero.csv',
    examType = '',
    headingLine = '',
  } = {},
): Promise<Answer> {
  const fields = {
    idLaboratory: laboratory,
    ...(columns !== null && { columns: JSON.stringify(columns) }),
    ...(examType !== '' && { examType }),
    ...(headingLine !== '' && { headingLine }),
  };
  const form = await formRequest(fields, { bytes: Buffer.from(file), name });
  const answer = await running().staff.request({
    method: 'POST',
    url: `/v1/result/${call}-file`,
    payload: form.payload ?? '',
    headers: { ...form.headers, 'idempotency-key': key },
  });
  return answer.json<Answer>();
}

async function countSets(idUser: string): Promise<number> {
  const { body } = await running().staff.get(`/v1/result/of-patient?idUser=${idUser}`);
  return (body as { data: { sets: unknown[] } }).data.sets.length;
}
const audited = async (action: string) =>
  (await db().select().from(auditEvents).where(eq(auditEvents.action, action))).filter(
    ({ subjectId }) => subjectId === laboratory,
  );

describe('a file of a laboratory, sent from the browser', () => {
  test('E-10.3383: is checked without delaying another check or a change of its orders', async () => {
    const branchId = await addBranch(db(), laboratory);
    const parts = { patientId: patient, branchId, partnerId: laboratory };
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
      const { pool } = running().database;
      await vi.waitFor(async () => {
        const { rowCount } = await pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        expect(rowCount).toBe(1);
      }, PATIENTLY);
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

  test('E-10.3480: is checked with the outcome of its import for several rows of a validated sample, without its order', async () => {
    const branchId = await addBranch(db(), laboratory);
    const parts = { patientId: patient, branchId, partnerId: laboratory };
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
      { line: 3, kind: 'waiting', words: 'Ningún paciente tiene ese identificador.' },
      { line: 4, kind: 'refused', words: expect.stringMatching(/^Volumen: «dos»/) },
    ]);
    expect(await countSets(patient)).toBe(0);
    // The map is not stored either.
    expect((await send('check', file, { columns: null })).data?.checked?.map).toBe('guessed');
    expect(await audited('results.checked')).toHaveLength(3);
    expect(await audited('results.imported')).toHaveLength(0);
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
    // A retry after a lost answer gets it again, with the reason for the rejected row.
    const again = (await send('import', file, { key })).data?.outcome;
    expect(again).toMatchObject(outcome);
    expect(again?.notes).toMatchObject([{ line: 3, kind: 'refused' }]);
    const later = (await send('import', file, { columns: null })).data?.outcome;
    expect(later).toMatchObject({ entered: 0, repeated: 1, refused: 1 });
    expect(await countSets(patient)).toBe(1);
    const next = await send('check', csv(`${patient};2026-02-05;3;`), { columns: null });
    expect(next.data?.checked).toMatchObject({ map: 'kept', outcome: { entered: 1 } });
    expect(await audited('results.imported')).toHaveLength(2);
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

  test('E-10.582: that does not match its columns gets the reason, and the other columns stay', async () => {
    const columns = { ...map, Otra: 'concentration' };
    const { data } = await send('check', csv(`${patient};2026-01-05;2;`), { columns });
    expect(data?.checked).toMatchObject({
      problem:
        'La columna «Otra» no está en el archivo. El archivo tiene: ID, Fecha, Volumen, Nota.',
      outcome: null,
      columns: [{ target: 'patient' }, { target: 'collectedAt' }, { target: 'volume' }, {}],
    });
    const refused = await send('import', csv(`${patient};2026-01-05;2;`), { columns });
    expect(refused).toMatchObject({ status: 422, code: 'RESULTS_FILE_REFUSED' });
    expect(refused.issues?.[0]?.message).toMatch(/^La columna «Otra» no está/);
    expect(await countSets(patient)).toBe(0);
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
      'messages without one',
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
  ])('E-10.582: that is %s is rejected with an instruction', async (_what, file, why) => {
    for (const call of ['check', 'import'] as const) {
      const answer = await send(call, file);
      expect(answer).toMatchObject({ status: 422, code: 'RESULTS_FILE_REFUSED' });
      expect(answer.issues?.[0]?.message).toMatch(why);
    }
  });

  test('E-10.582: of an unknown laboratory is a 404', async () => {
    laboratory = await addPartner(db(), { type: 'Clínica' });
    expect(await send('check', csv('a;b;c;d'))).toMatchObject({ status: 404 });
    expect(await send('import', csv('a;b;c;d'))).toMatchObject({ status: 404 });
  });
});

describe('a file of HL7 messages', () => {
  const message = (id: string, whose: string, version = '2.5.1') =>
    [
      `MSH|^~\\&|LIS|RIO|||20260114100000-0600||ORU^R01|${id}|P|${version}||||||ASCII`,
      `PID|1||${whose}`,
      `OBR|1||F${id}|^Seminograma|||202601140840`,
      'OBX|1|NM|3160-9^Volumen^LN||2|mL|||||F',
      '',
    ].join('\r');
  const batch = () =>
    `FHS|^~\\&|LIS\rBHS|^~\\&|LIS\r${message('1', patient)}${message('2', 'usr_nadie')}${message('3', patient, '9.9')}BTS|3\rFTS|1\r`;
  const outcome = { total: 3, entered: 1, changed: 0, repeated: 0, waiting: 1, refused: 1 };
  const ledger = () =>
    db().select().from(inboxMessages).where(eq(inboxMessages.laboratoryId, laboratory));

  test('E-10.583: is simulated, and leaves nothing, not even in the ledger', async () => {
    const { data } = await send('check', batch(), { columns: null, name: 'lote.hl7' });
    expect(data?.checked).toMatchObject({ format: 'messages', columns: [], map: null, outcome });
    expect(data?.checked?.outcome?.notes).toEqual([
      { line: 2, kind: 'waiting', words: 'Ningún paciente tiene ese identificador.' },
      {
        line: 3,
        kind: 'refused',
        words: 'Se reciben las versiones 2.3 a 2.8, y esta es «9.9».',
      },
    ]);
    expect(await countSets(patient)).toBe(0);
    expect(await ledger()).toEqual([]);
  });

  test('E-10.583: is received message by message: failures are kept, and a repetition is stored once', async () => {
    const sent = { columns: null, name: 'lote.hl7' };
    expect((await send('import', batch(), sent)).data?.outcome).toMatchObject(outcome);
    expect(await countSets(patient)).toBe(1);
    expect((await ledger()).map(({ outcome }) => outcome).toSorted()).toEqual([
      'applied',
      'applied',
      'failed',
    ]);
    const again = { entered: 0, repeated: 2, waiting: 0, refused: 1 };
    expect((await send('check', batch(), sent)).data?.checked?.outcome).toMatchObject(again);
    expect((await send('import', batch(), sent)).data?.outcome).toMatchObject(again);
    expect(await countSets(patient)).toBe(1);
    expect(await ledger()).toHaveLength(3);
  });

  test('E-10.583: a message of too many observations is rejected before they are compared', async () => {
    const many = Array.from({ length: 2001 }, (_, n) => `OBX|${n}|NM|X${n}^Cosa ${n}||1|mL|||||F`);
    const file = `${message('8', patient)}${many.join('\r')}\r`;
    const { data } = await send('check', file, { columns: null });
    expect(data?.checked?.outcome?.notes).toEqual([
      { line: 1, kind: 'refused', words: 'Un estudio trae hasta 500 observaciones (OBX).' },
    ]);
  });

  test('E-10.583: sent again under its key gets the first answer, with the reasons for rejections', async () => {
    const sent = { columns: null, name: 'lote.hl7', key: newId('key') };
    const first = (await send('import', batch(), sent)).data?.outcome;
    expect(first).toMatchObject(outcome);
    expect((await send('import', batch(), sent)).data?.outcome).toEqual(first);
    expect(first?.notes.at(-1)).toMatchObject({ line: 3, words: expect.stringContaining('«9.9»') });
    expect((await ledger()).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    expect(await audited('results.imported')).toHaveLength(1);
    const other = await send('import', message('7', patient), sent);
    expect(other).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const stored = await db().select().from(idempotencyKeys);
    // The bare '9.9' could occur in the time of the row.
    expect(JSON.stringify(stored)).not.toMatch(/[|«]9\.9/);
  });

  test('E-10.584: failed messages are listed page by page, and processed again', async () => {
    const list = async (query = '') => {
      const { body } = await running().staff.get(`/v1/inbox/laboratory?${query}`);
      return (body as { data: { messages: FailedMessage[]; nextCursor: string; total: number } })
        .data;
    };
    await send('import', message('9', patient, '9.9'), { columns: null });
    const [message9] = (await list()).messages;
    expect(message9).toMatchObject({
      sender: expect.any(String),
      attempts: 1,
      reason: 'Se reciben las versiones 2.3 a 2.8, y esta es «9.9».',
    });
    const other = await addFailedMessage(db(), laboratory, { reason: null });
    const page = await list('limit=1');
    expect(page.messages).toMatchObject([
      { idMessage: other, reason: 'Se interrumpió antes de terminar.' },
    ]);
    const next = await list(`limit=1&cursor=${encodeURIComponent(page.nextCursor)}`);
    expect(next.messages).toMatchObject([{ idMessage: message9?.idMessage }]);
    const replay = async (idMessage?: string) => {
      const request = { method: 'POST', url: '/v1/inbox/laboratory/replay' } as const;
      const answer = await running().staff.request({ ...request, payload: { idMessage } });
      return answer.json<{ status: number; data?: object }>();
    };
    expect((await replay(message9?.idMessage)).data).toEqual({
      outcome: 'failed',
      reason: 'Se reciben las versiones 2.3 a 2.8, y esta es «9.9».',
    });
    // The error is fixed at the laboratory's side of the ledger.
    const content = Buffer.from(message('9', patient));
    await db()
      .update(inboxMessages)
      .set({ content })
      .where(eq(inboxMessages.id, Number(message9?.idMessage)));
    expect((await replay(message9?.idMessage)).data).toEqual({ outcome: 'applied', reason: null });
    expect(await countSets(patient)).toBe(1);
    expect((await list()).messages.map(({ idMessage }) => idMessage)).not.toContain(
      message9?.idMessage,
    );
    expect(await replay('99999999')).toMatchObject({ status: 404 });
    expect(await replay('abc')).toMatchObject({ status: 404 });
  });
});
