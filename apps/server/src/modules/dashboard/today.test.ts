import { getCapabilities } from '@simiente/contract/common/access/roles';
import { success } from '@simiente/contract/common/call';
import { dayIn, startOfDay } from '@simiente/contract/common/days';
import {
  type Today,
  today,
  type WaitingRecipePage,
  waitingRecipePage,
} from '@simiente/contract/dashboard/calls';
import { desc } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { sharedApplication } from '../../testing/application.ts';
import * as make from '../../testing/records.ts';
import { readToday } from './read-today.ts';

const ZONE = 'America/Mexico_City';
const running = sharedApplication();
/** On 24 November in Mexico City, where it is 19:00; in UTC it is the 25th. */
const NOW = new Date('2026-11-25T01:00:00Z');
const at = (day: number, hour: number, minute = 0) =>
  new Date(Date.UTC(2026, 10, day, hour, minute));

beforeEach(async () => {
  const { db } = running().database;
  await db.update(patients).set({ deletedAt: new Date() });
  await db.update(prospects).set({ deletedAt: new Date() });
});

const read = (): Promise<Today> =>
  readToday(running().database.db, { capabilities: getCapabilities(['todo']) }, ZONE, NOW);

test('S-241: today counts the day of the clinic’s calendar, and has its next four appointments', async () => {
  const { db } = running().database;
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
  const withRecipe = await make.addPatient(db, { name: 'Con receta', phone: null });
  const recipe = await make.addRecipeAppointment(db, withRecipe, { startsAt: at(25, 2) });
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
  expect(appointments.next[1]).toMatchObject({ id: recipe, idUser: withRecipe, doctor: null });
});

test('E-10.371: only an account that manages accounts sees how many suspended identities wait for a second account', async () => {
  const { db } = running().database;
  const add = async (row: Parameters<typeof make.addIdentity>[2]) =>
    make.addIdentity(db, await make.addColleague(db), row);
  const suspendedAt = new Date();
  await add({ suspendedAt });
  await add({ suspendedAt, personConfirmedAt: new Date() });
  await add({ suspendedAt, secondConfirmedAt: new Date() });
  await add({});
  const manager = { capabilities: getCapabilities(['administracion']) };
  expect((await readToday(db, manager, ZONE, NOW)).suspendedIdentities).toBe(2);
  expect(await read()).not.toHaveProperty('suspendedIdentities');
});

test('E-10.262: the list of recipes to validate has those of the figure, the oldest first, by pages', async () => {
  const { db, store } = { ...running().database, store: running().store };
  const patientId = await make.addPatient(db, { name: 'Ana', phone: '5550001111' });
  const gone = await make.addPatient(db, { name: 'Ida', deletedAt: new Date() });
  const add = (row: Parameters<typeof make.addRecipeAppointment>[2], of = patientId) =>
    make.addRecipeAppointment(db, of, row);
  const undated = await add({ createdAt: null });
  const newest = await add({ createdAt: at(21, 12), startsAt: at(25, 2) });
  const oldest = await add({ createdAt: at(20, 12) });
  await add({ createdAt: at(1, 12), status: 'assigned' });
  await add({ createdAt: at(1, 12), prescriptionFileId: await make.addFile(db, store) });
  await add({ createdAt: at(1, 12), deletedAt: new Date() });
  await add({ createdAt: at(1, 12) }, gone);

  const pages: WaitingRecipePage[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await running().staff.get(
      `/v1/recipe/waiting?${new URLSearchParams({ limit: '2', ...(cursor && { cursor }) })}`,
    );
    expect(status).toBe(200);
    const { data } = success(waitingRecipePage).parse(body);
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

test('recipes wait while they are pending and have no prescription; the oldest is named', async () => {
  const { db, store } = { ...running().database, store: running().store };
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

test('new prospects are the pending ones; those of today by the clinic’s calendar', async () => {
  const { db } = running().database;
  await make.addProspect(db, { status: 'pending', createdAt: at(24, 5, 59) });
  await make.addProspect(db, { status: 'pending', createdAt: at(24, 6) });
  await make.addProspect(db, { status: 'pending', createdAt: at(25, 5, 59) });
  await make.addProspect(db, { status: 'contacted', createdAt: at(24, 12) });
  expect((await read()).prospects).toEqual({ count: 3, isCapped: false, arrivedToday: 2 });
});

test('the call keeps whose data it showed', async () => {
  const { db } = running().database;
  const doctorId = await make.addDoctor(db);
  const patientId = await make.addPatient(db);
  const day = dayIn(ZONE, new Date());
  const lastMoment = new Date(startOfDay(day, ZONE).getTime() + 86_400_000 - 1);
  await make.addDoctorAppointment(db, { patientId, doctorId }, { startsAt: lastMoment });
  const waiting = await make.addPatient(db);
  await make.addRecipeAppointment(db, waiting, { createdAt: new Date() });
  const { status, body } = await running().staff.get('/v1/dashboard/today');
  expect(status).toBe(200);
  const { data } = success(today).parse(body);
  const [row] = await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
  expect(row?.action).toBe('today.read');
  expect(row?.shown).toContain(waiting);
  // Unless midnight in the clinic came between.
  if (dayIn(ZONE, new Date()) !== day) return;
  expect(data.date).toBe(day);
  expect(row?.shown).toContain(patientId);
});
