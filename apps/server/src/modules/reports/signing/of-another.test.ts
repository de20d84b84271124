import type { ReportVersion } from '@simiente/contract/reports/version';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { reports } from '../../../schema/reports.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
import { fetchRecord } from '../../../testing/calls/patient-record.ts';
import { queryAsOwner } from '../../../testing/database.ts';
import { addPatient, addReport, addResultSet } from '../../../testing/records.ts';
import {
  BIRTH,
  deliveryRequests,
  UNLIMITED_VISITS,
} from '../../../testing/reports/report-visits.ts';
import {
  callReports,
  makeSigner,
  saveCopy,
  signCopy,
  signVersion,
  startReview,
  type TestSigner,
} from '../../../testing/reports/reports.ts';
import { seal } from '../../../testing/reports/signed-reports.ts';
import { verifySigned } from './verify-signed.ts';

const testApp = sharedApplication({
  attemptLimits: MANY_ATTEMPTS,
  publicLimits: UNLIMITED_VISITS,
});
const db = () => testApp().database.db;
const { create, open, post } = deliveryRequests(testApp);

/** A word that only this text has. */
const MARK = 'ornitorrinco';
const TEXT = `La concentración fue de 14 millones/mL. El ${MARK} duerme.`;

const withdraw = (signer: TestSigner, idVersion: string, ofAnother: boolean) =>
  signer.call('POST', 'withdraw', {
    idVersion,
    reason: 'Se revisó el folio',
    ofAnother,
    confirmation: signer.confirmation(),
  });

/** A patient whose report was signed, delivered, corrected, and withdrawn with or without the mark. */
async function signAndWithdraw(signer: TestSigner, { ofAnother }: { ofAnother: boolean }) {
  const idUser = await addPatient(db(), { name: 'Luis Mora', birthDate: '1992-04-09' });
  await addResultSet(db(), idUser, { status: 'validado' });
  const draft = await addReport(db(), idUser, 'exam_ai', TEXT, { source: 'reglas' });
  const first = await signVersion(signer, draft);
  await seal(testApp().database);
  const { data } = await create(first.idVersion);
  const handed = { path: new URL(data.link, 'https://a.example').pathname, code: data.code };
  const grant = /name="grant" value="([^"]+)"/.exec((await open(handed)).body)?.[1] ?? '';
  const reason = { type: 'correction', reason: 'Faltaba un dato' } as const;
  const copy = await startReview(signer, first.idVersion, reason);
  const sentences = copy.sentences.map(({ author: _, ...one }) => ({
    ...one,
    text: one.text.replace('duerme', 'no duerme'),
  }));
  const signed = await signCopy(signer, await saveCopy(signer, copy, { sentences }));
  const last: ReportVersion = signed.json().data.version;
  await seal(testApp().database);
  expect((await withdraw(signer, last.idVersion, ofAnother)).statusCode).toBe(200);
  await seal(testApp().database);
  const [head] = await db().select().from(reports).where(eq(reports.patientId, idUser));
  const versions = { borrador: draft, primera: first.idVersion, corregida: last.idVersion };
  return { idUser, versions, last, handed, grant, idReport: head?.id ?? '' };
}
type Withdrawn = Awaited<ReturnType<typeof signAndWithdraw>>;

const staff = () => testApp().staff;
const call = (method: 'GET' | 'POST', name: string, input: object) =>
  callReports(staff().request, method, name, input);
const get = (url: string) => staff().request({ url });

/** Every path that returns the text of a report, for a version or a patient. */
const paths: Record<
  string,
  (one: Withdrawn, idVersion: string) => Promise<LightMyRequestResponse>
> = {
  'one version': (_, idVersion) => call('GET', 'get-version', { idVersion }),
  'the list of versions': ({ idUser }) => call('GET', 'of-patient', { idUser }),
  'the PDF for staff': (_, idVersion) => get(`/v1/reports/${idVersion}/pdf`),
  'the FHIR bundle': ({ idReport }) => get(`/v1/reports/${idReport}/fhir`),
  'the text in force': ({ idUser }) => get(`/v1/user/get-medical-history-patient?idUser=${idUser}`),
  'the patient’s page': ({ idUser }) => get(`/v1/user/get-one?idUser=${idUser}`),
  'a new review': (_, idVersion) => call('POST', 'start-review', { idVersion }),
  'an amendment': (_, idVersion) =>
    call('POST', 'start-review', {
      idVersion,
      amendment: { type: 'correction', reason: 'Se corrige' },
    }),
  'the working copy': ({ idUser }) => call('GET', 'get-working-copy', { idUser, kind: 'exam_ai' }),
  'the wording of a model': (_, idVersion) => call('POST', 'word-draft', { idVersion }),
  'the queue': () => call('GET', 'queue', {}),
  'the search': () =>
    staff().request({ method: 'POST', url: '/v1/search', payload: { text: MARK } }),
  'the link of the patient': ({ handed }) => post(handed.path, { ...BIRTH, code: handed.code }),
  'the PDF of the link': ({ handed, grant }) => post(`${handed.path}/pdf`, { grant }),
  'the page of verification': ({ last }) => get(`/verificar/${last.verifyCode}`),
};

test('H-C3, E-10.1457: another person’s text is in no answer, in any version, except for accounts that sign or audit', async () => {
  const signer = await makeSigner(testApp());
  const auditor = await testApp().signInAs('auditora@simiente.example', ['auditoria']);
  const withdrawnReport = await signAndWithdraw(signer, { ofAnother: true });
  for (const [version, idVersion] of Object.entries(withdrawnReport.versions)) {
    for (const [path, requestPath] of Object.entries(paths)) {
      const answer = await requestPath(withdrawnReport, idVersion);
      expect(answer.body.includes(MARK), `${path}, ${version}`).toBe(false);
      // The text of a PDF is compressed, so no PDF may be sent.
      expect(answer.headers['content-type'], `${path}, ${version}`).not.toContain('pdf');
    }
    for (const { request } of [signer, auditor]) {
      const read = await callReports(request, 'GET', 'get-version', { idVersion });
      expect(read.json().data.version).toMatchObject({
        ofAnother: true,
        text: expect.stringContaining(MARK),
      });
      expect((await request({ url: `/v1/reports/${idVersion}/pdf` })).statusCode).not.toBe(200);
    }
    const rejected = await signer.call('POST', 'start-review', { idVersion });
    expect(rejected.body).not.toContain(MARK);
  }
  expect(
    (await call('GET', 'get-version', { idVersion: withdrawnReport.last.idVersion })).json(),
  ).toMatchObject({
    data: { version: { text: '', sentences: [], findings: [], ofAnother: true } },
  });
  const pdf = await get(`/v1/reports/${withdrawnReport.last.idVersion}/pdf`);
  expect([pdf.statusCode, pdf.json().code]).toEqual([409, 'VERSION_NOT_IN_FORCE']);

  const { record, entries, page } = await fetchRecord(staff(), withdrawnReport.idUser);
  for (const [name, content] of entries) expect(String(content).includes(MARK), name).toBe(false);
  expect(record.reports[0]?.versions.map(({ ofAnother, text }) => [ofAnother, text])).toEqual([
    [true, ''],
    [true, ''],
    [true, ''],
  ]);
  expect(page).toContain('No se incluye: era de otra persona.');
});

test('H-C3, E-10.1457: the mark is in the audit, and under its seal', async () => {
  const signer = await makeSigner(testApp());
  const { last } = await signAndWithdraw(signer, { ofAnother: true });
  const ofVersion = eq(auditEvents.subjectId, last.idVersion);
  const rows = await db().select().from(auditEvents).where(ofVersion);
  expect(rows.find(({ action }) => action === 'report.withdrawn')?.details).toMatchObject({
    ofAnother: true,
  });
  const problems = async () => {
    const found: string[] = [];
    await verifySigned(db(), ({ id, problem }) => {
      if (id === last.idVersion) found.push(problem);
    });
    return found;
  };
  expect(await problems()).toEqual([]);
  await queryAsOwner(
    testApp().database,
    `begin; alter table report_withdrawals disable trigger user;
     update report_withdrawals set of_another = false where version_id = '${last.idVersion}';
     alter table report_withdrawals enable trigger user; commit`,
    [],
  );
  expect(await problems()).toEqual(['altered']);
});

test('H-C3, E-10.1457: a version withdrawn for another reason stays readable to staff, and a later report of the same patient is complete', async () => {
  const signer = await makeSigner(testApp());
  const outcome = await signAndWithdraw(signer, { ofAnother: false });
  const read = await call('GET', 'get-version', { idVersion: outcome.last.idVersion });
  expect(read.body).toContain(MARK);
  expect((await get(`/v1/reports/${outcome.last.idVersion}/pdf`)).statusCode).toBe(200);

  const other = await signAndWithdraw(signer, { ofAnother: true });
  const draft = await addReport(
    db(),
    other.idUser,
    'exam_ai',
    'La concentración fue de 14 millones/mL.',
  );
  const { idVersion } = await signVersion(signer, draft);
  const now = await call('GET', 'get-version', { idVersion });
  expect(now.json().data.version).toMatchObject({
    ofAnother: false,
    text: expect.stringContaining('14 millones'),
  });
});

test('H-C3, E-10.1457: the withdrawal ends another account’s review of the text', async () => {
  const [signer, other] = [await makeSigner(testApp()), await makeSigner(testApp())];
  const idUser = await addPatient(db());
  const { idVersion } = await signVersion(
    signer,
    await addReport(db(), idUser, 'exam_ai', TEXT.slice(40)),
  );
  await startReview(other, idVersion, { type: 'correction', reason: 'Se completa' });
  await withdraw(signer, idVersion, true);
  const copy = await other.call('GET', 'get-working-copy', { idUser, kind: 'exam_ai' });
  expect(copy.json().data.workingCopy).toBeNull();
});
