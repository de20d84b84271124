import { recordPath } from '@simiente/contract/patient-record/calls';
import { desc, eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { files } from '../../schema/files.ts';
import { patients } from '../../schema/patients.ts';
import { staff } from '../../schema/staff.ts';
import { addColleague } from '../../testing/accounts/records.ts';
import { sharedApplication, startApplication } from '../../testing/application.ts';
import { fetchRecord } from '../../testing/calls/patient-record.ts';
import {
  addBranch,
  addDoctor,
  addDoctorAppointment,
  addExam,
  addExamOrder,
  addFile,
  addPartner,
  addPatient,
  addProspect,
  addRecipeAppointment,
  addReport,
  addResultSet,
} from '../../testing/records.ts';
import { addSignedReport, seal } from '../../testing/reports/signed-reports.ts';
import { startProxy } from '../../testing/services/proxy.ts';
import { openUnhurriedStore, startS3 } from '../../testing/services/s3.ts';
import { readZip } from './testing/read-zip.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;

test('deleted, blocked and other patients’ data are not in the record', async () => {
  const { store } = testApp();
  const id = await addPatient(db(), { name: 'Ana Pérez' });
  const other = await addPatient(db(), { name: 'Otro Paciente' });
  const deleted = { deletedAt: new Date() };
  const secret = await addFile(db(), store, { name: 'ajeno.pdf' });
  await addExam(db(), id, { type: 'Borrado', fileId: secret, ...deleted });
  await addExam(db(), id, { type: 'Bloqueado', ...deleted, blockedAt: new Date() });
  await addExam(db(), other, { type: 'Ajeno', fileId: await addFile(db(), store) });
  await addProspect(db(), { name: 'Prospecto Borrado', patientId: id, ...deleted });
  const partnerId = await addPartner(db());
  const branchId = await addBranch(db(), partnerId);
  const order = await addExamOrder(db(), { patientId: id, partnerId, branchId });
  await db().update(examOrders).set(deleted).where(eq(examOrders.id, order));
  const { record, entries } = await fetchRecord(testApp().staff, id);
  expect(record).toMatchObject({ exams: [], prospects: [], examOrders: [], files: [] });
  expect([...entries.keys()]).toEqual(['expediente.json', 'expediente.html']);
});

test('S11, T-L10, E-10.1331: actors are named as they were at that time', async () => {
  const { store } = testApp();
  const id = await addPatient(db());
  const createdBy = await addColleague(db(), { name: 'Ana Ríos' });
  const keep = async (days: number) => {
    const createdAt = new Date(Date.now() + days * 86_400_000);
    const fileId = await addFile(db(), store, { createdBy, createdAt });
    await addExam(db(), id, { fileId });
  };
  await keep(-1);
  await db().update(staff).set({ name: 'Ana Luna' }).where(eq(staff.id, createdBy));
  await keep(1);
  const { record } = await fetchRecord(testApp().staff, id);
  expect(record.files.map((file) => file.createdBy)).toEqual(['Ana Ríos', 'Ana Luna']);
});

describe('T-F8: the ZIP of a patient', () => {
  test('has safe, unique names for any file names', async () => {
    const { store } = testApp();
    const id = await addPatient(db());
    const names = [
      '../../etc/passwd',
      'C:\\Windows\\x.pdf',
      'a\0b\r\nc.pdf',
      '\u202Efdp.exe',
      'x'.repeat(300),
      '...',
      '',
      'resultado.pdf',
      'resultado.pdf',
      'Análisis 😀 ñ.pdf',
      'página.html',
      ' . ',
    ];
    for (const [index, name] of names.entries()) {
      const safe = name.replaceAll('\0', '');
      const bytes = Buffer.from(`${index}`);
      await addExam(db(), id, {
        fileId: await addFile(db(), store, {
          name: safe,
          bytes,
          createdAt: new Date(index * 1000),
        }),
      });
    }
    const { record, entries } = await fetchRecord(testApp().staff, id);
    expect(new Set(record.files.map(({ path }) => path)).size).toBe(names.length);
    for (const { path } of record.files) {
      expect(path).toMatch(/^archivos\/\d{3}-[^/\\:*?"<>|\p{C}]{1,95}\.pdf$/u);
      expect(entries.has(path), path).toBe(true);
    }
    expect(record.files.at(-3)?.path).toBe('archivos/010-Análisis 😀 ñ.pdf');
  });

  test('has a readable page in which typed text is never markup', async () => {
    const { store } = testApp();
    const evil = `<script>alert(1)</script><img src=x onerror="alert(1)">'"&`;
    const id = await addPatient(db(), { name: evil, email: evil });
    await addReport(db(), id, 'exam_ai', `Conteo <15 M/mL ${evil}`);
    await addExam(db(), id, { type: evil, fileId: await addFile(db(), store, { name: evil }) });
    await addRecipeAppointment(db(), id, {
      status: evil,
      type: evil,
      prescriptionExplanation: evil,
    });
    const { page } = await fetchRecord(testApp().staff, id);
    expect(page).not.toMatch(/<script|<img/i);
    expect(page).toContain('Conteo &lt;15 M/mL');
    expect(page).toContain(`default-src 'none'`);
    expect(page).toContain('href="archivos/001-');
  });

  test('E-10.701: has the words of a draft on its page, and its exact text in the JSON', async () => {
    const id = await addPatient(db());
    const text = '## Resumen\n**Volumen:** 2 ml【4:2†source】.';
    await addReport(db(), id, 'exam_ai', text);
    const { record, page } = await fetchRecord(testApp().staff, id);
    expect(page).toContain('<pre>Resumen\nVolumen: 2 ml.</pre>');
    expect(record.reports[0]?.versions[0]?.text).toBe(text);
  });

  test('names the status of appointments and prescriptions as the screens do', async () => {
    const id = await addPatient(db());
    await addDoctorAppointment(db(), { patientId: id, doctorId: await addDoctor(db()) });
    await addRecipeAppointment(db(), id, { status: 'assigned' });
    const { page } = await fetchRecord(testApp().staff, id);
    expect(page).toContain('<dt>Estado</dt><dd>Pendiente</dd>');
    expect(page).toContain('<dt>Estado</dt><dd>Asignado</dd>');
  });

  test('R7: names the authors of the sentences of a signed report, and does not call rule-based text AI', async () => {
    const id = await addPatient(db());
    const byRules = { source: 'reglas', ruleVersion: 'reglas-1' } as const;
    await addSignedReport(db(), id, { draft: byRules });
    await addSignedReport(db(), id, { kind: 'first_medical' });
    await seal(testApp().database);
    const { page } = await fetchRecord(testApp().staff, id);
    expect(page.match(/<dt>Autoría<\/dt><dd>[^<]*/g)).toEqual([
      '<dt>Autoría</dt><dd>Automática: 1 frase',
      '<dt>Autoría</dt><dd>IA: 1 frase',
    ]);
  });

  test('shows the date of a study, and when it was added', async () => {
    const id = await addPatient(db());
    const createdAt = new Date('2026-11-20T18:00:00Z');
    await addExam(db(), id, { type: 'Seminograma', examDate: '2026-11-18', createdAt });
    await addExam(db(), id, { type: 'Seminograma', examDate: null, createdAt });
    const { record, page } = await fetchRecord(testApp().staff, id);
    expect(record.exams.map(({ examDate }) => examDate)).toEqual(['2026-11-18', null]);
    expect(page.match(/<dt>Fecha del estudio<\/dt><dd>([^<]*)/g)).toEqual([
      '<dt>Fecha del estudio</dt><dd>18 nov 2026',
    ]);
    expect(page).toContain('<dt>Agregado</dt><dd>20 nov 2026, 12:00');
  });

  test('shows no hour for a sample with an unknown hour', async () => {
    const id = await addPatient(db());
    const collectedAt = new Date('2026-11-18T06:00:00Z');
    await addResultSet(db(), id, { collectedAt });
    await addResultSet(db(), id, { collectedAt, collectedTimeKnown: true });
    const { page } = await fetchRecord(testApp().staff, id);
    expect(page.match(/<dt>Toma<\/dt><dd>([^<]*)/g)?.toSorted()).toEqual([
      '<dt>Toma</dt><dd>18 nov 2026',
      '<dt>Toma</dt><dd>18 nov 2026, 0:00',
    ]);
  });

  test("is not cached, and has a file name without the patient's name", async () => {
    const id = await addPatient(db(), { id: 'usr:1@x', name: 'Zenaida' });
    const { answer } = await fetchRecord(testApp().staff, id);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="expediente-usr_1_x-\d{4}-\d\d-\d\d\.zip"$/,
    );
  });

  test('stays incomplete, so that no program opens it, if a file is missing or damaged', async () => {
    const { store, staff, app } = testApp();
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    for (const spoil of ['missing', 'damaged']) {
      const id = await addPatient(db());
      const fileId = await addFile(db(), store, { bytes: Buffer.from('entero') });
      await addExam(db(), id, { fileId });
      const [file] = await db().select().from(files).where(eq(files.id, fileId));
      const key = file?.storageKey ?? '';
      await (spoil === 'missing' ? store.delete(key) : store.put(key, Buffer.from('ENTERO')));
      const whole = fetch(`${origin}${recordPath(id)}`, { headers: { cookie: staff.cookie } })
        .then((answer) => answer.arrayBuffer())
        .then((bytes) => readZip(Buffer.from(bytes)));
      await expect(whole, spoil).rejects.toThrow();
    }
  });
});

describe('T-F8: the ZIP of a record in a bucket', () => {
  /** A bucket whose connection can be silenced, and a record with two files in it. */
  async function recordInBucket() {
    const service = await startS3();
    onTestFinished(() => service.stop());
    const { port } = new URL(service.bucket.endpoint ?? '');
    const wire = await startProxy({ host: '127.0.0.1', port: Number(port) });
    const bucket = { ...service.bucket, endpoint: `http://127.0.0.1:${wire.config.port}` };
    const { store, limitSilence } = await openUnhurriedStore(bucket);
    const { app, database, staff } = await startApplication({ store });
    const id = await addPatient(database.db);
    for (const size of [100, 20_000_000]) {
      const bytes = Buffer.alloc(size, 'x');
      await addExam(database.db, id, { fileId: await addFile(database.db, store, { bytes }) });
    }
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const request = () =>
      fetch(`${origin}${recordPath(id)}`, { headers: { cookie: staff.cookie } });
    return { wire, request, limitSilence };
  }

  test('returns a 503 if the bucket does not answer, and is complete at the next request', async () => {
    const { wire, request, limitSilence } = await recordInBucket();
    wire.swallow();
    limitSilence(500);
    // This many are the maximum for one client: a rejected request must release its permit.
    for (const rejected of await Promise.all([request(), request()])) {
      expect(rejected.status).toBe(503);
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(rejected.headers.get('content-disposition')).toBeNull();
      expect(await rejected.json()).toMatchObject({ code: 'UNAVAILABLE' });
    }
    wire.release();
    wire.snap();
    limitSilence(60_000);
    const answer = await request();
    expect(answer.status).toBe(200);
    expect([...(await readZip(Buffer.from(await answer.arrayBuffer()))).keys()]).toHaveLength(4);
  });

  test('is cut off if the bucket stops answering midway', async () => {
    const { wire, request, limitSilence } = await recordInBucket();
    // Even on a busy machine a normal answer has no such silence.
    limitSilence(5_000);
    const answer = await request();
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    await reader?.read();
    wire.swallow();
    const rest = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(rest()).rejects.toThrow();
  });
});

test('T-F1: an export of a record leaves one audit row, with the patient', async () => {
  const id = await addPatient(db(), { name: 'Zenaida' });
  await addExam(db(), id, { fileId: await addFile(db(), testApp().store) });
  await fetchRecord(testApp().staff, id);
  const rows = await db()
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.patientId, id))
    .orderBy(desc(auditEvents.id));
  expect(rows).toMatchObject([
    {
      action: 'patient.exported',
      actorId: testApp().staff.id,
      subjectKind: 'patient',
      subjectId: id,
      details: { files: 1 },
    },
  ]);
});

test('an unknown, deleted or blocked patient has no export', async () => {
  const deleted = { deletedAt: new Date() };
  const trashed = await addPatient(db(), deleted);
  const blocked = await addPatient(db(), { ...deleted, blockedAt: new Date() });
  for (const id of [trashed, blocked, 'nadie', '..%2f', 'a'.repeat(500)]) {
    const answer = await testApp().staff.request({ url: `/v1/user/${id}/export` });
    expect(answer.statusCode, id).toBe(404);
    expect(answer.headers['content-disposition']).toBeUndefined();
  }
  expect(await db().select().from(exams).where(eq(exams.patientId, trashed))).toEqual([]);
  expect(await db().select().from(patients).where(eq(patients.id, trashed))).toHaveLength(1);
});
