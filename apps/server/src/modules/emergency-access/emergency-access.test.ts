import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { auditEvents } from '../../schema/audit.ts';
import { emergencyAccesses } from '../../schema/emergency-accesses.ts';
import { patients } from '../../schema/patients.ts';
import { staff } from '../../schema/staff.ts';
import { sharedApplication, type TestStaff } from '../../testing/application.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import {
  addDoctor,
  addDoctorAppointment,
  addEmergencyAccess,
  addExam,
  addFile,
  addPatient,
  addReport,
} from '../../testing/records.ts';
import { openEmergencyAccess } from './calls.ts';
import { measureEmergencies } from './public.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;
const reason = 'Llegó inconsciente y nadie localiza a su médica';
let reception: TestStaff;
let auditor: TestStaff;
let doctor: TestStaff;
let idDoctor: string;

beforeAll(async () => {
  reception = await testApp().signInAs('recepcion@simiente.example', ['recepcion']);
  auditor = await testApp().signInAs('auditoria@simiente.example', ['auditoria']);
  doctor = await testApp().signInAs('medico@simiente.example', ['medico']);
  idDoctor = await addDoctor(db());
  await db().update(staff).set({ doctorId: idDoctor }).where(eq(staff.id, doctor.id));
});

interface Answer {
  status: number;
  code?: string;
  issues?: { path: string; message: string }[];
  data: Record<string, unknown>;
}

async function open(person: TestStaff, input: object, headers = {}): Promise<Answer> {
  const url = '/v1/user/open-emergency-access';
  const answer = await person.request({ method: 'POST', url, payload: input, headers });
  return answer.json<Answer>();
}
const read = (person: TestStaff, url: string) =>
  person.request({ url }).then((answer) => answer.json<Answer>());
const readHistory = (person: TestStaff, idUser: string) =>
  read(person, `/v1/user/get-medical-history-patient?idUser=${idUser}`);
const listAccesses = async (person: TestStaff) =>
  (await read(person, '/v1/user/emergency-accesses')).data.accesses as { idUser: string }[];

/** A patient with a report and an exam with a file. */
async function addClinical(): Promise<{ idUser: string; fileUrl: string }> {
  const idUser = await addPatient(db(), { name: 'Luis Mora' });
  await addReport(db(), idUser, 'exam_ai', 'Un informe');
  const fileId = await addFile(db(), testApp().store);
  await addExam(db(), idUser, { fileId });
  return { idUser, fileUrl: `/v1/files/${fileId}` };
}

describe('E-10.296: an emergency access', () => {
  test('opens the reports and files of one patient to one account, for four hours', async () => {
    const { idUser, fileUrl } = await addClinical();
    const other = await addClinical();
    expect((await reception.request({ url: fileUrl })).statusCode).toBe(403);
    expect((await readHistory(reception, idUser)).data).not.toHaveProperty('MedicalReportData');

    const opened = await open(reception, { idUser, reason });
    const hours = (Date.parse(String(opened.data.until)) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(3.9);
    expect(hours).toBeLessThanOrEqual(4);

    expect((await readHistory(reception, idUser)).data).toMatchObject({
      MedicalReportData: { examReportIA: { message: 'Un informe' } },
      allExamns: { exams: [{ fileUrl: expect.any(String) }] },
      emergencyAccess: { until: opened.data.until },
    });
    expect((await reception.request({ url: fileUrl })).statusCode).toBe(200);
    expect((await reception.request({ url: other.fileUrl })).statusCode).toBe(403);
    const colleague = await testApp().signInAs('otra@simiente.example', ['recepcion']);
    expect((await colleague.request({ url: fileUrl })).statusCode).toBe(403);
    // The access allows reading, but no changes.
    const change = await reception.request({ method: 'PUT', url: '/v1/exam/update', payload: {} });
    expect(change.statusCode).toBe(403);

    await db().update(emergencyAccesses).set({ expiresAt: new Date() });
    expect((await reception.request({ url: fileUrl })).statusCode).toBe(403);
    expect((await readHistory(reception, idUser)).data).not.toHaveProperty('emergencyAccess');
  });

  test('is audited with the reads under it, and without its reason', async () => {
    const { idUser, fileUrl } = await addClinical();
    await open(reception, { idUser, reason });
    await readHistory(reception, idUser);
    await reception.request({ url: fileUrl });
    const rows = await db()
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.patientId, idUser))
      .orderBy(auditEvents.id);
    expect(rows).toMatchObject([
      { action: 'emergency_access.opened', actorId: reception.id, details: { hours: 4 } },
      { action: 'patient.history_read', details: { emergency: true } },
      { action: 'file.read', details: { emergency: true } },
    ]);
    expect(JSON.stringify(rows)).not.toContain('inconsciente');
  });

  test('is reported to auditoría, and only to the doctors of the patient', async () => {
    const { idUser } = await addClinical();
    await open(reception, { idUser, reason });
    expect(await listAccesses(auditor)).toContainEqual({
      idUser,
      patientName: 'Luis Mora',
      openedBy: 'Mariana Solórzano',
      reason,
      openedAt: expect.any(String),
      until: expect.any(String),
    });
    const isListed = async () =>
      (await listAccesses(doctor)).some((access) => access.idUser === idUser);
    expect(await isListed()).toBe(false);
    await addDoctorAppointment(db(), { patientId: idUser, doctorId: idDoctor });
    expect(await isListed()).toBe(true);
    const administration = await testApp().signInAs('jefa@simiente.example', ['administracion']);
    expect(await listAccesses(administration)).toEqual([]);
  });

  test('is reported for seven days', async () => {
    const { idUser } = await addClinical();
    const openedAt = new Date(Date.now() - 7 * 86_400_000 - 60_000);
    await addEmergencyAccess(db(), { patientId: idUser, openedBy: reception.id, openedAt });
    expect((await listAccesses(auditor)).map((access) => access.idUser)).not.toContain(idUser);
  });

  test('needs a reason, and a patient who exists', async () => {
    const { idUser } = await addClinical();
    expect(await open(reception, { idUser, reason: '  urge   ' })).toMatchObject({
      status: 400,
      issues: [{ path: 'reason', message: 'Escribe el motivo con al menos 10 caracteres.' }],
    });
    expect((await open(reception, { idUser: 'usr_nadie', reason })).status).toBe(404);
    await db().update(patients).set({ deletedAt: new Date() }).where(eq(patients.id, idUser));
    expect((await open(reception, { idUser, reason })).status).toBe(404);
  });

  test('is opened once by a repeated request', async () => {
    const { idUser } = await addClinical();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await open(reception, { idUser, reason }, key);
    expect(await open(reception, { idUser, reason }, key)).toEqual(first);
    const rows = await db()
      .select()
      .from(emergencyAccesses)
      .where(eq(emergencyAccesses.patientId, idUser));
    expect(rows).toHaveLength(1);
  });
});

describe('T-L6: the emergency accesses of an account', () => {
  const count = (person: TestStaff) =>
    db().$count(emergencyAccesses, eq(emergencyAccesses.openedBy, person.id));

  test('are limited to ten in 24 hours, also when many are requested at the same time', async () => {
    const person = await testApp().signInAs('muchas@simiente.example', ['recepcion']);
    const patientIds = await Promise.all(Array.from({ length: 14 }, () => addPatient(db())));
    const answers = await Promise.all(patientIds.map((idUser) => open(person, { idUser, reason })));
    const rejected = answers.filter(({ status }) => status !== 200);
    expect(rejected).toHaveLength(4);
    for (const answer of rejected) {
      expect(answer).toMatchObject({ status: 429, code: 'TOO_MANY_EMERGENCIES' });
    }
    expect(await count(person)).toBe(10);

    const eleventh = await person.request({
      method: 'POST',
      url: '/v1/user/open-emergency-access',
      payload: { idUser: patientIds[0], reason },
    });
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(86_000);
    expect(eleventh.body).toContain('Pide a un médico');
    // Only this account gets access, and only for a day.
    const [idUser] = patientIds;
    expect((await open(reception, { idUser, reason })).status).toBe(200);
    await db()
      .update(emergencyAccesses)
      .set({ openedAt: sql`now() - interval '25 hours'` })
      .where(eq(emergencyAccesses.openedBy, person.id));
    expect((await open(person, { idUser, reason })).status).toBe(200);
  });

  test('are all listed for auditoría, even if the patient was deleted', async () => {
    const patientIds = await Promise.all(Array.from({ length: 45 }, () => addPatient(db())));
    for (const patientId of patientIds) {
      await addEmergencyAccess(db(), { patientId, openedBy: doctor.id });
    }
    const [deleted = ''] = patientIds;
    await db().update(patients).set({ deletedAt: new Date() }).where(eq(patients.id, deleted));
    const notices = await listAccesses(auditor);
    expect(notices.map(({ idUser }) => idUser)).toEqual(expect.arrayContaining(patientIds));
    expect(notices).toContainEqual(expect.objectContaining({ idUser: deleted, patientName: null }));
  });

  test('are logged by the account’s id if there are many in a short time, and a metric has the maximum of one account', async () => {
    const lines: { staffId: string }[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const person = await testApp().signInAs('rafaga@simiente.example', ['recepcion']);
    const origin = { address: null, userAgent: null, requestId: null };
    const actor = {
      ...{ kind: 'staff' as const, id: person.id, email: person.email, name: 'Ana Ríos' },
      ...{ roles: ['recepcion' as const], doctorId: null, capabilities: new Set<never>() },
    };
    const openOne = async () => {
      const idUser = await addPatient(db(), { name: 'Íñigo Núñez' });
      await db().transaction((transaction) =>
        openEmergencyAccess(transaction, { actor, origin, log }, { idUser, reason }),
      );
    };
    for (let times = 0; times < 3; times += 1) await openOne();
    expect(lines).toEqual([]);
    await openOne();
    expect(lines).toMatchObject([{ level: 40, staffId: person.id, inHour: 3, refused: false }]);
    expect(JSON.stringify(lines)).not.toMatch(/Íñigo|usr_|Llegó/);

    const metrics = createMetrics(undefined, LONG_WAIT.timeout);
    measureEmergencies(metrics, db());
    const figure = /^simiente_emergency_accesses_by_one (\d+)$/m.exec(await metrics.read())?.[1];
    expect(Number(figure)).toBeGreaterThanOrEqual(4);
  });
});
