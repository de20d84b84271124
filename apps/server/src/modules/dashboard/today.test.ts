import type { AttendanceStep } from '@simiente/contract/appointments/attendance';
import { getCapabilities } from '@simiente/contract/common/access/roles';
import { success } from '@simiente/contract/common/call';
import { dayIn, startOfDay } from '@simiente/contract/common/days';
import {
  type Today,
  today,
  type WaitingPrescriptionPage,
  waitingPrescriptionPage,
} from '@simiente/contract/dashboard/calls';
import { DEFAULT_REMINDER_RULES } from '@simiente/contract/reminders/rules';
import { desc } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { doctorAppointments } from '../../schema/appointments.ts';
import { auditEvents } from '../../schema/audit.ts';
import { clinicSettings } from '../../schema/clinic-settings.ts';
import { letterheads } from '../../schema/letterheads.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { staff } from '../../schema/staff.ts';
import { addColleague, addIdentity } from '../../testing/accounts/records.ts';
import { sharedApplication, startApplication } from '../../testing/application.ts';
import * as make from '../../testing/records.ts';
import { readAttendance } from './calls.ts';
import { readToday } from './read-today.ts';

const ZONE = 'America/Mexico_City';
const testApp = sharedApplication();
/** In Mexico City it is 19:00 on 24 November; in UTC it is the 25th. */
const NOW = new Date('2026-11-25T01:00:00Z');
const at = (day: number, hour: number, minute = 0) =>
  new Date(Date.UTC(2026, 10, day, hour, minute));

beforeEach(async () => {
  const { db } = testApp().database;
  await db.update(patients).set({ deletedAt: new Date() });
  await db.update(prospects).set({ deletedAt: new Date() });
});

const read = ({ db } = testApp().database): Promise<Today> =>
  readToday(db, { capabilities: getCapabilities(['todo']) }, ZONE, NOW);

test('E-10.2105: a new clinic gets the setup steps until it has an appointment', async () => {
  const { database } = await startApplication();
  const { db } = database;
  const noSteps = {
    letterhead: false,
    doctor: false,
    team: false,
    patient: false,
    reminders: false,
  };
  expect((await read(database)).setup).toEqual(noSteps);
  const patientId = await make.addPatient(db, { name: 'La primera' });
  const doctorId = await make.addDoctor(db);
  const email = 'segunda@clinica.example';
  await db.insert(staff).values({ id: 'stf_second', name: 'Segunda', email });
  await db.insert(letterheads).values({ version: 1, name: 'Clínica' });
  const reminders = { ...DEFAULT_REMINDER_RULES, isOn: true };
  await db.insert(clinicSettings).values({ reminders });
  expect((await read(database)).setup).toEqual({
    ...{ letterhead: true, doctor: true, team: true, patient: true, reminders: true },
  });
  await make.addDoctorAppointment(db, { patientId, doctorId });
  expect((await read(database)).setup).toBeUndefined();
});

test('S-241: today is the clinic’s calendar day, and shows its next four appointments', async () => {
  const { db } = testApp().database;
  const doctorId = await make.addDoctor(db, { name: 'Renata Olvera', specialties: ['Urología'] });
  const add = async (name: string, startsAt: Date | null, row = {}) =>
    make.addDoctorAppointment(
      db,
      { patientId: await make.addPatient(db, { name, phone: '5550001111' }), doctorId },
      { startsAt, ...row },
    );
  await add('Ayer', at(24, 5, 29));
  await add('A medianoche', at(24, 6));
  await add('Ya empezó', at(25, 0, 29));
  await add('Ahora', at(25, 1));
  await add('Cancelada', at(25, 1), { status: 'cancelled' });
  await add('Eliminada', at(25, 1), { deletedAt: new Date() });
  await add('Sin fecha', null);
  await add('Tercera', at(25, 3));
  await add('Cuarta', at(25, 4));
  await add('Quinta', at(25, 5, 29));
  await add('Mañana', at(25, 6));
  const withPrescription = await make.addPatient(db, { name: 'Con receta', phone: null });
  const recipe = await make.addRecipeAppointment(db, withPrescription, { startsAt: at(25, 2) });
  await make.addRecipeAppointment(db, null, { startsAt: at(25, 2) });

  const { date, appointments } = await read();
  expect(date).toBe('2026-11-24');
  expect([appointments.total, appointments.left]).toEqual([7, 5]);
  expect(appointments.next.map(({ patient }) => patient.name)).toEqual([
    'Ahora',
    'Con receta',
    'Tercera',
    'Cuarta',
  ]);
  expect(appointments.next[0]).toMatchObject({
    startsAt: '2026-11-25T01:00:00.000Z',
    patient: { phone: '5550001111' },
    doctor: { name: 'Renata Olvera', specialty: 'Urología' },
  });
  expect(appointments.next[1]).toMatchObject({
    id: recipe,
    idUser: withPrescription,
    doctor: null,
  });
  expect(appointments.next[1]?.isRecipe).toBe(true);
});

test('E-10.371: only an account that manages accounts sees how many suspended identities wait for a second account', async () => {
  const { db } = testApp().database;
  const add = async (row: Parameters<typeof addIdentity>[2]) =>
    addIdentity(db, await addColleague(db), row);
  const suspendedAt = new Date();
  await add({ suspendedAt });
  await add({ suspendedAt, personConfirmedAt: new Date() });
  await add({ suspendedAt, secondConfirmedAt: new Date() });
  await add({});
  const manager = { capabilities: getCapabilities(['administracion']) };
  expect((await readToday(db, manager, ZONE, NOW)).suspendedIdentities).toBe(2);
  expect(await read()).not.toHaveProperty('suspendedIdentities');
});

test('E-10.262: the list of prescriptions to validate matches its count, the oldest first, by pages', async () => {
  const { db, store } = { ...testApp().database, store: testApp().store };
  const patientId = await make.addPatient(db, { name: 'Ana', phone: '5550001111' });
  const deleted = await make.addPatient(db, { name: 'Ida', deletedAt: new Date() });
  const add = (row: Parameters<typeof make.addRecipeAppointment>[2], owner = patientId) =>
    make.addRecipeAppointment(db, owner, row);
  const undated = await add({ createdAt: null });
  const newest = await add({ createdAt: at(21, 12), startsAt: at(25, 2) });
  const oldest = await add({ createdAt: at(20, 12) });
  await add({ createdAt: at(1, 12), status: 'assigned' });
  await add({ createdAt: at(1, 12), prescriptionFileId: await make.addFile(db, store) });
  await add({ createdAt: at(1, 12), deletedAt: new Date() });
  await add({ createdAt: at(1, 12) }, deleted);

  const pages: WaitingPrescriptionPage[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await testApp().staff.get(
      `/v1/recipe/waiting?${new URLSearchParams({ limit: '2', ...(cursor && { cursor }) })}`,
    );
    expect(status).toBe(200);
    const { data } = success(waitingPrescriptionPage).parse(body);
    pages.push(data);
    cursor = data.nextCursor;
  }
  const recipes = pages.flatMap((page) => page.recipes);
  expect(recipes.map(({ id }) => id)).toEqual([oldest, newest, undated]);
  expect(recipes[1]).toEqual({
    id: newest,
    type: null,
    startsAt: at(25, 2).toISOString(),
    createDate: at(21, 12).toISOString(),
    patient: { idUser: patientId, name: 'Ana', phone: '5550001111' },
  });
  const { count } = (await read()).recipes;
  expect(pages.map(({ total }) => total)).toEqual([count, count]);
});

test('pending appointments without a prescription count as waiting, and the oldest is named', async () => {
  const { db, store } = { ...testApp().database, store: testApp().store };
  expect((await read()).recipes).toEqual({ count: 0, isCapped: false, oldest: null });
  const patientId = await make.addPatient(db, { name: 'La más antigua' });
  const other = await make.addPatient(db, { name: 'Otra' });
  await make.addRecipeAppointment(db, other, { createdAt: at(21, 12) });
  await make.addRecipeAppointment(db, patientId, { createdAt: at(20, 12) });
  await make.addRecipeAppointment(db, patientId, { createdAt: at(1, 12), status: 'assigned' });
  const prescriptionFileId = await make.addFile(db, store);
  await make.addRecipeAppointment(db, patientId, { createdAt: at(1, 12), prescriptionFileId });
  await make.addRecipeAppointment(db, null, { createdAt: at(1, 12) });
  expect((await read()).recipes).toEqual({
    count: 2,
    isCapped: false,
    oldest: { idUser: patientId, patientName: 'La más antigua', since: at(20, 12).toISOString() },
  });
});

test('new prospects are pending, and today’s are counted by the clinic’s calendar', async () => {
  const { db } = testApp().database;
  await make.addProspect(db, { status: 'pending', createdAt: at(24, 5, 59) });
  await make.addProspect(db, { status: 'pending', createdAt: at(24, 6) });
  await make.addProspect(db, { status: 'pending', createdAt: at(25, 5, 59) });
  await make.addProspect(db, { status: 'contacted', createdAt: at(24, 12) });
  expect((await read()).prospects).toEqual({ count: 3, isCapped: false, arrivedToday: 2 });
});

test('the call for today audits the shown patients', async () => {
  const { db } = testApp().database;
  const doctorId = await make.addDoctor(db);
  const patientId = await make.addPatient(db);
  const day = dayIn(ZONE, new Date());
  const lastMoment = new Date(startOfDay(day, ZONE).getTime() + 86_400_000 - 1);
  await make.addDoctorAppointment(db, { patientId, doctorId }, { startsAt: lastMoment });
  const waiting = await make.addPatient(db);
  await make.addRecipeAppointment(db, waiting, { createdAt: new Date() });
  const { status, body } = await testApp().staff.get('/v1/dashboard/today');
  expect(status).toBe(200);
  const { data } = success(today).parse(body);
  const [row] = await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
  expect(row?.action).toBe('today.read');
  expect(row?.shown).toContain(waiting);
  // The day may have changed in the clinic's zone since the request.
  if (dayIn(ZONE, new Date()) !== day) return;
  expect(data.date).toBe(day);
  expect(row?.shown).toContain(patientId);
});

test('E-10.1486, E-10.3343: waiting patients are listed, longest wait first; of patients half an hour late, the latest are shown and all are counted', async () => {
  const { db } = testApp().database;
  const add = async (name: string, startsAt: Date, ...steps: [AttendanceStep, Date][]) =>
    make.addDoctorAppointment(
      db,
      {
        patientId: await make.addPatient(db, { name }),
        doctorId: await make.addDoctor(db, { name: 'Renata Olvera' }),
      },
      {
        startsAt,
        attendance: steps.map(([step, when]) => ({
          ...{ step, at: when.toISOString(), startsAt: startsAt.toISOString() },
          ...{ staffId: null, by: null },
        })),
      },
    );
  await add('Hace mucho', at(25, 0, 15));
  await add('Tarde', at(25, 0, 45));
  await add('Confirmó y tarda', at(25, 0, 50), ['confirmed', at(24, 12)]);
  await add('No vino', at(25, 0, 40), ['missed', at(25, 0, 55)]);
  await add('Espera menos', at(25, 1, 15), ['arrived', at(25, 0, 58)]);
  await add('Espera más', at(25, 2), ['confirmed', at(24, 12)], ['arrived', at(25, 0, 30)]);
  await add('En consulta', at(25, 0), ['arrived', at(25, 0)], ['in_consultation', at(25, 0, 20)]);
  await add('Atendido', at(24, 20), ['attended', at(24, 21)]);
  await add('Esperaba ayer', at(24, 5), ['arrived', at(24, 5)]);
  await add('Por venir', at(25, 3));
  for (const minute of [41, 42, 43]) await add(`Tarde ${minute}`, at(25, 0, minute));

  const { appointments, present } = await read();
  expect([appointments.total, appointments.left, appointments.late]).toEqual([12, 1, 5]);
  expect(appointments.next.map(({ patient }) => patient.name)).toEqual([
    'Tarde 43',
    'Tarde',
    'Confirmó y tarda',
    'Por venir',
  ]);
  expect([present.waiting, present.inConsultation]).toEqual([2, 1]);
  expect(present.patients.map(({ patient }) => patient.name)).toEqual([
    'Espera más',
    'Espera menos',
    'En consulta',
  ]);
  expect(present.patients[0]?.attendance.at(-1)).toEqual({
    ...{ step: 'arrived', at: at(25, 0, 30).toISOString(), by: null },
  });
});

test('E-10.1487: attendance is counted by doctor and week of the clinic’s calendar', async () => {
  const { db } = testApp().database;
  const [ana, bruno] = [
    await make.addDoctor(db, { name: 'Ana' }),
    await make.addDoctor(db, { name: 'Bruno' }),
  ];
  const patientId = await make.addPatient(db, { name: 'Paciente' });
  const deleted = await make.addPatient(db, { name: 'Ida', deletedAt: new Date() });
  const add = (
    doctorId: string,
    startsAt: Date,
    step: AttendanceStep | null,
    {
      owner = patientId,
      ...row
    }: Partial<typeof doctorAppointments.$inferInsert> & { owner?: string } = {},
  ) =>
    make.addDoctorAppointment(
      db,
      { patientId: owner, doctorId },
      {
        startsAt,
        attendance: [
          ...(step === null ? [] : [{ step, at: '', staffId: null, by: null, startsAt: null }]),
        ],
        ...row,
      },
    );
  // The day before the period in Mexico City, and its last minute.
  await add(ana, at(2, 5, 59), 'missed');
  await add(ana, at(16, 5, 59), 'missed');
  await add(ana, at(3, 16), 'attended');
  await add(ana, at(3, 17), 'arrived');
  await add(ana, at(10, 17), 'in_consultation');
  await add(ana, at(10, 18), 'confirmed');
  await add(ana, at(10, 19), null);
  await add(ana, at(10, 20), 'missed', { status: 'cancelled' });
  await add(ana, at(10, 21), 'missed', { deletedAt: new Date() });
  await add(bruno, at(4, 16), 'missed', { owner: deleted });
  await add(bruno, at(4, 17), 'missed');
  const counts = await readAttendance(db, { start: '2026-11-02', end: '2026-11-15' }, ZONE);
  expect(counts.weeks.map(({ start }) => start)).toEqual(['2026-11-02', '2026-11-09']);
  expect(counts.doctors.filter(({ idDoctor }) => [ana, bruno].includes(idDoctor))).toEqual([
    {
      ...{ idDoctor: ana, name: 'Ana', recorded: 4, missed: 1 },
      weeks: [
        { recorded: 2, missed: 0 },
        { recorded: 2, missed: 1 },
      ],
    },
    {
      ...{ idDoctor: bruno, name: 'Bruno', recorded: 1, missed: 1 },
      weeks: [
        { recorded: 1, missed: 1 },
        { recorded: 0, missed: 0 },
      ],
    },
  ]);
});
