import { max } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { sharedApplication } from '../../testing/application.ts';
import { readActivity } from '../../testing/dashboard/read.ts';
import {
  addBranch,
  addDoctor,
  addDoctorAppointment,
  addExam,
  addPartner,
  addPatient,
  addProspect,
} from '../../testing/records.ts';

const testApp = sharedApplication();
/** A period that includes any day on which the tests run. */
const NOW = { start: '2026-01-01', end: '2035-12-31' };

describe('the list of activity', () => {
  const readLastRowId = async () => {
    const [row] = await testApp()
      .database.db.select({ id: max(auditEvents.id) })
      .from(auditEvents);
    return row?.id ?? 0;
  };
  /** The actions after an audit row, the latest first. */
  async function readActivitySince(row: number, query: Record<string, string> = {}) {
    const { items } = await readActivity(testApp(), { ...NOW, limit: '100', ...query });
    return items.filter(({ id }) => id > row);
  }

  test('S-243: names actor, action and patient, and leaves out reads', async () => {
    const { staff } = testApp();
    const before = await readLastRowId();
    const createdAnswer = await staff.request({
      method: 'POST',
      url: '/v1/user/create',
      payload: { name: 'Zenaida Xochitl', email: null, phone: null },
    });
    const { idUser } = createdAnswer.json().data.patient;
    await staff.get(`/v1/user/get-one?idUser=${idUser}`);
    await staff.get('/v1/user/list');
    expect(await readActivitySince(before)).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(String),
        actor: { kind: 'staff', name: 'Mariana Solórzano' },
        action: 'patient.created',
        subject: { kind: 'patient', id: idUser, name: null },
        patient: { id: idUser, name: 'Zenaida Xochitl' },
        partner: null,
        status: null,
        startsAt: null,
      },
    ]);
    await staff.request({
      method: 'PUT',
      url: '/v1/user/update-status',
      payload: { idUsers: [idUser], status: 3 },
    });
    expect((await readActivitySince(before))[0]).toMatchObject({
      action: 'patient.status_changed',
      status: { to: '3' },
    });
  });

  test('E-10.243: shows the old and the new time of a moved appointment', async () => {
    const { database, staff } = testApp();
    const { db } = database;
    const owners = { patientId: await addPatient(db), doctorId: await addDoctor(db) };
    const [from, to] = ['2030-03-01T17:00:00.000Z', '2030-03-04T18:30:00.000Z'];
    const idAppointment = await addDoctorAppointment(db, owners, { startsAt: new Date(from) });
    const before = await readLastRowId();
    await staff.request({
      method: 'PUT',
      url: '/v1/doctor/update_appointment_status',
      payload: { idAppointment, date: to, status: 'pending' },
    });
    expect(await readActivitySince(before)).toMatchObject([
      { action: 'appointment.updated', startsAt: { from, to }, status: null },
    ]);
  });

  test('E-2.42: uses current names, and omits names of deleted records', async () => {
    const { database, staff } = testApp();
    const { db } = database;
    const before = await readLastRowId();
    const patient = await addPatient(db, { name: 'Zenaida Xochitl' });
    const partner = await addPartner(db, { name: 'Clínica Xoch' });
    const branch = await addBranch(db, partner, { name: 'Sur' });
    const prospect = await addProspect(db, { name: 'Pía' });
    const ids = [patient, partner, prospect];
    const send = (url: string, payload: object) => staff.request({ method: 'POST', url, payload });
    await send('/v1/user/delete', { idUsers: ids });
    const afterDeletion = await readActivitySince(before);
    expect(afterDeletion).toHaveLength(4);
    expect(JSON.stringify(afterDeletion)).not.toMatch(/Zenaida|Xoch|Sur|Pía/);
    await send('/v1/trash/restore', { ids });
    const back = await readActivitySince(before);
    const ofKind = (kind: string) => back.find((item) => item.subject?.kind === kind);
    expect(back).toHaveLength(8);
    expect(ofKind('patient')?.patient).toEqual({ id: patient, name: 'Zenaida Xochitl' });
    expect(ofKind('partner')?.subject?.name).toBe('Clínica Xoch');
    expect(ofKind('prospect')?.subject?.name).toBe('Pía');
    expect(ofKind('branch')).toMatchObject({
      subject: { id: branch, name: 'Sur' },
      partner: { id: partner, name: 'Clínica Xoch' },
    });
  });

  test('has the changes of a laboratory, its branches and its exams when it is filtered by the laboratory', async () => {
    const { database, staff } = testApp();
    const { db } = database;
    const laboratory = await addPartner(db, { type: 'Laboratorio' });
    const branch = await addBranch(db, laboratory);
    const patient = await addPatient(db);
    const ownExam = await addExam(db, patient, { laboratoryId: laboratory });
    const other = await addExam(db, patient);
    const elsewhere = await addBranch(db, await addPartner(db));
    const before = await readLastRowId();
    const ids = [ownExam, other, branch, elsewhere, patient];
    await staff.request({ method: 'POST', url: '/v1/user/delete', payload: { idUsers: ids } });
    const items = await readActivitySince(before, { laboratory });
    expect(items.map(({ subject }) => subject?.id).toSorted()).toEqual(
      [ownExam, branch].toSorted(),
    );
  });

  test('has each change once, latest first, page by page', async () => {
    const { database, staff } = testApp();
    const before = await readLastRowId();
    for (let index = 0; index < 5; index += 1) {
      const id = await addDoctor(database.db, { name: `Doctora ${index}` });
      await staff.request({
        method: 'PUT',
        url: '/v1/doctor/retire',
        payload: { idDoctor: id, retired: true },
      });
    }
    const names: (string | null | undefined)[] = [];
    let cursor: string | null = '';
    while (names.length < 5 && cursor !== null) {
      const query = { ...NOW, limit: '2', ...(cursor && { cursor }) };
      const page = await readActivity(testApp(), query);
      names.push(...page.items.filter(({ id }) => id > before).map(({ subject }) => subject?.name));
      cursor = page.nextCursor;
    }
    expect(names).toEqual([4, 3, 2, 1, 0].map((index) => `Doctora ${index}`));
  });

  test('leaves out changes from outside its period', async () => {
    const { items } = await readActivity(testApp(), { start: '2001-01-01', end: '2001-12-31' });
    expect(items).toEqual([]);
  });
});
