import type { OfferedDoctor } from '@simiente/contract/appointments/calls';
import { expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import { appointmentCalls, later, NINE } from '../../testing/calls/appointment-calls.ts';
import { addDoctor } from '../../testing/records.ts';

const application = sharedApplication();
const { people, create, retire } = appointmentCalls(application);

async function readOffered(search: string, fields: Record<string, string> = {}) {
  const query = new URLSearchParams({ from: NINE.toISOString(), search, ...fields });
  const { status, body } = await application().staff.get(`/v1/doctor/next-free?${query}`);
  expect(status).toBe(200);
  return (body as { data: { doctors: OfferedDoctor[]; moreDoctors: boolean } }).data;
}

test('E-10.2100: every doctor has the next free time, and is found by a specialty without accents', async () => {
  const { db } = application().database;
  const other = await addDoctor(db, { name: 'Bruno Ortiz', specialties: ['Endocrinología'] });
  await addDoctor(db, { name: 'Ana Sosa', specialties: ['Genética', 'Endocrinología'] });
  const idle = await addDoctor(db, {
    ...{ name: 'Celia Endocrino', workingDays: [], email: null },
  });
  const { data } = await create({ idDoctor: other });
  const found = await readOffered('endocrino');
  expect(found).toMatchObject({
    doctors: [
      { name: 'Ana Sosa', isFree: true, nextFree: NINE.toISOString() },
      { idDoctor: other, isFree: false, nextFree: later(30).toISOString() },
      { idDoctor: idle, email: null, isFree: false, nextFree: null },
    ],
    moreDoctors: false,
  });
  // The appointment that moves does not count as taken.
  const idAppointment = data?.appointment.id ?? '';
  expect((await readOffered('bruno endo', { idAppointment })).doctors).toMatchObject([
    { idDoctor: other, isFree: true, nextFree: NINE.toISOString() },
  ]);
});

test('E-10.2100: a time between two steps is free although the next offered one is later, and a retired doctor is not offered', async () => {
  const from = later(-5).toISOString();
  const readOwnTimes = async () =>
    (await readOffered('andrologia', { from })).doctors.filter(
      ({ idDoctor }) => idDoctor === people.idDoctor,
    );
  expect(await readOwnTimes()).toMatchObject([{ isFree: true, nextFree: NINE.toISOString() }]);
  await create();
  expect(await readOwnTimes()).toMatchObject([
    { isFree: false, nextFree: later(30).toISOString() },
  ]);
  await retire();
  expect(await readOwnTimes()).toEqual([]);
});

test('E-10.2100: at most a hundred doctors are offered, and full weeks are skipped', async () => {
  const { db } = application().database;
  const absences = [
    {
      ...{ reason: 'Congreso', firstDay: '2026-11-23', lastDay: '2026-12-05' },
      ...{ weekday: null, from: null, to: null },
    },
  ];
  for (let index = 0; index <= 100; index += 1) {
    await addDoctor(db, { name: `Suplente ${index}`, specialties: ['Suplencia'], absences });
  }
  const { doctors, moreDoctors } = await readOffered('suplencia');
  expect(moreDoctors).toBe(true);
  expect(doctors).toHaveLength(100);
  expect(new Set(doctors.map(({ nextFree }) => nextFree))).toEqual(
    new Set(['2026-12-07T14:00:00.000Z']),
  );
});
