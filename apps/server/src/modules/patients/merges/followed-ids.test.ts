import { isDeepStrictEqual } from 'node:util';
import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import { contract } from '@simiente/contract';
import { recordPath } from '@simiente/contract/patient-record/calls';
import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { callRoute } from '../../../platform/calls/serve-calls.ts';
import { exams } from '../../../schema/exams.ts';
import { EVERY_RIGHT } from '../../../testing/accounts/everybody.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { fetchExport } from '../../../testing/calls/list-exports.ts';
import { mergeRequests } from '../../../testing/calls/merge-requests.ts';
import { fetchRecord } from '../../../testing/calls/patient-record.ts';
import { queryAsOwner } from '../../../testing/database.ts';
import {
  addConsent,
  addDoctor,
  addDoctorAppointment,
  addExam,
  addFertilityTest,
  addNote,
  addPatients,
  addProspect,
  addReport,
  addResultSet,
} from '../../../testing/records.ts';
import { importLegacyExport } from '../../import/import-export.ts';
import { exportFile, operator, smallExport } from '../../import/testing/exports.ts';
import { lockPatientByEmail } from '../public.ts';

const MERGED = 'el personal lo fusionó con otro paciente';
const testApp = sharedApplication({ staffRoles: EVERY_RIGHT });
const { completeMerge, send } = mergeRequests(testApp);

/** Calls whose answer grows with each request for the same patient. */
const audits = ['/v1/user/accesses', '/v1/audit/list'];

/** Paths of the calls that read data of one patient. */
function listPatientPaths(part: AnyContractRouter): string[] {
  if (!isContractProcedure(part)) return Object.values(part).flatMap(listPatientPaths);
  const { inputSchema } = part['~orpc'];
  const { method, path } = callRoute(part);
  if (method !== 'GET' || !(inputSchema instanceof z.ZodType)) return [];
  const takesPatient = inputSchema.safeParse({ idUser: 'usr_1' });
  const isOfPatient = takesPatient.success && 'idUser' in (takesPatient.data as object);
  return isOfPatient && !path.includes(':') ? [path] : [];
}

test('E-10.3200: the e-mail of a merged record leads to the kept patient, for bookings and duplicates', async () => {
  const { db } = testApp().database;
  const [email, keptEmail] = ['Ana.Vieja@correo.example', 'ana.nueva@correo.example'];
  const [kept = '', mergedOne = ''] = await addPatients(db, [
    { name: 'Ana Ríos', email: keptEmail },
    { name: 'Ana', email },
  ]);
  await completeMerge(kept, mergedOne);
  const findByEmail = (text: string) =>
    db.transaction((transaction) => lockPatientByEmail(transaction, text));
  expect(await findByEmail(email.toLowerCase())).toBe(kept);
  expect(await findByEmail(keptEmail)).toBe(kept);
  const { data } = await send('POST', '/v1/user/duplicates', { name: 'Ana', email });
  expect(data).toMatchObject({ duplicates: [{ idUser: kept, matched: ['email'] }] });
});

test('E-10.3201: the exported record has the data of merged records that were not chosen', async () => {
  const { db } = testApp().database;
  const [kept = '', mergedOne = '', first = ''] = await addPatients(db, [
    { name: 'Ana Ríos', phone: '55 1234 5678' },
    { name: 'Ana', phone: '55 8765 4321', street: 'Sol 1' },
    { name: 'Anita' },
  ]);
  for (const id of [kept, mergedOne]) await addFertilityTest(db, id, `test-${id}`);
  await completeMerge(mergedOne, first);
  await completeMerge(kept, mergedOne);
  const { record } = await fetchRecord(testApp().staff, kept);
  expect(record.mergedRecords).toMatchObject([
    { id: first, name: 'Anita', testUserName: null },
    { id: mergedOne, phone: '55 8765 4321', street: 'Sol 1', testUserName: `test-${mergedOne}` },
  ]);
});

test('E-10.2150: the id of a merged patient leads to the kept one in every call that reads', async () => {
  const { db } = testApp().database;
  const [kept = '', mergedOne = ''] = await addPatients(db, [
    { name: 'Rosa Ávila' },
    { name: 'Rosa' },
  ]);
  const doctorId = await addDoctor(db);
  await addDoctorAppointment(db, { patientId: mergedOne, doctorId });
  await addConsent(db, mergedOne);
  await addExam(db, mergedOne);
  await addNote(db, mergedOne);
  await addProspect(db, { patientId: mergedOne });
  await addReport(db, mergedOne, 'exam_ai', 'Todo en orden.');
  await addResultSet(db, mergedOne);
  await completeMerge(kept, mergedOne);
  const paths = listPatientPaths(contract).filter((path) => !audits.includes(path));
  expect(paths.length).toBeGreaterThan(10);
  const different: string[] = [];
  for (const path of paths) {
    const answer = await testApp().staff.get(`${path}?idUser=${mergedOne}`);
    const ofKept = await testApp().staff.get(`${path}?idUser=${kept}`);
    if (!isDeepStrictEqual(answer.body, ofKept.body)) different.push(path);
    expect(ofKept.status, path).toBe(200);
  }
  expect(different).toEqual([]);
  for (const path of audits) {
    const { body } = await testApp().staff.get(`${path}?idUser=${mergedOne}`);
    expect(JSON.stringify(body), path).toContain('patient.merged');
  }
});

test('E-10.2150: the id of a merged patient leads to the record of the kept one', async () => {
  const { db } = testApp().database;
  const [kept = '', mergedOne = ''] = await addPatients(db, [
    { name: 'Rosa Ávila' },
    { name: 'Rosa' },
  ]);
  await completeMerge(kept, mergedOne);
  const answer = await testApp().staff.request({ url: recordPath(mergedOne) });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toContain(kept);
});

test('E-10.2993: the id of a merged patient leads to the exported results of the kept one', async () => {
  const { db } = testApp().database;
  const [kept = '', mergedOne = ''] = await addPatients(db, [
    { name: 'Rosa Ávila' },
    { name: 'Rosa' },
  ]);
  await addResultSet(db, mergedOne);
  await completeMerge(kept, mergedOne);
  const { rows } = await fetchExport(testApp().staff, 'patientResults', { idUser: mergedOne });
  expect(rows).toHaveLength(1);
});

test('E-10.2151: a legacy import adds new records of a merged patient to the kept one', async () => {
  const { db } = testApp().database;
  const content = smallExport();
  const run = async () =>
    importLegacyExport({ source: await exportFile(content), db, act: operator });
  await run();
  await completeMerge('usr_2', 'usr_1');
  const history = content.medicalHistories.usr_1;
  history.allExamns.exams.push({ id: 'exm_2', examType: 'Seminograma', fileUrl: '' });
  history.MedicalReportData.firstMedicalReport.message = 'Otro texto';
  expect(await run()).toMatchObject({
    tallies: {
      patient: { kept: 2 },
      history: { kept: 1 },
      exam: { created: 1, unchanged: 1 },
      recipe_appointment: { unchanged: 1 },
      doctor_appointment: { unchanged: 1 },
    },
    kept: { listed: [{ reason: MERGED }, { path: 'users[1]' }, { reason: MERGED }] },
  });
  expect(await db.select({ id: exams.id }).from(exams).where(eq(exams.patientId, 'usr_2'))).toEqual(
    expect.arrayContaining([{ id: 'exm_1' }, { id: 'exm_2' }]),
  );
  await send('POST', '/v1/user/delete', { idUsers: ['usr_2'] });
  history.allExamns.exams.push({ id: 'exm_3', examType: 'Seminograma', fileUrl: '' });
  expect(await run()).toMatchObject({ tallies: { exam: { created: 0, kept: 3 } } });
});

test('E-10.3420: searches and duplicates find a patient by data from before a merge', async () => {
  const { db } = testApp().database;
  const [kept = '', mergedOne = ''] = await addPatients(db, [
    { name: 'Zoraida Quiroz', phone: '55 4111 2222', email: 'zoraida@correo.example' },
    { name: 'Xochitl Ybarra', phone: '55 7333 4444', curp: 'YAXX900101MDFBXX09' },
  ]);
  const idMerge = await completeMerge(kept, mergedOne, { take: ['email', 'phone'] });
  const list = async (search: string) => {
    const query = new URLSearchParams({ search });
    const { body } = await testApp().staff.get(`/v1/user/list?${query}`);
    return (body as { data: { userData: object[] } }).data.userData;
  };
  const find = async (text: string) =>
    (await testApp().staff.request({ method: 'POST', url: '/v1/search', payload: { text } })).json<{
      data: { results: object[] };
    }>().data.results;
  for (const [text, earlier] of [
    ['ybarra xochitl', 'Xochitl Ybarra'],
    ['zoraida ybarra', 'Xochitl Ybarra'],
    ['4111 2222', '55 4111 2222'],
    ['zoraida@correo', 'zoraida@correo.example'],
  ] as const) {
    expect(await list(text), text).toMatchObject([{ idUser: kept, earlier }]);
    expect(await find(text), text).toMatchObject([{ id: kept, earlier }]);
  }
  expect(await list('YAXX900101')).toMatchObject([{ idUser: kept }]);
  expect(await find('73334444')).toMatchObject([{ id: kept, earlier: null }]);
  const findDuplicates = async (typed: object) =>
    (await send('POST', '/v1/user/duplicates', typed)).data;
  expect(await findDuplicates({ phone: '+52 55 4111 2222' })).toMatchObject({
    duplicates: [{ idUser: kept, matched: ['phone'], earlier: ['phone'] }],
  });
  expect(await findDuplicates({ phone: '55 7333 4444' })).toMatchObject({
    duplicates: [{ idUser: kept, matched: ['phone'], earlier: [] }],
  });
  expect(await findDuplicates({ curp: 'YAXX900101MDFBXX09' })).toMatchObject({
    duplicates: [{ idUser: kept, matched: ['curp'], earlier: ['curp'] }],
  });
  await send('POST', '/v1/user/unmerge', { idMerge });
  expect(await list('ybarra')).toMatchObject([{ idUser: mergedOne }]);
  expect(await list('4111 2222')).toMatchObject([{ idUser: kept }]);
});

test('E-10.3463: a search follows each merge once, however many patients it finds', async () => {
  const { database, staff } = testApp();
  const { db } = database;
  const found = Array.from({ length: 9 }, (_, index) => ({ name: `Irene Quiroga ${index}` }));
  const [kept = '', other = ''] = await addPatients(db, [...found, { name: 'Abel Zacarías' }]);
  await completeMerge(kept, other);
  await queryAsOwner(
    database,
    `create sequence follows;
     grant usage, select on sequence follows to public;
     alter function kept_patient rename to follow_patient;
     create function kept_patient(of_id text) returns text stable language sql
       as $$ select nextval('follows'); select follow_patient(of_id) $$`,
  );
  onTestFinished(async () => {
    await queryAsOwner(
      database,
      `drop function kept_patient; alter function follow_patient rename to kept_patient;
       drop sequence follows`,
    );
  });
  const countFollows = async (text: string) => {
    const before = await db.execute<{ next: string }>(sql`select nextval('follows') as next`);
    const query = new URLSearchParams({ search: text });
    expect((await staff.get(`/v1/user/list?${query}`)).status).toBe(200);
    const search = { method: 'POST', url: '/v1/search', payload: { text } } as const;
    expect((await staff.request(search)).statusCode).toBe(200);
    const after = await db.execute<{ next: string }>(sql`select nextval('follows') as next`);
    return Number(after.rows[0]?.next) - Number(before.rows[0]?.next);
  };
  expect(await countFollows('quiroga')).toBe(await countFollows('zacarias'));
});
