import { TREATMENT_ACCEPTED } from '@simiente/contract/reports/explanations';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
import { addResultSet } from '../../../testing/records.ts';
import {
  acceptWarnings,
  addDraftToSign,
  getTexts,
  makeSigner,
  saveCopy,
  signCopy,
  startReview,
} from '../../../testing/reports/reports.ts';

const testApp = sharedApplication({ attemptLimits: MANY_ATTEMPTS });
const db = () => testApp().database.db;

describe('R6: figures that differ from the results are corrected or explained, never signed in bulk', () => {
  /** A draft that quotes 70 where the laboratory measured 14, and an index of no study. */
  async function wrongDraft() {
    const draft = await addDraftToSign(
      db(),
      'La concentración fue de 70 millones/ml. Tu índice de masa corporal es de 23.4 kg/m².',
    );
    await addResultSet(db(), draft.patient, {
      status: 'validado',
      values: { concentration: '14' },
    });
    return draft;
  }

  test('E-10.606: a differing and an unknown figure block a signature until explained and acknowledged', async () => {
    const signer = await makeSigner(testApp());
    const { draft } = await wrongDraft();
    const copy = await startReview(signer, draft);
    expect(copy.open).toEqual({ differing: 1, unknown: 1, treatments: 0, values: 0 });
    const rejected = await signCopy(signer, copy);
    expect([rejected.statusCode, rejected.json().code]).toEqual([422, 'WARNINGS_OPEN']);
    expect(rejected.json().details).toMatchObject({
      differing: 1,
      unknown: 1,
      treatments: 0,
      values: 0,
    });
    const wrong = copy.findings.find(({ verdict }) => verdict === 'differs');
    expect(wrong).toMatchObject({ figure: '70', expected: '14', sentence: 0, open: true });
    const sentences = getTexts(copy);
    sentences[0]?.explanations.push({
      figure: '70',
      unit: wrong?.unit ?? null,
      expected: wrong?.expected ?? null,
      idValue: wrong?.result?.idValue ?? null,
      text: 'Es de otra muestra, que trajo en papel',
    });
    const explained = await saveCopy(signer, copy, { sentences, acknowledge: true });
    expect(explained.open).toEqual({ differing: 0, unknown: 0, treatments: 0, values: 0 });
    expect(explained.acknowledgedAt).not.toBeNull();
    const signed = await signCopy(signer, explained);
    expect(signed.json().data.version.findings).toMatchObject([
      { verdict: 'differs', explanation: 'Es de otra muestra, que trajo en papel' },
      { verdict: 'unknown', explanation: null },
    ]);
    expect(signed.json().data.version.acknowledgedAt).toBe(explained.acknowledgedAt);
  });

  test('E-10.629: a warning returns when the result of its explanation changes', async () => {
    const signer = await makeSigner(testApp());
    const { patient, draft } = await wrongDraft();
    const copy = await startReview(signer, draft);
    const wrong = copy.findings.find(({ verdict }) => verdict === 'differs');
    const sentences = getTexts(copy);
    const explanation = {
      figure: '70',
      unit: wrong?.unit ?? null,
      expected: '14',
      idValue: wrong?.result?.idValue ?? null,
      text: 'Es de otra muestra, que trajo en papel',
    };
    sentences[0]?.explanations.push(explanation);
    const explained = await saveCopy(signer, copy, { sentences, acknowledge: true });
    expect(explained.open.differing).toBe(0);

    await addResultSet(db(), patient, {
      collectedAt: new Date(Date.now() - 60_000),
      status: 'validado',
      values: { concentration: '15' },
    });
    const rejected = await signCopy(signer, explained);
    expect([rejected.statusCode, rejected.json().details]).toMatchObject([
      422,
      { differing: 1, unknown: 0, treatments: 0, values: 0 },
    ]);
    const read = await signer.call('GET', 'get-working-copy', { idUser: patient, kind: 'exam_ai' });
    const now = read.json().data.workingCopy;
    // The explanation stays, so that it can be used again.
    expect(now.sentences[0].explanations).toEqual([explanation]);
    expect(now.findings[0]).toMatchObject({ expected: '15', open: true, explanation: null });
    // A figure that occurs twice in a sentence is explained once.
    const twice = getTexts(now);
    Object.assign(twice[0] ?? {}, {
      text: 'La concentración fue de 70 millones/ml, es decir, concentración de 70 millones/ml. ',
      explanations: [{ ...explanation, expected: '15', idValue: now.findings[0].result.idValue }],
    });
    expect((await saveCopy(signer, now, { sentences: twice })).open.differing).toBe(0);
  });

  test('E-10.606: a corrected figure needs no explanation, and a new one without a result needs another acknowledgement', async () => {
    const signer = await makeSigner(testApp());
    const { draft } = await wrongDraft();
    const copy = await startReview(signer, draft);
    const sentences = getTexts(copy);
    Object.assign(sentences[0] ?? {}, { text: 'La concentración fue de 14 millones/ml. ' });
    const corrected = await saveCopy(signer, copy, { sentences, acknowledge: true });
    expect(corrected.open).toEqual({ differing: 0, unknown: 0, treatments: 0, values: 0 });
    sentences.push({
      text: ' Su peso es de 81 kg.',
      origin: null,
      accepted: false,
      struck: false,
      explanations: [],
    });
    const more = await saveCopy(signer, corrected, { sentences });
    expect(more.open).toEqual({ differing: 0, unknown: 1, treatments: 0, values: 0 });
  });

  test('H-C6, E-10.1321: the doctor must accept each sentence with a treatment, as written, before a signature', async () => {
    const signer = await makeSigner(testApp());
    const { draft } = await addDraftToSign(
      db(),
      'Recomendaciones. Toma 50 mg de clomifeno al día. Suplementa con L-carnitina.',
    );
    const copy = await startReview(signer, draft);
    const open = (treatments: number) => ({ differing: 0, unknown: 0, treatments, values: 0 });
    expect(copy.open.treatments).toBe(2);
    const known = await saveCopy(signer, copy, { sentences: getTexts(copy), acknowledge: true });
    const rejected = await signCopy(signer, known);
    expect([rejected.statusCode, rejected.json().code]).toEqual([422, 'WARNINGS_OPEN']);
    expect(rejected.json().details).toMatchObject(open(2));

    const accepted = await acceptWarnings(signer, known);
    expect(accepted.open).toEqual(open(0));
    // Another dose is another treatment.
    const changed = getTexts(accepted);
    const dose = changed.find(({ text }) => text.includes('50 mg'));
    Object.assign(dose ?? {}, { text: dose?.text.replace('50', '500') });
    const other = await saveCopy(signer, accepted, { sentences: changed, acknowledge: true });
    expect(other.open).toEqual(open(1));
    const again = await acceptWarnings(signer, other);
    const signed = await signCopy(signer, again);
    const treatments = signed
      .json()
      .data.version.findings.filter(({ verdict }: { verdict: string }) => verdict === 'treatment');
    expect(treatments).toMatchObject([
      { figure: 'Toma 500 mg de clomifeno al día.', explanation: TREATMENT_ACCEPTED },
      { figure: 'Suplementa con L-carnitina.', explanation: TREATMENT_ACCEPTED },
    ]);
    const [row] = await db()
      .select({ details: auditEvents.details })
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.action, 'report.signed'),
          eq(auditEvents.subjectId, signed.json().data.version.idVersion),
        ),
      );
    expect(row?.details).toMatchObject({ acceptedTreatments: 2 });
  });

  test('E-10.606: one call signs one report', async () => {
    const signer = await makeSigner(testApp());
    const many = await signer.call('POST', 'sign', { idWorkingCopies: ['a', 'b'] });
    expect(many.statusCode).toBe(400);
  });
});
