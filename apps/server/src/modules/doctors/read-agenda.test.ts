import { success } from '@simiente/contract/common/call';
import { agendaRow, clinicDay } from '@simiente/contract/doctors/calls';
import { MAX_DAY_DOCTORS } from '@simiente/contract/doctors/filters';
import { desc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { auditEvents } from '../../schema/audit.ts';
import { doctors } from '../../schema/doctors.ts';
import { sharedApplication } from '../../testing/application.ts';
import {
  addDoctor,
  addDoctorAppointment,
  addPatient,
  addRecipeAppointment,
} from '../../testing/records.ts';

const testApp = sharedApplication();
const agenda = success(z.strictObject({ appointments: z.array(agendaRow) }));

const requestAgenda = (idDoctor: string, from: string, to: string) =>
  testApp().staff.get(`/v1/doctor/agenda?${new URLSearchParams({ idDoctor, from, to })}`);

const at = (day: number, hour: number, minute = 0) =>
  new Date(Date.UTC(2026, 10, day, hour, minute));
const WEEK = ['2026-11-23T06:00:00Z', '2026-11-30T06:00:00Z'] as const;

/** Patients' names of a week's appointments. */
async function readNames(idDoctor: string): Promise<string[]> {
  const { status, body } = await requestAgenda(idDoctor, ...WEEK);
  expect(status).toBe(200);
  const { appointments } = agenda.parse(body).data;
  return appointments.map(({ name }) => name);
}

test('E-10.24: an agenda has the appointments that touch the interval, also cancelled, in order and with the patient', async () => {
  const { db } = testApp().database;
  const doctorId = await addDoctor(db, { name: 'Renata Olvera' });
  const other = await addDoctor(db);
  const add = async (
    name: string,
    row: Parameters<typeof addDoctorAppointment>[2],
    owner = doctorId,
  ) =>
    addDoctorAppointment(db, { patientId: await addPatient(db, { name }), doctorId: owner }, row);
  await add('El sábado', { startsAt: at(28, 16) });
  await add('Cancelada', { startsAt: at(24, 16), status: 'cancelled' });
  await add('El lunes', { startsAt: at(23, 15), status: 'assigned' });
  await add('Termina dentro', { startsAt: at(23, 5, 45) });
  await add('Termina justo antes', { startsAt: at(23, 5, 30), status: 'cancelled' });
  await add('Empieza justo después', { startsAt: at(30, 6) });
  await add('Sin fecha', { startsAt: null });
  await add('De otro médico', { startsAt: at(25, 16) }, other);
  await add('En la papelera', { startsAt: at(25, 17), deletedAt: new Date() });
  const trashed = await addPatient(db, { name: 'Paciente eliminado', deletedAt: new Date() });
  await addDoctorAppointment(db, { patientId: trashed, doctorId }, { startsAt: at(25, 18) });

  expect(await readNames(doctorId)).toEqual([
    'Termina dentro',
    'El lunes',
    'Cancelada',
    'El sábado',
  ]);
  const [row] = await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
  expect(row).toMatchObject({
    action: 'doctor.agenda_read',
    subjectKind: 'doctor',
    subjectId: doctorId,
    patientId: null,
    details: { from: '2026-11-23T06:00:00.000Z', to: '2026-11-30T06:00:00.000Z', count: 4 },
  });
});

test('an interval that ends before it begins, or is too long, returns a 400', async () => {
  const doctorId = await addDoctor(testApp().database.db);
  for (const [from, to] of [
    ['2026-11-23T06:00:00Z', '2026-11-23T06:00:00Z'],
    ['2026-11-24T06:00:00Z', '2026-11-23T06:00:00Z'],
    ['2026-11-01T00:00:00Z', '2026-12-16T00:00:01Z'],
    ['2026-02-30T00:00:00Z', '2026-03-01T00:00:00Z'],
    ['ayer', 'hoy'],
    ['', ''],
  ] as const) {
    const { status, body } = await requestAgenda(doctorId, from, to);
    expect([status, (body as { code: string }).code], from).toEqual([400, 'BAD_REQUEST']);
  }
  const longest = await requestAgenda(doctorId, '2026-11-01T00:00:00Z', '2026-12-16T00:00:00Z');
  expect(longest.status).toBe(200);
});

test('a retired doctor’s agenda is shown, and an unknown doctor’s returns a 404', async () => {
  const { db } = testApp().database;
  const doctorId = await addDoctor(db, { retiredAt: new Date() });
  const patientId = await addPatient(db, { name: 'De antes' });
  await addDoctorAppointment(db, { patientId, doctorId }, { startsAt: at(24, 16) });
  expect(await readNames(doctorId)).toEqual(['De antes']);
  expect((await requestAgenda('doc_none', ...WEEK)).status).toBe(404);
});

test('S-240: the day of the clinic has all doctors by name, each with their appointments of the day', async () => {
  const { db } = testApp().database;
  // Doctors of other tests.
  await db.update(doctors).set({ deletedAt: new Date() });
  const renata = await addDoctor(db, { name: 'Renata Olvera' });
  const alan = await addDoctor(db, { name: 'Álan Ruiz' });
  const retired = await addDoctor(db, { name: 'Beto Mora', retiredAt: new Date() });
  await addDoctor(db, { name: 'Sin citas y de baja', retiredAt: new Date() });
  await addDoctor(db, { name: 'En la papelera', deletedAt: new Date() });
  const add = async (
    doctorId: string,
    name: string,
    row: Parameters<typeof addDoctorAppointment>[2],
  ) => addDoctorAppointment(db, { patientId: await addPatient(db, { name }), doctorId }, row);
  // In Mexico City the 24th begins at 6:00 UTC.
  await add(renata, 'Termina dentro', { startsAt: at(24, 5, 45) });
  await add(renata, 'La víspera', { startsAt: at(24, 5) });
  await add(renata, 'Cancelada', { startsAt: at(24, 16), status: 'cancelled' });
  await add(renata, 'En la papelera', { startsAt: at(24, 16), deletedAt: new Date() });
  await add(alan, 'De noche', { startsAt: at(25, 5, 30) });
  await add(alan, 'El día siguiente', { startsAt: at(25, 6) });
  await add(retired, 'De antes', { startsAt: at(24, 17) });
  const trashed = await addPatient(db, { name: 'Paciente eliminado', deletedAt: new Date() });
  await addDoctorAppointment(
    db,
    { patientId: trashed, doctorId: renata },
    { startsAt: at(24, 18) },
  );
  const withPrescription = await addPatient(db, { name: 'Con receta' });
  const recipe = await addRecipeAppointment(db, withPrescription, { startsAt: at(24, 20) });
  const cancelled = { startsAt: at(24, 21), status: 'cancelled' };
  const cancelledPrescription = await addRecipeAppointment(db, withPrescription, cancelled);
  await addRecipeAppointment(db, withPrescription, { startsAt: at(25, 6) });
  await addRecipeAppointment(db, null, { startsAt: at(24, 21) });

  const { status, body } = await testApp().staff.get('/v1/doctor/day?date=2026-11-24');
  expect(status).toBe(200);
  const day = success(clinicDay).parse(body).data;
  expect(day.moreDoctors).toBe(false);
  expect(day.doctors.map(({ name }) => name)).toEqual(['Álan Ruiz', 'Beto Mora', 'Renata Olvera']);
  const [visits, recipes] = [
    day.appointments.filter(({ kind }) => kind === 'doctor'),
    day.appointments.filter(({ kind }) => kind === 'recipe'),
  ];
  expect(visits.map(({ idDoctor, name }) => [idDoctor, name])).toEqual([
    [renata, 'Termina dentro'],
    [renata, 'Cancelada'],
    [retired, 'De antes'],
    [alan, 'De noche'],
  ]);
  expect(recipes.map(({ id, status, name }) => [id, status, name])).toEqual([
    [recipe, 'pending', 'Con receta'],
    [cancelledPrescription, 'cancelled', 'Con receta'],
  ]);
  const [row] = await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
  expect(row).toMatchObject({
    action: 'doctors.day_read',
    patientId: null,
    details: { date: '2026-11-24', count: 6 },
  });
  expect(row?.shown).toContain(withPrescription);
});

test.each(['2026-02-30', 'hoy', '', '2026-1-1'])('the day «%s» returns a 400', async (date) => {
  const { status } = await testApp().staff.get(`/v1/doctor/day?${new URLSearchParams({ date })}`);
  expect(status).toBe(400);
});

test('E-10.2107: the day has thirty doctors at most, and the others on its next pages', async () => {
  const { db } = testApp().database;
  for (let n = 0; n <= MAX_DAY_DOCTORS; n++) {
    await addDoctor(db, { name: `Médica ${String(n).padStart(3, '0')}` });
  }
  const last = await addDoctor(db, { name: 'Zoé' });
  const patientId = await addPatient(db, { name: 'Última' });
  await addDoctorAppointment(db, { patientId, doctorId: last }, { startsAt: at(24, 18) });
  const withPrescription = await addPatient(db, { name: 'Con receta' });
  await addRecipeAppointment(db, withPrescription, { startsAt: at(24, 20) });
  const readPage = async (page: number) => {
    const { body } = await testApp().staff.get(`/v1/doctor/day?date=2026-11-24&page=${page}`);
    return success(clinicDay).parse(body).data;
  };
  const first = await readPage(0);
  expect([first.doctors.length, first.moreDoctors]).toEqual([MAX_DAY_DOCTORS, true]);
  expect(first.appointments.filter(({ kind }) => kind === 'recipe').length).toBeGreaterThan(0);
  const second = await readPage(1);
  expect(second.moreDoctors).toBe(false);
  expect(second.doctors.at(-1)?.name).toBe('Zoé');
  expect(second.appointments.filter(({ kind }) => kind === 'recipe')).toEqual([]);
  expect(second.appointments.at(-1)).toMatchObject({ idDoctor: last, name: 'Última' });
});
