import { addDays, dayIn } from '@simiente/contract/common/days';
import type { StoredFile } from '@simiente/contract/files/calls';
import type { DataRequest } from '@simiente/contract/rights/calls';
import { addBusinessDays } from '@simiente/contract/rights/words';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { dataRequests } from '../../schema/data-requests.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { mergeRequests } from '../../testing/calls/merge-requests.ts';
import { fetchRecord } from '../../testing/calls/patient-record.ts';
import { formRequest, makePdf } from '../../testing/files/uploads.ts';
import {
  addBranch,
  addDataRequest,
  addExam,
  addExamOrder,
  addPartner,
  addPatient,
  addResultSet,
  newId,
} from '../../testing/records.ts';

const timeZone = 'America/Mexico_City';
const testApp = sharedApplication({ clinicTimeZone: timeZone });
const db = () => testApp().database.db;
const today = () => dayIn(timeZone, new Date());
const noHolidayChanges = { added: [], removed: [] };

interface Answer {
  status: number;
  code?: string;
  issues?: { path: string; message: string }[];
  details?: { current: DataRequest };
  data: {
    request: DataRequest;
    holders: { name: string }[];
    files: StoredFile[];
    acts: { action: string; by: string | null }[];
    requests: DataRequest[];
    total: number;
    overdueRequests?: number;
  };
}

async function send(method: 'POST' | 'PUT', url: string, payload: object): Promise<Answer> {
  const answer = await testApp().staff.request({ method, url, payload });
  return answer.json<Answer>();
}
const read = async (url: string) => (await testApp().staff.get(url)).body as Answer;
const create = (fields: object) =>
  send('POST', '/v1/rights/create', {
    ...{ idUser: null, kind: 'access', requester: 'Ana Ruiz', receivedOn: today() },
    ...{ details: 'Pide una copia de sus datos', ...fields },
  });
const update = (fields: object) => send('PUT', '/v1/rights/update', fields);
const open = (idRequest: string) => read(`/v1/rights/get-one?idRequest=${idRequest}`);

test('E-10.1855: a request is registered, answered, carried out and closed, each step with its day and account', async () => {
  const idUser = await addPatient(db(), { name: 'Ana Ruiz' });
  const receivedOn = addDays(today(), -3);
  const { data } = await create({ idUser, receivedOn });
  const { idRequest, version } = data.request;
  expect(data.request).toMatchObject({
    ...{ patientName: 'Ana Ruiz', registeredBy: 'Mariana Solórzano', isOverdue: false },
    answerBy: addBusinessDays(receivedOn, 20, noHolidayChanges),
    dueOn: addBusinessDays(receivedOn, 20, noHolidayChanges),
  });

  const answered = { answer: 'granted', answeredOn: today(), response: 'Se entregará una copia' };
  const identityProof = 'INE, en persona';
  const second = await update({ idRequest, version, identityProof, ...answered });
  const carryOutBy = addBusinessDays(today(), 15, noHolidayChanges);
  expect(second.data.request).toMatchObject({
    ...answered,
    ...{ carryOutBy, dueOn: carryOutBy, answeredBy: 'Mariana Solórzano', closedOn: null },
  });

  await fetchRecord(testApp().staff, idUser);
  const closed = { closedOn: today(), outcome: 'Se entregó el expediente', evidence: 'Acuse 12' };
  const third = await update({ idRequest, version: version + 1, ...closed });
  expect(third.data.request).toMatchObject({
    ...closed,
    ...{ dueOn: null, closedBy: 'Mariana Solórzano', version: version + 2 },
  });
  const { data: whole } = await open(idRequest);
  expect(whole.acts.map(({ action }) => action)).toEqual([
    'data_request.updated',
    'patient.exported',
    'data_request.updated',
    'data_request.created',
  ]);
});

test('E-10.1855: a denied request is closed with its answer', async () => {
  const { data } = await create({});
  const answer = { answer: 'denied', answeredOn: today(), response: 'No es paciente' };
  const { idRequest } = data.request;
  const denied = await update({ idRequest, identityProof: 'INE', ...answer });
  expect(denied.data.request).toMatchObject({ closedOn: today(), carryOutBy: null, dueOn: null });
});

test.each([
  [{ answer: 'granted', answeredOn: '2026-11-03' }, 'response', 'identityProof'],
  [{ answer: 'granted', response: 'Sí' }, 'answeredOn', 'identityProof'],
  [{ answeredOn: '2026-11-03', response: 'Sí' }, 'answer', 'identityProof'],
  [{ identityProof: 'INE', answer: 'denied' }, 'answeredOn', 'response'],
  [{ answer: 'granted', answeredOn: '2026-11-03', response: 'Sí' }, 'identityProof'],
  [
    { identityProof: 'INE', answer: 'granted', answeredOn: '2026-11-01', response: 'Sí' },
    'answeredOn',
  ],
  [
    { identityProof: 'INE', answer: 'granted', answeredOn: '2199-01-01', response: 'Sí' },
    'answeredOn',
  ],
  [{ closedOn: '2026-11-03', outcome: 'Hecho' }, 'closedOn'],
])('E-10.1855: an invalid request is rejected at its fields: %j', async (fields, ...paths) => {
  const idRequest = await addDataRequest(db(), null);
  const issues = paths.map((path) => ({ path }));
  expect(await update({ idRequest, ...fields })).toMatchObject({ status: 400, issues });
});

test('E-10.1855: an edit of an earlier version is a conflict with the current request', async () => {
  const idRequest = await addDataRequest(db(), null);
  await update({ idRequest, evidence: 'Folio 1', version: 1 });
  expect(await update({ idRequest, evidence: 'Folio 2', version: 1 })).toMatchObject({
    status: 409,
    details: { current: { evidence: 'Folio 1', version: 2 } },
  });
});

test('E-10.1855: requests are listed by due day, and an account that manages them sees the number of overdue ones', async () => {
  await db().delete(dataRequests);
  await addDataRequest(db(), null, { requester: 'Segunda', answerBy: '2099-01-01' });
  await addDataRequest(db(), null, { requester: 'Primera', answerBy: '2026-01-05' });
  const closing = { answeredOn: '2026-01-02', closedOn: '2026-01-03' };
  await addDataRequest(db(), null, { requester: 'Cerrada', answerBy: '2026-01-05', ...closing });
  const names = async (query: string) =>
    (await read(`/v1/rights/list${query}`)).data.requests.map((one) => one.requester);
  expect(await names('')).toEqual(['Primera', 'Segunda', 'Cerrada']);
  expect(await names('?state=open')).toEqual(['Primera', 'Segunda']);
  expect(await names('?state=closed&limit=1')).toEqual(['Cerrada']);
  expect((await read('/v1/dashboard/today')).data.overdueRequests).toBe(1);
  const reception = await testApp().signInAs('recepcion@simiente.example', ['recepcion']);
  const { body } = await reception.get('/v1/dashboard/today');
  expect((body as Answer).data).not.toHaveProperty('overdueRequests');
});

test('E-10.1856: laboratories and partners with data of the patient are listed', async () => {
  const idUser = await addPatient(db());
  const laboratory = await addPartner(db(), { name: 'Laboratorio Uno', type: 'Laboratorio' });
  const second = await addPartner(db(), { name: 'Laboratorio Dos', type: 'Laboratorio' });
  const clinic = await addPartner(db(), { name: 'Clínica Tres' });
  await addPartner(db(), { name: 'Sin datos' });
  await addExam(db(), idUser, { laboratoryId: laboratory });
  await addResultSet(db(), idUser, { laboratoryId: second });
  const branchId = await addBranch(db(), clinic);
  await addExamOrder(db(), { patientId: idUser, branchId, partnerId: clinic });
  const { data } = await open(await addDataRequest(db(), idUser));
  expect(data.holders.map(({ name }) => name)).toEqual([
    'Clínica Tres',
    'Laboratorio Dos',
    'Laboratorio Uno',
  ]);
});

test('E-10.1857: no rule-based draft is written for a patient who objected to automation, until it is allowed again', async () => {
  const idUser = await addPatient(db());
  await addResultSet(db(), idUser, { status: 'validado' });
  const idRequest = await addDataRequest(db(), idUser, { kind: 'opposition' });
  const draft = () => send('POST', '/v1/reports/write-draft', { idUser });
  await send('PUT', '/v1/rights/stop-automation', { idRequest, stopped: true });
  expect(await draft()).toMatchObject({ status: 409, issues: [{ message: /se opuso/ }] });
  await send('PUT', '/v1/rights/stop-automation', { idRequest, stopped: false });
  expect((await draft()).status).toBe(200);
  const { data } = await open(idRequest);
  expect(data.acts.map(({ action }) => action)).toEqual([
    'data_request.automation_allowed',
    'data_request.automation_stopped',
  ]);
});

test('E-10.3423: a request that no longer concerns a patient stops no drafts', async () => {
  const idUser = await addPatient(db());
  const idRequest = await addDataRequest(db(), idUser, { kind: 'opposition' });
  await send('PUT', '/v1/rights/stop-automation', { idRequest, stopped: true });
  expect((await open(idRequest)).data.request.automationStopped).toBe(true);
  await update({ idRequest, idUser: null });
  expect((await open(idRequest)).data.request.automationStopped).toBe(false);
});

test('E-10.3198: a request that was registered wrong is corrected, and its deadline follows the day of receipt', async () => {
  const [wrong, right] = [await addPatient(db()), await addPatient(db(), { name: 'Ana Ruiz' })];
  const { idRequest } = (await create({ idUser: wrong })).data.request;
  const receivedOn = '2026-09-10';
  const { data } = await update({ idRequest, idUser: right, kind: 'opposition', receivedOn });
  expect(data.request).toMatchObject({
    ...{ idUser: right, patientName: 'Ana Ruiz', kind: 'opposition', receivedOn },
    // 16 September is a holiday, so it does not count.
    ...{ answerBy: '2026-10-09', dueOn: '2026-10-09' },
  });
  expect((await open(idRequest)).data.acts).toHaveLength(2);
  expect(await update({ idRequest, receivedOn: '2199-01-01' })).toMatchObject({
    issues: [{ path: 'receivedOn' }],
  });
  expect(await update({ idRequest, idUser: 'usr_none' })).toMatchObject({ status: 404 });
});

test('E-10.3199: another answer reopens a denied request, with a new deadline', async () => {
  const { idRequest } = (await create({})).data.request;
  const answer = { answeredOn: today(), response: 'No es paciente', identityProof: 'INE' };
  await update({ idRequest, answer: 'denied', ...answer });
  const { data } = await update({ idRequest, answer: 'granted', response: 'Sí es paciente' });
  const carryOutBy = addBusinessDays(today(), 15, noHolidayChanges);
  expect(data.request).toMatchObject({ closedOn: null, closedBy: null, dueOn: carryOutBy });
});

test('E-10.3197: the actions on a request stay with it when its patient is merged', async () => {
  const [kept, other] = [await addPatient(db()), await addPatient(db())];
  const { idRequest } = (await create({ idUser: other })).data.request;
  await fetchRecord(testApp().staff, other);
  await mergeRequests(testApp).completeMerge(kept, other);
  const { data } = await open(idRequest);
  expect(data.request.idUser).toBe(kept);
  expect(data.acts.map(({ action }) => action)).toEqual([
    'patient.exported',
    'data_request.created',
  ]);
});

test('E-10.2500: evidence of a request opens only for accounts that manage requests, and is in the patient export', async () => {
  const idUser = await addPatient(db());
  const idRequest = await addDataRequest(db(), idUser);
  const key = newId('key');
  const attach = async (bytes: Uint8Array, name: string, idempotencyKey = newId('key')) => {
    const { headers, payload } = await formRequest({ idRequest }, { bytes, name });
    const answer = await testApp().staff.request({
      ...{ method: 'POST', url: '/v1/rights/attach', payload },
      headers: { ...headers, 'idempotency-key': idempotencyKey },
    });
    return answer.json<Answer>();
  };
  expect((await attach(Buffer.from('<html>'), 'acuse.html')).status).toBe(415);
  expect((await attach(makePdf(), 'acuse.pdf', key)).status).toBe(200);
  expect((await attach(makePdf(), 'acuse.pdf', key)).status).toBe(200);
  await attach(makePdf('INE'), 'ine.pdf');
  const { data } = await open(idRequest);
  expect(data.files).toMatchObject([{ fileName: 'acuse.pdf' }, { fileName: 'ine.pdf' }]);
  expect(data.acts.map(({ action }) => action)).toEqual([
    'data_request.file_attached',
    'data_request.file_attached',
  ]);
  const { fileUrl = '' } = data.files[0] ?? {};
  expect((await testApp().staff.request({ url: fileUrl })).headers['cache-control']).toBe(
    'no-store',
  );
  expect(await testApp().database.db.$count(auditEvents, eq(auditEvents.action, 'file.read'))).toBe(
    1,
  );
  const doctor = await testApp().signInAs('medica@simiente.example', ['medico']);
  expect((await doctor.request({ url: fileUrl })).statusCode).toBe(403);
  const { record, entries } = await fetchRecord(testApp().staff, idUser);
  expect(record.dataRequests).toMatchObject([{ files: record.files.map(({ id }) => id) }]);
  expect(entries.size).toBe(4);
});

test('E-10.1858: blocking by a request blocks its patient’s record immediately and keeps the request', async () => {
  const idUser = await addPatient(db());
  const idRequest = await addDataRequest(db(), idUser, { kind: 'cancellation' });
  expect((await send('POST', '/v1/rights/block', { idRequest })).data.request).toMatchObject({
    idUser,
    patientName: null,
  });
  const [row] = await db().select().from(patients).where(eq(patients.id, idUser));
  expect(row?.blockedAt).toBeInstanceOf(Date);
  expect((await testApp().staff.get(`/v1/user/get-one?idUser=${idUser}`)).status).toBe(404);
  const restored = await send('POST', '/v1/trash/restore', { ids: [idUser] });
  expect(restored.status).toBe(404);
  const { data } = await open(idRequest);
  expect(data.acts.map(({ action }) => action)).toEqual(['record.blocked']);
  const other = await addDataRequest(db(), null);
  expect(await send('POST', '/v1/rights/block', { idRequest: other })).toMatchObject({
    status: 409,
  });
});
