import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import { staff } from '../../schema/staff.ts';
import { sharedApplication } from '../../testing/application.ts';
import { appointmentCalls } from '../../testing/calls/appointment-calls.ts';
import { addRecipeAppointment } from '../../testing/records.ts';

const testApp = sharedApplication();
const { people, send, create, update, rows } = appointmentCalls(testApp);

interface Shown {
  readonly version: number;
  readonly attendance: readonly { step: string; at: string; by: string | null }[];
}

const stepsIn = ({ attendance }: Shown) => attendance.map(({ step }) => step);

async function createAppointment(fields: Record<string, unknown> = {}): Promise<string> {
  return String((await create(fields)).data?.appointment.id);
}

const record = (idAppointment: string, step: string | null, version: number) =>
  send('PUT', '/v1/appointment/attendance', { idAppointment, step, version });
/** Records steps in order, each based on the previous version. */
async function visit(id: string, ...steps: (string | null)[]): Promise<Shown> {
  let shown: Shown = { version: 1, attendance: [] };
  for (const step of steps) {
    const answer = await record(id, step, shown.version);
    expect([step, answer.status]).toEqual([step, 200]);
    shown = answer.data?.appointment as unknown as Shown;
  }
  return shown;
}

/** A day in the past, so that every step can be recorded. */
const PAST = { date: '2020-01-06T15:00:00.000Z' };

test('E-10.1485: every step of a visit keeps its time and its author, and the status stays', async () => {
  const id = await createAppointment(PAST);
  const { db } = testApp().database;
  const [author] = await db.select().from(staff).where(eq(staff.id, testApp().staff.id));
  const started = new Date().toISOString();
  const shown = await visit(id, 'confirmed', 'arrived', 'in_consultation', 'attended');
  expect(stepsIn(shown)).toEqual(['confirmed', 'arrived', 'in_consultation', 'attended']);
  for (const { at, by } of shown.attendance) {
    expect(at >= started && at <= new Date().toISOString()).toBe(true);
    expect(by).toBe(author?.name);
  }
  const [row] = await rows();
  expect([row?.status, row?.version]).toEqual(['pending', 5]);
  const recorded = await db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
  expect(
    recorded
      .filter(({ action }) => action === 'appointment.attendance_recorded')
      .map(({ patientId, details }) => [patientId, details]),
  ).toContainEqual([
    people.idUser,
    { changes: { attendance: { from: 'confirmed', to: 'arrived' } }, version: 3 },
  ]);
});

test('E-10.1485: recording the previous step undoes a step of attendance and keeps the time of the previous one', async () => {
  const id = await createAppointment(PAST);
  const arrived = await visit(id, 'confirmed', 'arrived');
  const undone = (await record(id, 'confirmed', arrived.version)).data?.appointment;
  expect(undone).toMatchObject({ attendance: [arrived.attendance[0]] });
  const other = await createAppointment({ date: '2020-01-07T15:00:00.000Z' });
  expect(stepsIn(await visit(other, 'arrived', null))).toEqual([]);
});

test('E-10.1485: a missed patient who arrives late is recorded as arrived', async () => {
  const id = await createAppointment(PAST);
  const late = await visit(id, 'confirmed', 'missed', 'arrived');
  expect(stepsIn(late)).toEqual(['confirmed', 'arrived']);
});

test('E-10.1485: recording the same step twice changes nothing, and another step on an old version is rejected', async () => {
  const id = await createAppointment(PAST);
  await visit(id, 'arrived');
  const again = await record(id, 'arrived', 1);
  expect([again.status, again.data?.appointment.version]).toEqual([200, 2]);
  const stale = await record(id, 'missed', 1);
  expect([stale.status, stale.code]).toEqual([409, 'STALE_VERSION']);
  expect(stale.details).toMatchObject({ current: { id, version: 2 } });
});

test('E-10.1485: one of two steps recorded at the same time on one version is rejected', async () => {
  const id = await createAppointment(PAST);
  const answers = await Promise.all([record(id, 'arrived', 1), record(id, 'missed', 1)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('E-10.1485: an appointment can only be confirmed before its day, and a cancelled one has no attendance', async () => {
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const ahead = await createAppointment({ date: inAWeek });
  expect(await record(ahead, 'arrived', 1)).toMatchObject({
    status: 409,
    code: 'ATTENDANCE_NOT_YET',
  });
  expect(stepsIn(await visit(ahead, 'confirmed'))).toEqual(['confirmed']);
  const cancelled = await createAppointment({ ...PAST, status: 'cancelled' });
  expect(await record(cancelled, 'missed', 1)).toMatchObject({
    status: 409,
    code: 'APPOINTMENT_CANCELLED',
  });
});

test('E-10.1485: moving an appointment hides its confirmation, and moving it back restores the confirmation', async () => {
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const later = new Date(Date.parse(inAWeek) + 3_600_000).toISOString();
  const id = await createAppointment({ date: inAWeek });
  await visit(id, 'confirmed');
  const move = async (date: string) =>
    stepsIn((await update({ idAppointment: id, date })).data?.appointment as unknown as Shown);
  expect(await move(later)).toEqual([]);
  expect(await move(inAWeek)).toEqual(['confirmed']);
});

test('E-10.1485: an appointment with a recorded visit can move only within its day', async () => {
  const id = await createAppointment(PAST);
  await visit(id, 'missed');
  const start = Date.parse(PAST.date);
  const move = (hours: number) =>
    update({ idAppointment: id, date: new Date(start + hours * 3_600_000).toISOString() });
  expect(await move(24)).toMatchObject({ status: 409, code: 'ATTENDANCE_RECORDED' });
  const moved = await move(1);
  expect(moved.status).toBe(200);
  expect(stepsIn(moved.data?.appointment as unknown as Shown)).toEqual(['missed']);
});

test('E-10.3340: an appointment cannot be cancelled once the consultation began', async () => {
  const id = await createAppointment(PAST);
  await visit(id, 'in_consultation');
  const cancel = () => update({ idAppointment: id, status: 'cancelled' });
  expect(await cancel()).toMatchObject({ status: 409, code: 'ATTENDANCE_RECORDED' });
  const { db } = testApp().database;
  const recipe = await addRecipeAppointment(db, people.idUser, { startsAt: new Date() });
  await visit(recipe, 'attended');
  const edit = { idAppointment: recipe, status: 'cancelled' };
  expect(await send('PUT', '/v1/recipe/update_appointment', edit)).toMatchObject({ status: 409 });
  await record(id, 'arrived', 2);
  expect((await cancel()).status).toBe(200);
});

test('E-10.1485: a prescription appointment has attendance too', async () => {
  const { db } = testApp().database;
  const id = await addRecipeAppointment(db, people.idUser, { startsAt: new Date() });
  expect(stepsIn(await visit(id, 'arrived'))).toEqual(['arrived']);
  const move = (date: string | null) =>
    send('PUT', '/v1/recipe/update_appointment', { idAppointment: id, date });
  expect(await move(null)).toMatchObject({ status: 409, code: 'ATTENDANCE_RECORDED' });
  const [row] = await db.select().from(recipeAppointments).where(eq(recipeAppointments.id, id));
  expect(row?.version).toBe(2);
});

test('E-10.1485: an imported overlap accepts attendance and stays marked', async () => {
  const { db } = testApp().database;
  await createAppointment(PAST);
  const startsAt = new Date(PAST.date);
  const imported = {
    ...{ id: 'apt_imported_overlap', patientId: people.idUser, doctorId: people.idDoctor },
    ...{ status: 'pending', startsAt, importDigest: 'digest', importedVersion: 1 },
  };
  await db.insert(doctorAppointments).values(imported);
  expect(stepsIn(await visit(imported.id, 'arrived'))).toEqual(['arrived']);
  const found = (await rows()).find(({ id }) => id === imported.id);
  expect(found?.doubleBooked).toBe(true);
});

test('E-10.1485: the appointment of a deleted patient has no attendance', async () => {
  const id = await createAppointment(PAST);
  const { db } = testApp().database;
  await db.update(patients).set({ deletedAt: new Date() }).where(eq(patients.id, people.idUser));
  expect((await record(id, 'arrived', 1)).status).toBe(404);
});
