import { errorBody } from '@simiente/contract/common/errors';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { recipeAppointments } from '../../schema/appointments.ts';
import { auditEvents } from '../../schema/audit.ts';
import {
  sharedApplication,
  startApplication,
  type TestApplication,
} from '../../testing/application.ts';
import { whileDeleted } from '../../testing/calls/while-deleted.ts';
import { addFile, addPatient, addRecipeAppointment, newId } from '../../testing/records.ts';

const shared = sharedApplication();
let testApp: TestApplication;
beforeEach(() => {
  testApp = shared();
});
/** Starts a separate application, for tests of the whole list. */
const startOwn = () =>
  beforeEach(async () => {
    testApp = await startApplication();
  });

/** A Calendly booking of an unknown person. */
async function addUnknown(row: Partial<typeof recipeAppointments.$inferInsert> = {}) {
  return addRecipeAppointment(testApp.database.db, null, {
    type: 'Validación de receta',
    startsAt: new Date('2026-12-01T17:00:00Z'),
    calendlyInviteeUri: newId('https://api.calendly.com/invitees/'),
    inviteeName: 'Rosa Mendez',
    inviteeEmail: 'rosa@correo.example',
    ...row,
  });
}

async function list(query = '') {
  const { status, body } = await testApp.staff.get(`/v1/recipe/without-patient${query}`);
  expect(status).toBe(200);
  return (body as { data: ListData }).data;
}

interface ListData {
  appointments: { idAppointment: string; version: number }[];
  nextCursor: string | null;
  total: number;
}

const getIds = ({ appointments }: ListData) => appointments.map((row) => row.idAppointment);

async function put(call: 'assign' | 'unassign', payload: Record<string, unknown>) {
  const answer = await testApp.staff.request({
    method: 'PUT',
    url: `/v1/recipe/${call}-patient`,
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function readSuggested(idAppointment: string) {
  return testApp.staff.get(`/v1/recipe/suggested-patients?idAppointment=${idAppointment}`);
}

describe('the list of appointments without a patient', () => {
  startOwn();

  test('E-10.8: has the appointments that wait for a patient, earliest first, with the booker’s data', async () => {
    const { db } = testApp.database;
    const patientId = await addPatient(db);
    await addRecipeAppointment(db, patientId);
    await addUnknown({ status: 'cancelled' });
    await addUnknown({ deletedAt: new Date() });
    const undated = await addUnknown({ startsAt: null });
    const later = await addUnknown({ startsAt: new Date('2026-12-03T17:00:00Z') });
    const sooner = await addUnknown({ createdAt: new Date('2026-11-02T10:00:00Z') });
    const data = await list();
    expect(getIds(data)).toEqual([sooner, later, undated]);
    expect(data).toMatchObject({ total: 3, totalIsCapped: false, nextCursor: null });
    expect(data.appointments[0]).toEqual({
      idAppointment: sooner,
      status: 'pending',
      type: 'Validación de receta',
      calendly_data: { start_time: '2026-12-01T17:00:00.000Z', meeting_url: null, place: null },
      createDate: '2026-11-02T10:00:00.000Z',
      invitee: { name: 'Rosa Mendez', email: 'rosa@correo.example' },
      version: 1,
    });
    expect((await testApp.staff.get('/v1/recipe/attention')).body).toEqual({
      status: 200,
      data: { withoutPatient: 3, failedDeliveries: 0 },
    });
  });

  test('has pages without gaps or repetitions', async () => {
    const ids: string[] = [];
    for (const day of [1, 1, 2, 3, 3]) {
      ids.push(await addUnknown({ startsAt: new Date(Date.UTC(2026, 11, day)) }));
    }
    ids.push(await addUnknown({ startsAt: null }), await addUnknown({ startsAt: null }));
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const data = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...getIds(data));
      expect(data.total).toBe(7);
      if (data.nextCursor === null) break;
      cursor = data.nextCursor;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(new Set(ids));
    const forged = await testApp.staff.get('/v1/recipe/without-patient?cursor=x');
    expect(forged).toEqual({ status: 400, body: errorBody('CURSOR_INVALID') });
  });

  test('does not affect patients filtered by their appointments', async () => {
    const { db } = testApp.database;
    const soon = new Date(Date.now() + 86_400_000);
    const patientId = await addPatient(db);
    await addRecipeAppointment(db, patientId, { startsAt: soon });
    await addUnknown({ startsAt: soon });
    const { body } = await testApp.staff.get('/v1/user/list?upcoming=true');
    expect(body).toMatchObject({ data: { total: 1, userData: [{ idUser: patientId }] } });
  });
});

describe('suggested patients of a Calendly booking', () => {
  startOwn();

  test('E-10.9: are patients with its e-mail first, then patients with a similar name', async () => {
    const { db } = testApp.database;
    const byName = await addPatient(db, {
      name: 'Rosa Méndez Ortiz',
      email: 'otra@correo.example',
    });
    const byEmail = await addPatient(db, { name: 'Zoe Ruiz', email: 'ROSA@correo.example' });
    await addPatient(db, { name: 'Rosa Méndez', deletedAt: new Date() });
    await addPatient(db, { name: 'Luis Gómez', email: 'luis@correo.example' });
    const { status, body } = await readSuggested(await addUnknown());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: {
        patients: [
          { idUser: byEmail, name: 'Zoe Ruiz', sameEmail: true },
          { idUser: byName, name: 'Rosa Méndez Ortiz', sameEmail: false },
        ],
      },
    });
  });

  test('are empty until a patient with the e-mail exists', async () => {
    const id = await addUnknown();
    expect((await readSuggested(id)).body).toEqual({ status: 200, data: { patients: [] } });
    const idUser = await addPatient(testApp.database.db, {
      name: 'X',
      email: 'rosa@correo.example',
    });
    expect((await readSuggested(id)).body).toMatchObject({ data: { patients: [{ idUser }] } });
  });

  test('are at most five, and empty for an appointment that has a patient', async () => {
    const { db } = testApp.database;
    const ids = [];
    for (let one = 0; one < 7; one += 1) {
      ids.push(await addPatient(db, { email: 'rosa@correo.example' }));
    }
    const { body } = await readSuggested(await addUnknown());
    expect((body as { data: { patients: unknown[] } }).data.patients).toHaveLength(5);
    const owned = await addRecipeAppointment(db, ids[0] ?? '');
    for (const id of [owned, 'nadie']) {
      expect(await readSuggested(id)).toEqual({ status: 404, body: errorBody('NOT_FOUND') });
    }
  });
});

describe('assigning a Calendly appointment to a patient', () => {
  test('C7, E-10.1011: needs confirmation if the patient has another appointment then', async () => {
    const idUser = await addPatient(testApp.database.db);
    const startsAt = new Date('2026-12-05T17:00:00Z');
    await addRecipeAppointment(testApp.database.db, idUser, { startsAt });
    const idAppointment = await addUnknown({ startsAt });
    const choice = { idAppointment, idUser, version: 1 };
    expect(await put('assign', choice)).toMatchObject({
      status: 409,
      body: { code: 'SAME_TIME', details: { startsAt: startsAt.toISOString() } },
    });
    const done = { status: 200, body: { data: { idUser, version: 2 } } };
    expect(await put('assign', { ...choice, despiteSameTime: true })).toMatchObject(done);
  });

  test('C7, E-10.1011: needs confirmation if the patient has another appointment before its end', async () => {
    const idUser = await addPatient(testApp.database.db);
    const at = (time: string) => new Date(`2026-12-05T${time}:00Z`);
    await addRecipeAppointment(testApp.database.db, idUser, { startsAt: at('17:45') });
    const booking = { startsAt: at('17:00'), endsAt: at('18:00') };
    const choice = { idAppointment: await addUnknown(booking), idUser, version: 1 };
    expect(await put('assign', choice)).toMatchObject({
      status: 409,
      body: { code: 'SAME_TIME' },
    });
  });

  test('adds it to the patient, and undoing it returns it to the list', async () => {
    const { db } = testApp.database;
    const idUser = await addPatient(db);
    const idAppointment = await addUnknown();
    const done = {
      status: 200,
      body: { status: 200, data: { idAppointment, idUser, version: 2 } },
    };
    expect(await put('assign', { idAppointment, idUser, version: 1 })).toEqual(done);
    // The request is repeated after a lost answer, with the same version.
    expect(await put('assign', { idAppointment, idUser, version: 1 })).toEqual(done);
    expect(getIds(await list())).not.toContain(idAppointment);
    const history = await testApp.staff.get(
      `/v1/user/get-medical-history-patient?idUser=${idUser}`,
    );
    expect(history.body).toMatchObject({
      data: { appointments: { recipeAppointments: [{ id: idAppointment, version: 2 }] } },
    });

    const back = await put('unassign', { idAppointment, version: 2 });
    expect(back.body).toEqual({ status: 200, data: { idAppointment, idUser: null, version: 3 } });
    expect(getIds(await list())).toContain(idAppointment);
    const audited = await db
      .select()
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.action, 'appointment.updated'),
          eq(auditEvents.subjectId, idAppointment),
        ),
      )
      .orderBy(auditEvents.id);
    expect(audited).toMatchObject([
      {
        actorId: testApp.staff.id,
        patientId: idUser,
        details: { changes: { patient: { from: null, to: idUser } }, version: 2 },
      },
      {
        actorId: testApp.staff.id,
        patientId: idUser,
        details: { changes: { patient: { from: idUser, to: null } }, version: 3 },
      },
    ]);
  });

  test('is rejected if it has another patient already, who is named', async () => {
    const { db } = testApp.database;
    const idUser = await addPatient(db, { name: 'Elena Duarte' });
    const other = await addPatient(db);
    const idAppointment = await addUnknown();
    await put('assign', { idAppointment, idUser });
    expect(await put('assign', { idAppointment, idUser: other, version: 1 })).toEqual({
      status: 409,
      body: errorBody('APPOINTMENT_ASSIGNED', { details: { idUser, name: 'Elena Duarte' } }),
    });
  });

  test('E-10.9: succeeds for one of two simultaneous users', async () => {
    const { db } = testApp.database;
    const ids = [await addPatient(db), await addPatient(db), await addPatient(db)];
    const idAppointment = await addUnknown();
    const answers = await Promise.all(
      ids.map((idUser) => put('assign', { idAppointment, idUser, version: 1 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const [row] = await db
      .select()
      .from(recipeAppointments)
      .where(eq(recipeAppointments.id, idAppointment));
    expect(row).toMatchObject({ version: 2 });
    expect(ids).toContain(row?.patientId);
  });

  test('waits while the patient is being deleted, and is then rejected', async () => {
    const { db } = testApp.database;
    const idUser = await addPatient(db);
    const idAppointment = await addUnknown();
    const answer = await whileDeleted(db, idUser, () => put('assign', { idAppointment, idUser }));
    expect(answer).toEqual({ status: 404, body: errorBody('NOT_FOUND') });
    expect(getIds(await list())).toContain(idAppointment);
  });

  test('is rejected with the current state if its version is old; a legacy client overwrites', async () => {
    const { db } = testApp.database;
    const idUser = await addPatient(db);
    const idAppointment = await addUnknown({ version: 4 });
    const { status, body } = await put('assign', { idAppointment, idUser, version: 3 });
    expect([status, body.code]).toEqual([409, 'STALE_VERSION']);
    expect(body.details.current).toMatchObject({ idAppointment, version: 4 });
    expect((await put('unassign', { idAppointment, version: 3 })).status).toBe(200);
    expect((await put('assign', { idAppointment, idUser })).status).toBe(200);
    expect((await put('unassign', { idAppointment, version: 4 })).body.code).toBe('STALE_VERSION');
    expect((await put('unassign', { idAppointment })).status).toBe(200);
  });

  test('returns a 404 when the appointment or the patient does not exist', async () => {
    const { db } = testApp.database;
    const idUser = await addPatient(db);
    const trashed = await addPatient(db, { deletedAt: new Date() });
    const idAppointment = await addUnknown();
    const deleted = await addUnknown({ deletedAt: new Date() });
    for (const payload of [
      { idAppointment, idUser: 'nadie' },
      { idAppointment, idUser: trashed },
      { idAppointment, idUser: idAppointment },
      { idAppointment: 'nada', idUser },
      { idAppointment: deleted, idUser },
      { idAppointment: idUser, idUser },
    ]) {
      expect(await put('assign', payload)).toEqual({ status: 404, body: errorBody('NOT_FOUND') });
    }
  });

  test('cannot be undone for appointments that are not Calendly’s or have a prescription', async () => {
    const { db } = testApp.database;
    const patientId = await addPatient(db);
    const imported = await addRecipeAppointment(db, patientId);
    expect((await put('unassign', { idAppointment: imported })).status).toBe(404);
    const prescriptionFileId = await addFile(db, null);
    const withFile = await addUnknown({ patientId, prescriptionFileId });
    expect((await put('unassign', { idAppointment: withFile })).body).toEqual(
      errorBody('CONFLICT'),
    );
  });
});
