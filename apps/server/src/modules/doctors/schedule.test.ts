import type { Doctor } from '@simiente/contract/doctors/calls';
import { VIDEO_CALL, VIDEO_PLACE } from '@simiente/contract/doctors/schedule';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { branches } from '../../schema/partners.ts';
import { sharedApplication } from '../../testing/application.ts';
import { appointmentCalls } from '../../testing/calls/appointment-calls.ts';
import { addBranch, addPartner } from '../../testing/records.ts';

const application = sharedApplication();
const { people, send, create, update } = appointmentCalls(application);

const edit = (fields: Record<string, unknown>) =>
  send('PUT', '/v1/doctor/update', { idDoctor: people.idDoctor, ...fields });

const readDoctor = async () =>
  (await application().staff.get(`/v1/doctor/get-one?idDoctor=${people.idDoctor}`)).body as {
    data: Doctor;
  };

async function freeTimes(from: string, limit = 4): Promise<string[]> {
  const query = new URLSearchParams({ idDoctor: people.idDoctor, from, limit: String(limit) });
  const { body } = await application().staff.get(`/v1/doctor/free-times?${query}`);
  return (body as { data: { times: string[] } }).data.times;
}

async function addTijuana() {
  const { db } = application().database;
  const partner = await addPartner(db, {});
  return addBranch(db, partner, { name: 'Tijuana', state: 'Baja California' });
}

const absence = {
  ...{ reason: 'Congreso', firstDay: null, lastDay: null },
  ...{ weekday: null, from: null, to: null },
};

test('E-10.1511: a weekday has several intervals, each in the zone of its place', async () => {
  const idBranch = await addTijuana();
  // Tuesday 3 February 2026.
  const workingDays = [
    { weekday: 2, from: '08:00', to: '09:00', idBranch: null },
    { weekday: 2, from: '10:00', to: '11:00', idBranch },
  ];
  expect(await edit({ workingDays })).toMatchObject({ status: 200 });
  expect((await readDoctor()).data.workingDays).toEqual([
    { ...workingDays[0], placeName: null, timeZone: null },
    { ...workingDays[1], placeName: 'Tijuana', timeZone: 'America/Tijuana' },
  ]);
  expect(await freeTimes('2026-02-03T00:00:00Z')).toEqual([
    '2026-02-03T14:00:00.000Z',
    '2026-02-03T14:30:00.000Z',
    '2026-02-03T18:00:00.000Z',
    '2026-02-03T18:30:00.000Z',
  ]);

  const { data } = await create({ date: '2026-02-03T18:00:00Z' });
  expect(data).toMatchObject({
    outsideWorkingHours: false,
    appointment: { place: { idBranch, name: 'Tijuana', timeZone: 'America/Tijuana' } },
  });
  const moved = { idAppointment: data?.appointment.id, date: '2026-02-03T14:00:00Z' };
  expect((await update(moved)).data).toMatchObject({
    outsideWorkingHours: false,
    appointment: { place: null },
  });

  // The place was deleted, and its hours with it.
  const { db } = application().database;
  await db.update(branches).set({ deletedAt: new Date() }).where(eq(branches.id, idBranch));
  expect(await freeTimes('2026-02-03T15:00:00Z', 1)).toEqual(['2026-02-10T14:00:00.000Z']);
  expect(await edit({ workingDays, appointmentMinutes: 60 })).toMatchObject({ status: 200 });
});

test('E-10.1511: intervals that overlap, also in different zones, and unknown places are rejected', async () => {
  const idBranch = await addTijuana();
  const expectRejected = async (workingDays: readonly object[], path: string, message: string) =>
    expect(await edit({ workingDays })).toMatchObject({
      status: 400,
      issues: [{ path, message }],
    });
  await expectRejected(
    [
      { weekday: 1, from: '12:00', to: '14:00' },
      { weekday: 1, from: '10:00', to: '11:00', idBranch },
    ],
    'workingDays.1',
    'Se empalma con otro intervalo.',
  );
  await expectRejected(
    [{ weekday: 1, from: '12:00', to: '14:00', idBranch: 'brn_none' }],
    'workingDays.0',
    'Esa sucursal ya no existe. Elige otro lugar.',
  );
  expect((await readDoctor()).data).toMatchObject({ version: 1 });
});

test('E-10.1512: absences, weekly blocks and holidays leave no free hours, and an appointment in them has a warning', async () => {
  const absences = [
    // All of Monday 23 November 2026, and an hour of every Tuesday.
    { ...absence, firstDay: '2026-11-23', lastDay: '2026-11-23' },
    { ...absence, reason: 'Comité', weekday: 2, from: '08:00', to: '09:00' },
  ];
  expect(await edit({ absences })).toMatchObject({ status: 200 });
  expect(await freeTimes('2026-11-23T06:00:00Z', 1)).toEqual(['2026-11-24T15:00:00.000Z']);
  expect((await create()).data).toMatchObject({ outsideWorkingHours: true });

  // The third Monday of November is a holiday, and so is Christmas.
  expect(await freeTimes('2026-11-16T06:00:00Z', 1)).toEqual(['2026-11-17T15:00:00.000Z']);
  await edit({ workedHolidays: ['2026-11-16'] });
  expect(await freeTimes('2026-11-16T06:00:00Z', 1)).toEqual(['2026-11-16T14:00:00.000Z']);

  const settings = {
    holidays: { added: [{ day: '2026-12-24', name: 'Nochebuena' }], removed: ['2026-12-25'] },
    version: 1,
  };
  expect(await send('PUT', '/v1/clinic/update', settings)).toMatchObject({
    status: 200,
    data: { holidays: settings.holidays, version: 2 },
  });
  expect(await send('PUT', '/v1/clinic/update', settings)).toMatchObject({
    status: 409,
    details: { current: { version: 2 } },
  });
  expect(await freeTimes('2026-12-24T06:00:00Z', 1)).toEqual(['2026-12-25T14:00:00.000Z']);
});

test('E-10.3885: a clinic holiday that is sent twice is rejected', async () => {
  const day = '2026-12-24';
  const added = ['Nochebuena', 'Inventario'].map((name) => ({ day, name }));
  const settings = { holidays: { added, removed: [] }, version: 1 };
  expect(await send('PUT', '/v1/clinic/update', settings)).toMatchObject({
    status: 400,
    issues: [{ path: 'holidays' }],
  });
});

test.each([
  [{ reason: ' ' }, 'reason'],
  [{ firstDay: '2026-12-03', lastDay: '2026-12-01' }, 'lastDay'],
  [{ firstDay: '2026-12-03', from: '10:00' }, 'to'],
  [{ firstDay: '2026-12-03', from: '10:00', to: '10:00' }, 'to'],
  [{ firstDay: null }, 'firstDay'],
])('E-10.1512: an absence with %j is rejected at %s', async (fields, path) => {
  const days = { firstDay: '2026-12-03', lastDay: '2026-12-03' };
  expect(await edit({ absences: [{ ...absence, ...days, ...fields }] })).toMatchObject({
    status: 400,
    issues: [{ path: `absences.0.${path}` }],
  });
});

test('E-10.1706: a video call is a place in the clinic’s zone, without a branch', async () => {
  const workingDays = [{ weekday: 2, from: '08:00', to: '09:00', idBranch: VIDEO_CALL }];
  expect(await edit({ workingDays })).toMatchObject({ status: 200 });
  const [interval] = (await readDoctor()).data.workingDays;
  expect(interval).toEqual({ ...workingDays[0], placeName: 'Videollamada', timeZone: null });
  // Tuesday 10 February 2026.
  const { data } = await create({ date: '2026-02-10T14:00:00Z' });
  expect(data?.appointment.place).toEqual(VIDEO_PLACE);
  const moved = { idAppointment: data?.appointment.id, date: '2026-02-10T20:00:00Z' };
  expect((await update(moved)).data?.appointment.place).toBeNull();
});
