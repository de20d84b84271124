import { reportPdfPath } from '@simiente/contract/reports/paper-calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { PdfCertificate } from '../../../platform/paper/certificate.ts';
import { openCertificate } from '../../../platform/paper/read-certificate.ts';
import { files, pendingFiles } from '../../../schema/files.ts';
import { reportPapers } from '../../../schema/reports.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
import { readPdf } from '../../../testing/files/read-pdf.ts';
import { addPatient, addReport } from '../../../testing/records.ts';
import { makeSigner, signVersion } from '../../../testing/reports/reports.ts';
import { addSignedReport, addWithdrawal, seal } from '../../../testing/reports/signed-reports.ts';
import { makeP12, PASSPHRASE } from '../../../testing/services/certificates.ts';

const open = (validTo = '2046-01-01') =>
  openCertificate({ file: makeP12({ validTo: new Date(validTo) }), passphrase: PASSPHRASE });

/** The certificate of the installation, which an operator changes. */
let configured: PdfCertificate;
const certificate: PdfCertificate = {
  get holder() {
    return configured.holder;
  },
  get validFrom() {
    return configured.validFrom;
  },
  get validTo() {
    return configured.validTo;
  },
  sign: (content) => configured.sign(content),
};

const testApp = sharedApplication({ certificate, attemptLimits: MANY_ATTEMPTS });
const db = () => testApp().database.db;

async function addSealed() {
  const patient = await addPatient(db());
  const id = await addSignedReport(db(), patient);
  await seal(testApp().database);
  return { patient, id };
}

async function download(id: string, by = configured): Promise<Buffer> {
  configured = by;
  const answer = await testApp().staff.request({ url: reportPdfPath(id) });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

const isSigned = (pdf: Buffer) => pdf.includes('/SubFilter /ETSI.CAdES.detached');
const findPapers = (id: string) =>
  db()
    .select({ state: reportPapers.state, fileId: reportPapers.fileId })
    .from(reportPapers)
    .where(eq(reportPapers.versionId, id));

test('S11, E-10.590: a signed file does not change when the certificate expires or is replaced', async () => {
  const [first, second, expired] = [open(), open(), open('2026-01-02')];
  const { id } = await addSealed();
  const signed = await download(id, first);
  expect(isSigned(signed)).toBe(true);
  expect((await download(id, second)).equals(signed)).toBe(true);
  expect((await download(id, expired)).equals(signed)).toBe(true);
  expect(await findPapers(id)).toMatchObject([{ state: 'vigente' }]);
});

test('S11, E-10.590: a signature stores its file, so that the certificate may expire before the first download', async () => {
  configured = open();
  const signer = await makeSigner(testApp());
  const draft = await addReport(db(), await addPatient(db()), 'exam_ai', 'Un texto.');
  const { idVersion } = await signVersion(signer, draft);
  expect(await findPapers(idVersion)).toHaveLength(1);
  await seal(testApp().database);
  expect(isSigned(await download(idVersion, open('2026-01-02')))).toBe(true);
});

test('S11, E-10.590: each printed state has a separate file, stored once', async () => {
  const [first, second] = [open(), open()];
  const { patient, id } = await addSealed();
  const inForce = await download(id, first);
  const next = await addSignedReport(db(), patient, { type: 'correction', text: 'Otro texto.' });
  await seal(testApp().database);
  const superseded = await download(id, second);
  expect(superseded.equals(inForce)).toBe(false);
  expect((await readPdf(superseded)).text).toContain('Sustituido por la versión 4');
  expect((await download(id, first)).equals(superseded)).toBe(true);
  await addWithdrawal(db(), patient, next);
  await seal(testApp().database);
  expect((await download(id, first)).equals(superseded)).toBe(false);
  expect((await readPdf(await download(next, first))).text).toContain('Retirado el');
  const states = (await findPapers(id)).map(({ state }) => state).toSorted();
  expect(states).toEqual(['retirado', 'sustituido', 'vigente']);
});

test('S11, E-10.590: an unsigned PDF is not stored, and is signed once the certificate is valid', async () => {
  const { id } = await addSealed();
  expect(isSigned(await download(id, open('2026-01-02')))).toBe(false);
  expect(await findPapers(id)).toEqual([]);
  expect(isSigned(await download(id, open()))).toBe(true);
  expect(await findPapers(id)).toHaveLength(1);
});

test('S11, E-10.590: concurrent first downloads get the same bytes and leave one file', async () => {
  const { id } = await addSealed();
  const before = await db().$count(files);
  const all = await Promise.all([download(id, open()), download(id), download(id)]);
  expect(all.every((pdf) => pdf.equals(all[0]))).toBe(true);
  expect(await findPapers(id)).toHaveLength(1);
  expect(await db().$count(files)).toBe(before + 1);
  expect(await db().select().from(pendingFiles)).toEqual([]);
});
