import { success } from '@simiente/contract/common/call';
import { errorBody } from '@simiente/contract/common/errors';
import {
  type AgendaRow,
  type DoctorPage,
  doctor,
  doctorPage,
} from '@simiente/contract/doctors/calls';
import { desc } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { auditEvents } from '../../schema/audit.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import {
  addDoctor,
  addDoctorAppointment,
  addPatient,
  addRecipeAppointment,
} from '../../testing/records.ts';
import { buildSchedule } from '../../testing/schedules.ts';

const testApp = sharedApplication();

/** The doctors of one test, removed at its end. */
async function replaceDoctors(...rows: Parameters<typeof addDoctor>[1][]): Promise<string[]> {
  const { db } = testApp().database;
  const clear = async () => {
    await db.delete(doctorAppointments);
    await db.delete(recipeAppointments);
    await db.delete(patients);
    await db.delete(doctors);
  };
  await clear();
  onTestFinished(clear);
  const ids: string[] = [];
  for (const row of rows) ids.push(await addDoctor(db, row));
  return ids;
}

async function list(query: Record<string, string> = {}): Promise<DoctorPage> {
  const { status, body } = await testApp().staff.get(
    `/v1/doctor/list?${new URLSearchParams(query)}`,
  );
  expect(status).toBe(200);
  return success(doctorPage).parse(body).data;
}

const getNames = ({ doctors: page }: DoctorPage) => page.map(({ name }) => name);
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000);

describe('the search of doctors', () => {
  test.each(['Núñez', 'nunez', 'NUÑEZ', 'nu\u0301n\u0303ez', ' renata  núñez ', 'R.NUNEZ@clinica'])(
    '%j finds Renata Núñez',
    async (search) => {
      await replaceDoctors(
        { name: 'Renata Núñez', email: 'r.nunez@clinica.example' },
        { name: 'Laura Peña', email: 'l.pena@otra.example' },
      );
      expect(getNames(await list({ search }))).toEqual(['Renata Núñez']);
    },
  );

  test('takes LIKE wildcards literally', async () => {
    await replaceDoctors({ name: 'Cien% Seguro' }, { name: 'Laura Ibáñez' });
    expect(getNames(await list({ search: '%' }))).toEqual(['Cien% Seguro']);
    expect(getNames(await list({ search: '_' }))).toEqual([]);
    expect(getNames(await list({ search: ' ' }))).toHaveLength(2);
  });
});

test('the list can have active doctors, retired ones, or both', async () => {
  await replaceDoctors(
    { name: 'Activa' },
    { name: 'Retirado', retiredAt: new Date('2026-01-31T12:00:00Z') },
    { name: 'Ausente', deletedAt: new Date() },
  );
  expect(getNames(await list())).toEqual(['Activa']);
  expect(getNames(await list({ state: 'retired' }))).toEqual(['Retirado']);
  const all = await list({ state: 'all' });
  expect(getNames(all)).toEqual(['Activa', 'Retirado']);
  expect(all).toMatchObject({ total: 2, totalIsCapped: false });
  expect(all.doctors.map(({ retiredAt }) => retiredAt)).toEqual([null, '2026-01-31T12:00:00.000Z']);
});

test('E-10.24: every doctor is listed exactly once, page by page, in Spanish collation', async () => {
  const names = ['Ana', 'ana', 'Ána', 'Nuria', 'Ñáñez', 'Olga', 'Olga', 'Zoe'];
  await replaceDoctors(...names.map((name) => ({ name })));
  const alphabetical = names.toSorted(new Intl.Collator('es').compare);
  for (const sort of ['name', '-name']) {
    const seen: DoctorPage['doctors'] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: DoctorPage = await list({ sort, limit: '3', ...(cursor && { cursor }) });
      expect(page.total).toBe(names.length);
      seen.push(...page.doctors);
      cursor = page.nextCursor;
    }
    expect(new Set(seen.map(({ idDoctor }) => idDoctor)).size).toBe(names.length);
    const inOrder = seen.map(({ name }) => name);
    expect(sort === 'name' ? inOrder : inOrder.toReversed()).toEqual(alphabetical);
  }
});

test('E-10.24: doctors are sorted by every column, page by page', async () => {
  const [ana = '', beto = '', ciro = ''] = await replaceDoctors(
    { name: 'Ana', email: 'z@clinica.example', specialties: ['Urología'] },
    { name: 'Beto', email: null, specialties: ['Andrología', 'Urología'] },
    { name: 'Ciro', email: 'a@clinica.example', specialties: [] },
  );
  const { db } = testApp().database;
  const patientId = await addPatient(db);
  for (const [doctorId, count] of [
    [beto, 2],
    [ciro, 10],
  ] as const) {
    for (let day = 1; day <= count; day += 1) {
      await addDoctorAppointment(db, { patientId, doctorId }, { startsAt: daysFromNow(day) });
    }
  }
  for (const [sort, expected] of [
    ['specialties', [ciro, beto, ana]],
    ['email', [beto, ciro, ana]],
    ['upcoming', [ana, beto, ciro]],
  ] as const) {
    for (const [order, ids] of [
      [sort, expected],
      [`-${sort}`, expected.toReversed()],
    ] as const) {
      const first = await list({ sort: order, limit: '2' });
      const second = await list({ sort: order, limit: '2', cursor: first.nextCursor ?? '' });
      const seen = [...first.doctors, ...second.doctors].map(({ idDoctor }) => idDoctor);
      expect(seen, order).toEqual(ids);
    }
  }
});

test('E-10.3541, E-10.3791: upcoming appointments are future ones that are not cancelled, with the bookings of Calendly', async () => {
  const [busyId = '', freeId = ''] = await replaceDoctors(
    { name: 'A ocupada' },
    { name: 'B libre', email: 'Libre@clinica.example' },
  );
  const { db } = testApp().database;
  const patientId = await addPatient(db);
  const trashed = await addPatient(db, { deletedAt: new Date() });
  const add = (row: Parameters<typeof addDoctorAppointment>[2], owner = patientId) =>
    addDoctorAppointment(db, { patientId: owner, doctorId: busyId }, row);
  await add({ startsAt: daysFromNow(1) });
  await add({ startsAt: daysFromNow(2), status: 'assigned' });
  await add({ startsAt: daysFromNow(3), status: 'otro' });
  await add({ startsAt: daysFromNow(4), status: 'cancelled' });
  await add({ startsAt: daysFromNow(-1) });
  await add({ startsAt: null });
  await add({ startsAt: daysFromNow(5), deletedAt: new Date() });
  await add({ startsAt: daysFromNow(6) }, trashed);
  const book = (days: number, booker: string | null, status = 'pending') =>
    addRecipeAppointment(db, booker, { doctorId: busyId, startsAt: daysFromNow(days), status });
  await book(7, null);
  await book(8, patientId);
  await book(9, patientId, 'cancelled');
  await book(10, trashed);
  const page = await list();
  expect(page.doctors.map(({ idDoctor, upcoming }) => [idDoctor, upcoming])).toEqual([
    [busyId, 5],
    [freeId, 0],
  ]);
  const { body } = await testApp().staff.get(`/v1/doctor/upcoming?idDoctor=${busyId}`);
  const { appointments } = (body as { data: { appointments: AgendaRow[] } }).data;
  expect(appointments.map(({ kind }) => kind)).toEqual([
    ...['doctor', 'doctor', 'doctor'],
    ...['recipe', 'recipe'],
  ]);
  // A booking of both doctors counts for each of them.
  const hostEmails = ['ocupada@clinica.example', 'libre@clinica.example'];
  await addRecipeAppointment(db, patientId, {
    ...{ doctorId: busyId, startsAt: daysFromNow(11), hostEmails },
  });
  expect((await list()).doctors.map(({ upcoming }) => upcoming)).toEqual([6, 1]);
});

describe('one doctor', () => {
  const readOne = (id: string) =>
    testApp().staff.get(`/v1/doctor/get-one?idDoctor=${encodeURIComponent(id)}`);

  test('is presented with all fields', async () => {
    const [id = ''] = await replaceDoctors({
      name: 'Renata Olvera',
      email: 'renata@clinica.example',
      specialties: ['Andrología', 'Urología'],
      retiredAt: new Date('2026-01-31T12:00:00Z'),
      version: 4,
    });
    const { status, body } = await readOne(id);
    expect(status).toBe(200);
    expect(success(doctor).parse(body).data).toEqual({
      idDoctor: id,
      name: 'Renata Olvera',
      email: 'renata@clinica.example',
      specialties: ['Andrología', 'Urología'],
      appointmentMinutes: 30,
      ...buildSchedule({
        workingDays: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '08:00', to: '20:00' })),
      }),
      retiredAt: '2026-01-31T12:00:00.000Z',
      upcoming: 0,
      version: 4,
    });
  });

  test('returns a 404 if the doctor does not exist, and a 400 for an invalid id', async () => {
    await replaceDoctors();
    expect(await readOne('doc_none')).toEqual({ status: 404, body: errorBody('NOT_FOUND') });
    expect(await readOne('a b')).toMatchObject({ status: 400 });
  });
});

test.each([
  'state=nadie',
  'sort=minutes',
  'limit=0',
  'limit=101',
  'page=2',
  'search=%00',
  'cursor=x',
])('an invalid list of doctors returns a 400 with a message: %s', async (query) => {
  const { status, body } = await testApp().staff.get(`/v1/doctor/list?${query}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ status: 400, errorMessage: expect.stringMatching(/\S/) });
});

test('the list and the page of doctors leave one audit row each, without names', async () => {
  const [id = ''] = await replaceDoctors({ name: 'Renata Olvera' });
  const { db } = testApp().database;
  const readNewest = async () =>
    (await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0];
  await list({ search: 'renata' });
  expect(await readNewest()).toMatchObject({
    action: 'doctors.listed',
    details: {
      filter: { state: 'active', sort: 'name', limit: 50, searched: true, continued: false },
      count: 1,
    },
  });
  await testApp().staff.get(`/v1/doctor/get-one?idDoctor=${id}`);
  expect(await readNewest()).toMatchObject({
    action: 'doctor.read',
    subjectKind: 'doctor',
    subjectId: id,
    patientId: null,
    details: null,
  });
});
