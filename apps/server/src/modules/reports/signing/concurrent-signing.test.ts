import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { reportWorkingCopies } from '../../../schema/reports.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
import { addReport } from '../../../testing/records.ts';
import {
  addDraftToSign,
  callReports,
  makeSignature,
  makeSigner,
  readReport,
  signCopy,
  signVersion,
  startReview,
} from '../../../testing/reports/reports.ts';

const testApp = sharedApplication({ attemptLimits: MANY_ATTEMPTS });
const db = () => testApp().database.db;

describe('concurrent actions on a report', () => {
  const codes = (answers: readonly { statusCode: number; json(): { code?: string } }[]) =>
    answers.map((answer) => (answer.statusCode === 200 ? 'OK' : answer.json().code)).sort();

  test('E-10.610: one of two reviewers who begin simultaneously gets the working copy', async () => {
    const [one, other] = [await makeSigner(testApp()), await makeSigner(testApp())];
    const { draft } = await addDraftToSign(db());
    const answers = await Promise.all(
      [one, other].map(({ call }) => call('POST', 'start-review', { idVersion: draft })),
    );
    expect(codes(answers)).toEqual(['OK', 'REPORT_IN_REVIEW']);
    const rejected = answers.find(({ statusCode }) => statusCode !== 200);
    expect(rejected?.json().details.reviewer.name).toBe('Mariana Solórzano');
  });

  test('E-10.610: one of two signers of a copy, where one takes it over, succeeds', async () => {
    const [one, other] = [await makeSigner(testApp()), await makeSigner(testApp())];
    const { patient, draft } = await addDraftToSign(db());
    const copy = await startReview(one, draft);
    const { idWorkingCopy, version } = copy;
    const answers = await Promise.all([
      signCopy(one, copy),
      other
        .call('POST', 'take-over', { idWorkingCopy, version })
        .then((taken) =>
          taken.statusCode === 200 ? signCopy(other, taken.json().data.workingCopy) : taken,
        ),
    ]);
    const outcome = codes(answers);
    expect(outcome.filter((code) => code === 'OK')).toHaveLength(1);
    expect(outcome.find((code) => code !== 'OK')).toMatch(/REVIEW_ENDED|REVIEW_OF_ANOTHER/);
    const report = await readReport(testApp().staff, patient);
    expect(report.versions.filter(({ type }) => type === 'signed')).toHaveLength(1);
  });

  test('E-10.610: a signature sent twice simultaneously, and again with its key, signs once', async () => {
    const signer = await makeSigner(testApp());
    const { patient, draft } = await addDraftToSign(db());
    const copy = await startReview(signer, draft);
    const signature = makeSignature(copy, signer.confirmation());
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const send = () => callReports(signer.request, 'POST', 'sign', signature, headers);
    const answers = await Promise.all([send(), send()]);
    const ids = [...answers, await send()].map((answer) => answer.json().data?.version.idVersion);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^rpv_/);
    const report = await readReport(testApp().staff, patient);
    expect(report.versions.map(({ type }) => type)).toEqual(['signed', 'draft']);
  });

  test('E-10.610: a simultaneous signature and amendment of the version in force: one is rejected', async () => {
    const [one, other] = [await makeSigner(testApp()), await makeSigner(testApp())];
    const { patient, draft } = await addDraftToSign(db());
    const first = await signVersion(one, draft);
    const newer = await addReport(db(), patient, 'exam_ai', 'Otro texto de la IA.');
    const answers = await Promise.all([
      one.call('POST', 'start-review', { idVersion: newer }),
      other.call('POST', 'start-review', {
        idVersion: first.idVersion,
        amendment: { type: 'correction', reason: 'Un motivo' },
      }),
    ]);
    expect(codes(answers)).toEqual(['OK', 'REPORT_IN_REVIEW']);
    expect(await db().$count(reportWorkingCopies, eq(reportWorkingCopies.patientId, patient))).toBe(
      1,
    );
  });

  test('E-10.610: a simultaneous withdrawal and signature of the correction: one is rejected', async () => {
    const [one, other] = [await makeSigner(testApp()), await makeSigner(testApp())];
    const { patient, draft } = await addDraftToSign(db());
    const first = await signVersion(one, draft);
    const copy = await startReview(one, first.idVersion, {
      type: 'correction',
      reason: 'Un motivo',
    });
    const answers = await Promise.all([
      signCopy(one, copy),
      other.call('POST', 'withdraw', {
        idVersion: first.idVersion,
        reason: 'Es de otro paciente',
        confirmation: other.confirmation(),
      }),
    ]);
    const report = await readReport(testApp().staff, patient);
    const seen = report.versions.map(({ type, state }) => [type, state]);
    expect([codes(answers), seen]).toEqual(
      answers[0]?.statusCode === 200
        ? [
            ['OK', 'VERSION_NOT_IN_FORCE'],
            [
              ['correction', 'signed'],
              ['signed', 'superseded'],
              ['draft', 'draft'],
            ],
          ]
        : [
            ['OK', 'STALE_VERSION'],
            [
              ['signed', 'withdrawn'],
              ['draft', 'draft'],
            ],
          ],
    );
  });

  test('E-10.610: a version withdrawn during its correction cannot come into force again unseen', async () => {
    const [one, other] = [await makeSigner(testApp()), await makeSigner(testApp())];
    const { patient, draft } = await addDraftToSign(db());
    const first = await signVersion(one, draft);
    const amendment = { type: 'correction', reason: 'Un motivo' } as const;
    const copy = await startReview(one, first.idVersion, amendment);
    const withdrawn = await other.call('POST', 'withdraw', {
      idVersion: first.idVersion,
      reason: 'Es de otro paciente',
      confirmation: other.confirmation(),
    });
    expect(withdrawn.statusCode).toBe(200);
    const rejected = await signCopy(one, copy);
    expect([rejected.statusCode, rejected.json().code]).toEqual([409, 'STALE_VERSION']);
    expect((await readReport(testApp().staff, patient)).state).toBe('withdrawn');
    // The text is kept, and a reviewer who sees the withdrawal signs it again.
    const { current } = rejected.json().details;
    expect(current.sentences).toEqual(copy.sentences);
    const signed = await signCopy(one, current);
    expect(signed.json().data.version.type).toBe('signed');
  });
});
