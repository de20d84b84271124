import { MAX_PRESCRIPTION_SIZE, recipeAppointment } from '@simiente/contract/appointments/calls';
import { errorBody } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { files, pendingFiles } from '../../schema/files.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { sharedApplication } from '../../testing/application.ts';
import { encryptedPdf, formRequest, makePdf, type SentFile } from '../../testing/files/uploads.ts';
import { addPatient, addRecipeAppointment } from '../../testing/records.ts';

const testApp = sharedApplication();
const UPLOAD = '/v1/recipe/upload-prescription';

async function upload(
  fields: Record<string, string>,
  file?: SentFile,
  headers: Record<string, string> = {},
) {
  const form = await formRequest(fields, file);
  const answer = await testApp().staff.request({
    method: 'POST',
    url: UPLOAD,
    ...form,
    headers: { ...form.headers, ...headers },
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function newAppointment(row: Parameters<typeof addRecipeAppointment>[2] = {}) {
  const { db } = testApp().database;
  const patientId = await addPatient(db);
  return { patientId, idAppointment: await addRecipeAppointment(db, patientId, row) };
}

/** The only prescription appointment in the patient's history. */
async function readOnlyAppointment(patientId: string) {
  const { body } = await testApp().staff.get(
    `/v1/user/get-medical-history-patient?idUser=${patientId}`,
  );
  const [prescription] = (
    body as never as { data: { appointments: { recipeAppointments: unknown[] } } }
  ).data.appointments.recipeAppointments;
  return recipeAppointment.parse(prescription);
}

/** A PDF of this size; a comment fills most of it. */
function makePdfOfSize(size: number): Buffer {
  const end = Buffer.from('\n%%EOF\n');
  const head = makePdf().subarray(0, -end.length + 1);
  return Buffer.concat([head, Buffer.alloc(size - head.length - end.length, '%'), end]);
}

/** A rejected upload leaves neither rows nor files. */
async function expectNothingKept(patientId: string) {
  const { db } = testApp().database;
  expect((await readOnlyAppointment(patientId)).prescriptions).toEqual([]);
  expect(await db.select().from(pendingFiles)).toEqual([]);
}

describe('the file of a prescription', () => {
  test('an upload stores it, shows its author and time, and makes it readable', async () => {
    const { staff, database } = testApp();
    const { patientId, idAppointment } = await newAppointment();
    const bytes = makePdf('Clomifeno');
    const { status, body } = await upload(
      { idAppointment, version: '1' },
      { bytes, name: 'receta de ñandú.pdf' },
    );
    expect(status).toBe(200);
    const { appointment } = body.data;
    expect(recipeAppointment.parse(appointment)).toEqual(await readOnlyAppointment(patientId));
    expect(appointment.version).toBe(2);
    const [file] = appointment.prescriptions;
    expect(file).toMatchObject({
      fileName: 'receta de ñandú.pdf',
      mediaType: 'application/pdf',
      fileSize: bytes.length,
      uploadedBy: 'Mariana Solórzano',
    });
    const opened = await staff.request({ url: file.fileUrl });
    expect(opened.statusCode).toBe(200);
    expect(opened.rawPayload.equals(bytes)).toBe(true);
    const [act] = await database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, idAppointment));
    expect(act).toMatchObject({ action: 'prescription.uploaded', patientId, actorId: staff.id });
    expect(await database.db.select().from(pendingFiles)).toEqual([]);
  });

  test('an upload replaces it, and its earlier file stays readable in the history', async () => {
    const { patientId, idAppointment } = await newAppointment();
    for (const [index, name] of ['una.pdf', 'dos.pdf', 'tres.pdf'].entries()) {
      const version = String(index + 1);
      const file = { bytes: makePdf(name), name };
      expect((await upload({ idAppointment, version }, file)).status).toBe(200);
    }
    const { prescriptions } = await readOnlyAppointment(patientId);
    expect(prescriptions.map(({ fileName }) => fileName)).toEqual([
      'tres.pdf',
      'dos.pdf',
      'una.pdf',
    ]);
    for (const { fileUrl } of prescriptions) {
      expect((await testApp().staff.request({ url: fileUrl })).statusCode).toBe(200);
    }
    const replaced = await testApp()
      .database.db.select()
      .from(replacedFiles)
      .where(eq(replacedFiles.recipeAppointmentId, idAppointment));
    expect(replaced.map(({ replacedBy }) => replacedBy)).toEqual([
      testApp().staff.id,
      testApp().staff.id,
    ]);
  });

  test('an upload based on an old version returns a 409 with the current appointment', async () => {
    const { patientId, idAppointment } = await newAppointment();
    await upload({ idAppointment, version: '1' }, { bytes: makePdf(), name: 'primera.pdf' });
    const staleAnswer = await upload({ idAppointment, version: '1' }, { bytes: makePdf('2') });
    const current = await readOnlyAppointment(patientId);
    expect(staleAnswer).toEqual({
      status: 409,
      body: errorBody('STALE_VERSION', { details: { current } }),
    });
    expect(current.prescriptions).toHaveLength(1);
  });

  test('an upload without a version, from a legacy client, replaces the current one', async () => {
    const { patientId, idAppointment } = await newAppointment();
    await upload({ idAppointment }, { bytes: makePdf('1') });
    expect((await upload({ idAppointment }, { bytes: makePdf('2') })).status).toBe(200);
    expect((await readOnlyAppointment(patientId)).prescriptions).toHaveLength(2);
  });

  test('E-10.18: an upload repeated under one key is stored once', async () => {
    const { patientId, idAppointment } = await newAppointment();
    const send = () =>
      upload(
        { idAppointment, version: '1' },
        { bytes: makePdf() },
        { 'idempotency-key': patientId },
      );
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers[0]?.status).toBe(200);
    expect(answers).toEqual(Array(3).fill(answers[0]));
    expect((await readOnlyAppointment(patientId)).prescriptions).toHaveLength(1);
    const { db } = testApp().database;
    expect(await db.select().from(pendingFiles)).toEqual([]);
  });

  test('E-10.19: one of eight simultaneous uploads is stored, and the others are rejected', async () => {
    const { patientId, idAppointment } = await newAppointment();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        upload({ idAppointment, version: '1' }, { bytes: makePdf(String(index)) }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    expect((await readOnlyAppointment(patientId)).prescriptions).toHaveLength(1);
  });

  test('a prescription of a deleted patient returns a 404', async () => {
    const { staff } = testApp();
    const { patientId, idAppointment } = await newAppointment();
    await upload({ idAppointment }, { bytes: makePdf('1') });
    const { body } = await upload({ idAppointment }, { bytes: makePdf('2') });
    const urls = body.data.appointment.prescriptions.map(
      (file: { fileUrl: string }) => file.fileUrl,
    );
    await staff.request({
      method: 'POST',
      url: '/v1/user/delete',
      payload: { idUsers: [patientId] },
    });
    for (const url of urls) expect((await staff.request({ url })).statusCode).toBe(404);
    expect((await upload({ idAppointment }, { bytes: makePdf() })).status).toBe(404);
  });
});

describe('an invalid file of a prescription', () => {
  test.each([
    ['a text', Buffer.from('hola'), 'NOT_A_PDF'],
    ['a page of HTML by the name of a PDF', Buffer.from('<script>1</script>'), 'NOT_A_PDF'],
    ['nothing', Buffer.alloc(0), 'FILE_EMPTY'],
    ['a PDF behind a password', encryptedPdf, 'FILE_ENCRYPTED'],
    ['a PDF that was cut off', makePdf().subarray(0, 300), 'FILE_TRUNCATED'],
  ] as const)('%s is rejected and leaves nothing', async (_, bytes, code) => {
    const { patientId, idAppointment } = await newAppointment();
    const { body, status } = await upload({ idAppointment }, { bytes });
    expect(body).toEqual(errorBody(code));
    expect(status).toBe(body.status);
    await expectNothingKept(patientId);
  });

  test('E-5.12, T-D1: a file over 10 MB is rejected; exactly 10 MB is accepted', async () => {
    const { patientId, idAppointment } = await newAppointment();
    const over = await upload(
      { idAppointment },
      { bytes: makePdfOfSize(MAX_PRESCRIPTION_SIZE + 1) },
    );
    expect(over).toEqual({
      status: 413,
      body: errorBody('FILE_TOO_LARGE', { details: { limit: MAX_PRESCRIPTION_SIZE } }),
    });
    await expectNothingKept(patientId);
    const just = await upload({ idAppointment }, { bytes: makePdfOfSize(MAX_PRESCRIPTION_SIZE) });
    expect(just.status).toBe(200);
  });

  test('an upload returns a 404 if the appointment has no patient, is deleted or does not exist', async () => {
    const { db } = testApp().database;
    const nobodys = await addRecipeAppointment(db, null);
    const { idAppointment: trashed } = await newAppointment({ deletedAt: new Date() });
    for (const idAppointment of [nobodys, trashed, 'rec_nadie']) {
      const answer = await upload({ idAppointment }, { bytes: makePdf() });
      expect(answer).toEqual({ status: 404, body: errorBody('NOT_FOUND') });
    }
    expect(await db.select().from(pendingFiles)).toEqual([]);
  });

  test('E-10.18: an upload with missing, wrong or unexpected fields returns a 400 with their paths', async () => {
    const { idAppointment } = await newAppointment();
    const bytes = makePdf();
    const wrong: [string, Record<string, string>, SentFile | undefined][] = [
      ['idAppointment', {}, { bytes }],
      ['idAppointment', { idAppointment: '../etc' }, { bytes }],
      ['version', { idAppointment, version: 'uno' }, { bytes }],
      ['version', { idAppointment, version: '0' }, { bytes }],
      ['', { idAppointment, patientId: 'usr_1' }, { bytes }],
      ['file', { idAppointment }, undefined],
    ];
    for (const [path, fields, file] of wrong) {
      const { status, body } = await upload(fields, file);
      expect([status, body.code, body.issues[0].path]).toEqual([400, 'BAD_REQUEST', path]);
    }
  });
});

test('T-D4: a hostile file name is replaced by a harmless one', async () => {
  const { db } = testApp().database;
  const { idAppointment } = await newAppointment();
  const name = `..\\..\\etc/\u202Efdp.${'ñ'.repeat(300)}.pdf`;
  const { status, body } = await upload({ idAppointment }, { bytes: makePdf(), name });
  expect(status).toBe(200);
  const [{ fileName, fileUrl }] = body.data.appointment.prescriptions;
  expect(fileName).toMatch(/^fdp\.ñ+$/);
  expect([...fileName]).toHaveLength(200);
  const [row] = await db
    .select()
    .from(files)
    .where(eq(files.id, fileUrl.split('/').at(-1)));
  expect(row?.storageKey).toMatch(/^uploads\/[\da-f-]{36}$/);
});
