import { errorBody } from '@simiente/contract/common/errors';
import { reportPdfPath } from '@simiente/contract/reports/paper-calls';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openCertificate } from '../../../platform/paper/read-certificate.ts';
import { auditEvents } from '../../../schema/audit.ts';
import { letterheads } from '../../../schema/letterheads.ts';
import { patients } from '../../../schema/patients.ts';
import { reportVersions } from '../../../schema/reports.ts';
import { resultSets } from '../../../schema/results.ts';
import {
  MANY_ATTEMPTS,
  sharedApplication,
  startApplication,
} from '../../../testing/application.ts';
import { readPdf } from '../../../testing/files/read-pdf.ts';
import { addPatient, addReport, addResultSet } from '../../../testing/records.ts';
import { makeSigner, signVersion } from '../../../testing/reports/reports.ts';
import { addSignedReport, addWithdrawal, seal } from '../../../testing/reports/signed-reports.ts';
import { makeP12, PASSPHRASE } from '../../../testing/services/certificates.ts';

const testApp = sharedApplication({
  linkOrigin: 'https://clinica.example',
  attemptLimits: MANY_ATTEMPTS,
});
const db = () => testApp().database.db;
const downloadPdf = (id: string, method: 'GET' | 'HEAD' = 'GET') =>
  testApp().staff.request({ method, url: reportPdfPath(id) });
const listActs = (id: string) =>
  db()
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.subjectId, id), eq(auditEvents.action, 'report.pdf_read')));

async function addSealed(name = 'Luis Mora') {
  const idUser = await addPatient(db(), { name, birthDate: '1992-04-09' });
  const id = await addSignedReport(db(), idUser);
  await seal(testApp().database);
  return { idUser, id };
}

test('E-10.572: the PDF of a signed version is audited, the same each time, and has a file name without a person’s name', async () => {
  const { id, idUser } = await addSealed();
  const first = await downloadPdf(id);
  expect(first.statusCode).toBe(200);
  expect(first.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="informe-version-2.pdf"',
    'cache-control': 'no-store',
  });
  const { text } = await readPdf(first.rawPayload);
  const [version] = await db().select().from(reportVersions).where(eq(reportVersions.id, id));
  expect(text).toContain('Luis Mora');
  expect(text).toContain('9 abr 1992');
  expect(text).toContain(version?.sha256);
  expect(text.replaceAll(' ', '')).toContain(
    `https://clinica.example/verificar/${version?.verifyCode}`,
  );
  await db().update(patients).set({ name: 'Otro Nombre' }).where(eq(patients.id, idUser));
  expect((await downloadPdf(id)).rawPayload.equals(first.rawPayload)).toBe(true);
  expect(await listActs(id)).toMatchObject([
    { patientId: idUser, details: { number: 2, state: 'vigente' } },
    { patientId: idUser },
  ]);
});

test('E-10.572: no PDF is sent before the signature is sealed', async () => {
  const idUser = await addPatient(db());
  const id = await addSignedReport(db(), idUser);
  const early = await downloadPdf(id);
  expect(early.json()).toEqual(errorBody('NOT_SEALED'));
  expect(Number(early.headers['retry-after'])).toBeGreaterThan(0);
  expect(await listActs(id)).toEqual([]);
  await seal(testApp().database);
  expect((await downloadPdf(id)).statusCode).toBe(200);
});

test('E-10.572, R10: a draft, an unknown id and a version of a deleted patient are a 404', async () => {
  const { id, idUser } = await addSealed();
  const draft = await addReport(db(), idUser, 'first_medical', 'Un borrador');
  expect((await downloadPdf(draft)).json()).toEqual(errorBody('NOT_FOUND'));
  expect((await downloadPdf('rpv_nada')).statusCode).toBe(404);
  await db().update(patients).set({ deletedAt: new Date() }).where(eq(patients.id, idUser));
  expect((await downloadPdf(id)).statusCode).toBe(404);
});

test('E-10.572, R8, R9: superseded and withdrawn versions can be downloaded, with a notice', async () => {
  const { id, idUser } = await addSealed();
  const next = await addSignedReport(db(), idUser, { type: 'correction', text: 'Otro texto.' });
  await seal(testApp().database);
  expect((await readPdf((await downloadPdf(id)).rawPayload)).text).toContain(
    'Sustituido por la versión 4',
  );
  await addWithdrawal(db(), idUser, next);
  await seal(testApp().database);
  expect((await readPdf((await downloadPdf(id)).rawPayload)).text).toContain('Retirado el');
  const { text } = await readPdf((await downloadPdf(next)).rawPayload);
  expect(text).toContain('Retirado el');
  expect(text).toContain('Corrige la versión 2');
});

test('E-10.572: a HEAD reads no report and leaves no row', async () => {
  const { id } = await addSealed();
  const { statusCode, body, headers } = await downloadPdf(id, 'HEAD');
  expect([statusCode, body, headers['content-type']]).toEqual([200, '', 'application/pdf']);
  expect(await listActs(id)).toEqual([]);
});

test('E-10.570: a signed version keeps the letterhead of the moment of its signature', async () => {
  await db().insert(letterheads).values({ version: 1, name: 'Clínica de antes' });
  const { id } = await addSealed();
  // Not within the millisecond of the signature.
  const changedAt = new Date(Date.now() + 1_000);
  await db().insert(letterheads).values({ version: 2, name: 'Clínica de ahora', changedAt });
  const { text } = await readPdf((await downloadPdf(id)).rawPayload);
  expect(text).toContain('Clínica de antes');
  expect(text).not.toContain('Clínica de ahora');
});

test('H-C6, E-10.1391: the PDF shows the results at the signature, despite later changes', async () => {
  const signer = await makeSigner(testApp());
  const patient = await addPatient(db());
  const add = (concentration: string, collectedAt: string) =>
    addResultSet(db(), patient, {
      values: { volume: '2', concentration },
      collectedAt: new Date(collectedAt),
      status: 'validado',
    });
  await add('21', '2026-05-05T15:00:00Z');
  const newest = await add('14', '2026-10-12T15:00:00Z');
  const { idVersion } = await signVersion(
    signer,
    await addReport(db(), patient, 'exam_ai', 'Un texto.'),
  );
  await add('63', '2026-11-01T15:00:00Z');
  await db().delete(resultSets).where(eq(resultSets.id, newest));
  await seal(testApp().database);
  const { text } = await readPdf((await downloadPdf(idVersion)).rawPayload);
  expect(text).toContain('Concentración 14 ×10⁶/mL Sin rango impreso');
  expect(text).toContain('por debajo del percentil 5');
  expect(text).toContain('Comparación con tu muestra anterior');
  expect(text).toContain('Concentración 21 14 ×10⁶/mL');
  // Hashes and ids may contain these two digits without the unit.
  expect(text).not.toContain('63 ×10⁶/mL');
});

test('E-10.572: an account that may not read reports gets no PDF', async () => {
  const { id } = await addSealed();
  const reception = await testApp().signInAs('recepcion@simiente.example', ['recepcion']);
  const answer = await reception.request({ url: reportPdfPath(id) });
  expect(answer.json()).toEqual(errorBody('FORBIDDEN'));
});

test('E-10.590: papers are signed while the configured certificate is valid, and sent unsigned afterwards', async () => {
  const open = (validTo: string) =>
    openCertificate({ file: makeP12({ validTo: new Date(validTo) }), passphrase: PASSPHRASE });
  const pdfWith = async (certificate: ReturnType<typeof open>) => {
    const { staff, database } = await startApplication({ certificate });
    const id = await addSignedReport(database.db, await addPatient(database.db));
    await seal(database);
    return (await staff.request({ url: reportPdfPath(id) })).rawPayload.toString('latin1');
  };
  expect(await pdfWith(open('2046-01-01'))).toContain('/SubFilter /ETSI.CAdES.detached');
  const expired = await pdfWith(open('2026-01-02'));
  expect(expired).toMatch(/^%PDF-/);
  expect(expired).not.toContain('/SubFilter');
});
