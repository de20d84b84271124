import { deletionConsequences } from '@simiente/contract/trash/calls';
import { expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import {
  addBranch,
  addDoctor,
  addDoctorAppointment,
  addExam,
  addPartner,
  addPatient,
  addRecipeAppointment,
  addResultSet,
} from '../../testing/records.ts';

const testApp = sharedApplication();

async function readConsequences(...ids: string[]) {
  const url = '/v1/trash/consequences';
  const answer = await testApp().staff.request({ method: 'POST', url, payload: { ids } });
  expect(answer.statusCode).toBe(200);
  return deletionConsequences.parse(answer.json().data);
}

const noEffects = {
  branches: { total: 0, first: [] },
  appointments: { total: 0, first: [] },
  validations: { total: 0, inCalendly: 0 },
  results: { total: 0, first: [] },
  needsReason: false,
};

test('C8, E-10.1012: deleting a patient deletes future appointments, and frees their times', async () => {
  const { db } = testApp().database;
  const [patientId, doctorId] = [await addPatient(db), await addDoctor(db, { name: 'Vega' })];
  const at = (startsAt: string, status = 'pending') =>
    addDoctorAppointment(db, { patientId, doctorId }, { startsAt: new Date(startsAt), status });
  await at('2020-01-12T17:00:00Z');
  await at('2097-01-12T16:00:00Z', 'cancelled');
  for (const day of [14, 12, 13, 15]) await at(`2097-01-${day}T17:00:00Z`);
  const booked = { startsAt: new Date('2097-02-01T17:00:00Z'), calendlyInviteeUri: 'x:c8' };
  await addRecipeAppointment(db, patientId, booked);
  expect(await readConsequences(patientId)).toEqual({
    ...noEffects,
    appointments: {
      total: 4,
      first: [12, 13, 14].map((day) => ({
        doctorName: 'Vega',
        startsAt: `2097-01-${day}T17:00:00.000Z`,
      })),
    },
    validations: { total: 1, inCalendly: 1 },
  });
});

test('C8, E-10.1012: deleting a partner deletes its branches', async () => {
  const { db } = testApp().database;
  const partnerId = await addPartner(db);
  await addBranch(db, partnerId, { name: 'Norte' });
  await addBranch(db, partnerId, { name: 'Sur', deletedAt: new Date() });
  const branches = { total: 1, first: [{ name: 'Norte' }] };
  expect(await readConsequences(partnerId, 'unknown')).toEqual({ ...noEffects, branches });
});

test('H-B5, E-10.1018: a study with results is deleted with a reason, which the trash shows, and its results leave the page', async () => {
  const { db } = testApp().database;
  const patientId = await addPatient(db);
  const examId = await addExam(db, patientId, { type: 'Seminograma' });
  const values = { volume: '2' };
  await addResultSet(db, patientId, { examId, status: 'validado', values });
  expect(await readConsequences(examId)).toEqual({
    ...noEffects,
    results: { total: 1, first: [{ examType: 'Seminograma', validated: true }] },
    needsReason: true,
  });
  expect(await readConsequences(patientId)).toMatchObject({ needsReason: false });
  const remove = (reason?: string) =>
    testApp().staff.request({
      method: 'POST',
      url: '/v1/user/delete',
      payload: { idUsers: [examId], ...(reason && { reason }) },
    });
  const rejected = await remove();
  expect([rejected.statusCode, rejected.json().issues[0].path]).toEqual([400, 'reason']);
  expect((await remove('Es de otro paciente')).statusCode).toBe(200);
  const { body } = await testApp().staff.get('/v1/trash/list?kind=exam');
  expect(body).toMatchObject({
    data: { entries: [{ id: examId, reason: 'Es de otro paciente' }] },
  });
  const page = await testApp().staff.get(`/v1/result/of-patient?idUser=${patientId}`);
  expect(page.body).toMatchObject({ data: { sets: [] } });
});
