import type { Consent } from '@simiente/contract/consents/calls';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { reportDeliveries } from '../../schema/deliveries.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { fetchRecord } from '../../testing/calls/patient-record.ts';
import { addConsent, addDelivery, addPatient } from '../../testing/records.ts';
import { addSignedReport } from '../../testing/reports/signed-reports.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;
const given = { version: '2026-11', givenOn: '2026-11-12', way: 'paper' };

interface Answer {
  status: number;
  code?: string;
  issues?: { path: string }[];
  data?: { consents: Consent[] };
}

async function send(url: string, payload: object, headers = {}): Promise<Answer> {
  const answer = await testApp().staff.request({ method: 'POST', url, payload, headers });
  return answer.json<Answer>();
}
const record = (idUser: string, fields: object = {}, headers = {}) =>
  send('/v1/user/record-consent', { idUser, ...given, ...fields }, headers);
const withdraw = (idUser: string, reason = 'Lo pidió por escrito', headers = {}) =>
  send('/v1/user/withdraw-consent', { idUser, reason }, headers);

async function readConsents(idUser: string): Promise<Consent[] | undefined> {
  const { body } = await testApp().staff.get(`/v1/user/consents?idUser=${idUser}`);
  return (body as Answer).data?.consents;
}

test('E-10.295: a consent is recorded with its text, day and way, withdrawn with a reason, and given again', async () => {
  const idUser = await addPatient(db());
  const first = await record(idUser);
  expect(first.data?.consents).toMatchObject([
    { ...given, recordedBy: 'Mariana Solórzano', withdrawnAt: null },
  ]);
  const second = await withdraw(idUser);
  expect(second.data?.consents).toMatchObject([
    {
      ...given,
      withdrawnAt: expect.any(String),
      withdrawalReason: 'Lo pidió por escrito',
      withdrawnBy: 'Mariana Solórzano',
    },
  ]);
  const third = await record(idUser, { way: 'electronic' });
  expect(third.data?.consents).toMatchObject([{ way: 'electronic', withdrawnAt: null }, given]);
  expect(await readConsents(idUser)).toEqual(third.data?.consents);
  const { record: whole, page } = await fetchRecord(testApp().staff, idUser);
  expect(whole.patient.consents).toEqual(third.data?.consents.toReversed());
  expect(page).toContain('Lo pidió por escrito');
});

test('E-10.295: a second consent, or the withdrawal of a missing one, returns a 409; repeating the same request does not', async () => {
  const idUser = await addPatient(db());
  expect(await withdraw(idUser)).toMatchObject({
    status: 409,
    code: 'CONFLICT',
    issues: [{ path: 'idUser' }],
  });
  const key = { 'idempotency-key': crypto.randomUUID() };
  expect((await record(idUser, {}, key)).status).toBe(200);
  expect((await record(idUser, {}, key)).data?.consents).toHaveLength(1);
  expect(await record(idUser)).toMatchObject({
    status: 409,
    code: 'CONFLICT',
    issues: [{ path: 'idUser' }],
  });
  const other = { 'idempotency-key': crypto.randomUUID() };
  expect((await withdraw(idUser, 'Sí', other)).status).toBe(200);
  expect((await withdraw(idUser, 'Sí', other)).status).toBe(200);
});

test('E-10.295: one of three simultaneous requests to record a consent is saved and two are rejected', async () => {
  const idUser = await addPatient(db());
  const answers = await Promise.all([record(idUser), record(idUser), record(idUser)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await readConsents(idUser)).toHaveLength(1);
});

test('E-10.295: an invalid consent or withdrawal is rejected and changes nothing; a deleted patient returns a 404', async () => {
  const idUser = await addPatient(db());
  expect((await record(idUser, { version: 'otra' })).status).toBe(400);
  expect((await record(idUser, { way: 'verbal' })).status).toBe(400);
  expect((await record(idUser, { givenOn: '2199-01-01' })).issues).toMatchObject([
    { path: 'givenOn' },
  ]);
  expect(await readConsents(idUser)).toEqual([]);
  await addConsent(db(), idUser);
  expect((await withdraw(idUser, '  ')).status).toBe(400);
  expect(await readConsents(idUser)).toMatchObject([{ withdrawnAt: null }]);
  await db().update(patients).set({ deletedAt: new Date() }).where(eq(patients.id, idUser));
  for (const answer of [await record(idUser), await withdraw(idUser)]) {
    expect(answer.status).toBe(404);
  }
});

test('E-10.1600: purposes are given and withdrawn separately, and a report stays open without reminders', async () => {
  const idUser = await addPatient(db());
  await record(idUser);
  const both = await record(idUser, { purposes: ['reminders_email', 'reminders_whatsapp'] });
  expect(both.data?.consents.map(({ purpose }) => purpose).toSorted()).toEqual([
    'health_data',
    'reminders_email',
    'reminders_whatsapp',
  ]);
  const again = await record(idUser, { purposes: ['reminders_email', 'automatic_drafts'] });
  expect(again.status).toBe(409);
  expect(await readConsents(idUser)).toHaveLength(3);
  const versionId = await addSignedReport(db(), idUser);
  await addDelivery(db(), { patientId: idUser, versionId });
  const ended = await send('/v1/user/withdraw-consent', {
    idUser,
    purpose: 'reminders_email',
    reason: 'Lo pidió',
  });
  expect(ended.data?.consents.filter(({ withdrawnAt }) => withdrawnAt !== null)).toMatchObject([
    { purpose: 'reminders_email' },
  ]);
  const readClosed = () =>
    db().select({ closedFor: reportDeliveries.closedFor }).from(reportDeliveries);
  expect(await readClosed()).toEqual([{ closedFor: null }]);
  await withdraw(idUser);
  expect(await readClosed()).toEqual([{ closedFor: 'consent' }]);
});

test('E-10.1600: consents from an earlier release count as consent to health data', async () => {
  const idUser = await addPatient(db());
  await addConsent(db(), idUser);
  expect(await readConsents(idUser)).toMatchObject([{ purpose: 'health_data' }]);
});

test('T-F1, E-10.295: the audit has the version and the way, and not the reason', async () => {
  const idUser = await addPatient(db());
  await record(idUser);
  await withdraw(idUser, 'Motivo privado');
  const rows = await db()
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.patientId, idUser))
    .orderBy(asc(auditEvents.id));
  expect(rows).toMatchObject([
    {
      action: 'consent.recorded',
      subjectId: idUser,
      details: { version: '2026-11', way: 'paper' },
    },
    { action: 'consent.withdrawn', subjectId: idUser, details: { version: '2026-11' } },
  ]);
  expect(JSON.stringify(rows)).not.toContain('privado');
});
