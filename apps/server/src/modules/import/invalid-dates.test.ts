import type { MedicalHistory } from '@simiente/contract/patients/calls';
import { beforeEach, expect, test } from 'vitest';
import { startApplication, type TestApplication } from '../../testing/application.ts';
import { fetchExport } from '../../testing/calls/list-exports.ts';
import { fetchRecord } from '../../testing/calls/patient-record.ts';
import { importLegacyExport } from './import-export.ts';
import { exportFile, operator, smallExport } from './testing/exports.ts';

let testApp: TestApplication;
beforeEach(async () => {
  testApp = await startApplication();
});

/** The small export with an invalid value in every date that a screen shows. */
function withInvalidDates() {
  const content = smallExport();
  const [user] = content.users;
  Object.assign(user ?? {}, { createDate: '31/02/2025', lastConnection: { _seconds: 'ayer' } });
  const { allExamns, appointments } = content.medicalHistories.usr_1;
  Object.assign(allExamns.exams[0] ?? {}, { createDate: 'marzo' });
  const [recipe] = appointments.recipeAppointments;
  Object.assign(recipe?.calendly_data ?? {}, { start_time: 'mañana' });
  Object.assign(recipe ?? {}, { createDate: true });
  const [appointment] = appointments.doctorAppointments;
  Object.assign(appointment?.appointmentDate ?? {}, { date: `20${'2'.repeat(80)}` });
  Object.assign(appointment ?? {}, { createDate: 'a\0b' });
  Object.assign(content.prospects[0] ?? {}, { createDate: '2025-13-01' });
  return content;
}

const run = async (content: unknown) =>
  importLegacyExport({ source: await exportFile(content), db: testApp.database.db, act: operator });

async function read<Data>(url: string): Promise<Data> {
  const answer = await testApp.staff.request({ url });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: Data }>().data;
}

const history = () => read<MedicalHistory>('/v1/user/get-medical-history-patient?idUser=usr_1');

test('E-3.68: invalid dates of an export are reported, kept unchanged, and shown by every call, file and ZIP', async () => {
  const report = await run(withInvalidDates());
  const inHistory = 'medicalHistories.usr_1';
  expect(report.noticed.listed.map(({ path }) => path)).toEqual([
    'users[0].createDate',
    'users[0].lastConnection',
    `${inHistory}.allExamns.exams[0].createDate`,
    `${inHistory}.appointments.recipeAppointments[0].calendly_data.start_time`,
    `${inHistory}.appointments.recipeAppointments[0].createDate`,
    `${inHistory}.appointments.doctorAppointments[0].appointmentDate.date`,
    `${inHistory}.appointments.doctorAppointments[0].createDate`,
    'prospects[0].createDate',
  ]);
  expect(new Set(report.noticed.listed.map(({ reason }) => reason))).toEqual(
    new Set(['fecha inválida']),
  );
  expect(report.repaired.listed).toEqual([]);

  const ofUser = { createDate: '31/02/2025', lastConnection: '{"_seconds":"ayer"}' };
  expect(await read('/v1/user/get-one?idUser=usr_1')).toMatchObject(ofUser);
  const all = await read<{ userData: unknown[] }>('/v1/user/list');
  expect(all.userData).toContainEqual(expect.objectContaining(ofUser));
  expect(await history()).toMatchObject({
    allExamns: { exams: [{ createDate: 'marzo' }] },
    appointments: {
      recipeAppointments: [{ calendly_data: { start_time: 'mañana' }, createDate: 'true' }],
      doctorAppointments: [
        {
          appointmentDate: { date: expect.stringMatching(/^202{58}…$/), endDate: null },
          createDate: 'a\uFFFDb',
        },
      ],
    },
  });
  const prospect = { createDate: '2025-13-01' };
  expect(await read('/v1/prospects/list')).toMatchObject({ prospects: [prospect] });
  const found = await testApp.staff.request({
    method: 'POST',
    url: '/v1/search',
    payload: { text: 'cárdenas' },
  });
  expect(found.json()).toMatchObject({ data: { results: [prospect] } });

  const { rows } = await fetchExport(testApp.staff, 'patients');
  expect(rows.find((row) => row.includes('usr_1'))).toEqual(
    expect.arrayContaining(['Fecha inválida']),
  );
  const { record, entries } = await fetchRecord(testApp.staff, 'usr_1');
  expect(record).toMatchObject({
    patient: {
      createdAt: null,
      invalidDates: { createdAt: '31/02/2025', lastAccessAt: '{"_seconds":"ayer"}' },
    },
    exams: [{ createdAt: null, invalidDates: { createdAt: 'marzo' } }],
    recipeAppointments: [{ invalidDates: { startsAt: 'mañana', createdAt: 'true' } }],
  });
  expect(entries.get('expediente.html')?.toString()).toContain('Fecha inválida: «31/02/2025»');
});

test('E-3.68: an invalid date is ordered and filtered as a missing one', async () => {
  await run(withInvalidDates());
  const idsBy = async (query: string) =>
    (await read<{ userData: { idUser: string }[] }>(`/v1/user/list?${query}`)).userData.map(
      ({ idUser }) => idUser,
    );
  expect((await idsBy('sort=-createDate')).toSorted()).toEqual(['usr_1', 'usr_2']);
  const withDate = withInvalidDates();
  Object.assign(withDate.users[1] ?? {}, { createDate: '2001-01-01' });
  withDate.prospects.push({
    ...smallExport().prospects[0],
    idProspect: 'prs_2',
  } as (typeof withDate.prospects)[number]);
  await run(withDate);
  expect(await idsBy('sort=-createDate')).toEqual(['usr_2', 'usr_1']);
  const after = async (list: string) => {
    const { nextCursor } = await read<{ nextCursor: string }>(`${list}&limit=1`);
    return read(`${list}&limit=1&cursor=${encodeURIComponent(nextCursor)}`);
  };
  expect(await after('/v1/user/list?sort=createDate')).toMatchObject({
    userData: [{ idUser: 'usr_2' }],
  });
  expect(await after('/v1/user/list?search=o&sort=-lastConnection')).toMatchObject({
    userData: [{ idUser: expect.stringMatching(/^usr_[12]$/) }],
  });
  expect(await after('/v1/prospects/list?sort=createDate')).toMatchObject({
    prospects: [{ idProspect: 'prs_2' }],
  });
  expect(await idsBy('createdFrom=2000-01-01')).toEqual(['usr_2']);
  expect(await idsBy('createdTo=1999-01-01')).toEqual(['usr_1']);
});

test('E-3.68: importing the same export changes nothing, and a corrected export or an edit supplies the date', async () => {
  const same = withInvalidDates();
  Object.assign(same.users[1] ?? {}, { createDate: '2001-01-01' });
  await run(same);
  const again = await run(same);
  for (const { read: total, unchanged } of Object.values(again.tallies)) {
    expect(unchanged).toBe(total);
  }

  Object.assign(same.users[0] ?? {}, { createDate: '2025-02-28' });
  expect((await run(same)).tallies.patient).toMatchObject({ updated: 1, unchanged: 1 });
  expect(await read('/v1/user/get-one?idUser=usr_1')).toMatchObject({
    createDate: '2025-02-28T06:00:00.000Z',
    lastConnection: '{"_seconds":"ayer"}',
  });

  const date = '2026-03-04T17:00:00.000Z';
  const edited = await testApp.staff.request({
    method: 'PUT',
    url: '/v1/doctor/update_appointment_status',
    payload: { idAppointment: 'apt_1', date, status: 'assigned' },
  });
  expect(edited.json()).toMatchObject({
    data: { appointment: { appointmentDate: { date }, createDate: 'a\uFFFDb' } },
  });
  const { record } = await fetchRecord(testApp.staff, 'usr_1');
  expect(record.doctorAppointments).toMatchObject([
    { startsAt: date, invalidDates: { createdAt: 'a\uFFFDb' } },
  ]);
});

test('E-7.20: a history whose name differs from its patient’s is reported, and both names are kept', async () => {
  const content = withInvalidDates();
  await run(content);
  content.medicalHistories.usr_1.name = 'Íñigo Muñiz';
  Object.assign(content.users[0] ?? {}, { createDate: '2025-02-28' });
  const first = await run(content);
  expect(first.noticed.listed).toContainEqual({
    path: 'medicalHistories.usr_1.name',
    reason: 'no es el nombre del paciente: se guardan los dos',
  });
  expect(first.tallies.history).toMatchObject({ updated: 1 });
  const names = { name: 'Íñigo Muñoz', historyName: 'Íñigo Muñiz' };
  expect(await history()).toMatchObject(names);
  expect(await read('/v1/user/get-one?idUser=usr_1')).toMatchObject(names);
  const { record, entries } = await fetchRecord(testApp.staff, 'usr_1');
  expect(record.patient).toMatchObject(names);
  expect(entries.get('expediente.html')?.toString()).toContain('Íñigo Muñiz');
  expect((await run(content)).tallies.history).toMatchObject({ unchanged: 1 });

  content.medicalHistories.usr_1.name = 'Íñigo Muñoz';
  await run(content);
  expect(await history()).toMatchObject({ name: 'Íñigo Muñoz', historyName: null });
});

test('C2, E-10.1002: a day without an hour is the clinic’s day, and leaves an appointment without a time', async () => {
  const content = smallExport();
  const [user] = content.users;
  Object.assign(user ?? {}, { idUser: 'usr_days', createDate: '2024-01-01' });
  const { appointments } = content.medicalHistories.usr_1;
  const [appointment] = appointments.doctorAppointments;
  Object.assign(appointment?.appointmentDate ?? {}, { date: '2024-01-01' });
  const report = await run(content);
  const { createDate } = await read<{ createDate: string }>('/v1/user/get-one?idUser=usr_days');
  expect(createDate).toBe('2024-01-01T06:00:00.000Z');
  expect(report.noticed.listed.map(({ path }) => path)).toContain(
    'medicalHistories.usr_1.appointments.doctorAppointments[0].appointmentDate.date',
  );
});
