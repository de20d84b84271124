import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { patients } from '../../../schema/patients.ts';
import { reportWorkingCopies } from '../../../schema/reports.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
import { addPatient, addReport } from '../../../testing/records.ts';
import {
  getTexts,
  makeSigner,
  readReport,
  saveCopy,
  signCopy,
  signVersion,
  startReview,
  textInForce,
} from '../../../testing/reports/reports.ts';

const testApp = sharedApplication({ attemptLimits: MANY_ATTEMPTS });
const db = () => testApp().database.db;

async function addDraft(text = 'La muestra llegó completa. Conviene repetir el estudio.') {
  const patient = await addPatient(db(), { name: 'Alejandro Villaseñor' });
  return { patient, draft: await addReport(db(), patient, 'exam_ai', text) };
}

describe('E-10.615: the working copy of a report', () => {
  test('has the sentences of its draft, each to be accepted, edited or struck, and is saved as the reviewer left it', async () => {
    const reviewer = await makeSigner(testApp());
    const { patient, draft } = await addDraft();
    const copy = await startReview(reviewer, draft);
    expect(copy).toMatchObject({ number: 2, isMine: true, version: 1, amendment: null });
    expect(copy.sentences.map(({ text, author, origin }) => [text, author, origin])).toEqual([
      ['La muestra llegó completa. ', 'ia', 0],
      ['Conviene repetir el estudio.', 'ia', 1],
    ]);
    const sentences = getTexts(copy).map((sentence, index) =>
      index === 0 ? { ...sentence, accepted: true } : { ...sentence, struck: true },
    );
    await saveCopy(reviewer, copy, { sentences });
    const read = await reviewer.call('GET', 'get-working-copy', {
      idUser: patient,
      kind: 'exam_ai',
    });
    expect(read.json().data.workingCopy).toMatchObject({
      text: 'La muestra llegó completa. ',
      version: 2,
      sentences: [{ accepted: true }, { struck: true }],
    });
    // An unsigned change has no effect.
    expect(await textInForce(testApp().staff, patient)).toContain('Conviene repetir');
    expect((await readReport(testApp().staff, patient)).versions).toHaveLength(1);
  });

  test('E-10.700: begins with the words of its draft, and signing them unedited counts as unchanged', async () => {
    const signer = await makeSigner(testApp());
    const { draft } = await addDraft(
      '## Resumen\n\n**La muestra** llegó completa【4:7†guia_OMS_2021.pdf】.\n- <b>Conviene</b> repetir el estudio.',
    );
    const copy = await startReview(signer, draft);
    const text = 'Resumen\n\nLa muestra llegó completa.\nConviene repetir el estudio.';
    expect(copy.text).toBe(text);
    expect(copy.sentences.map(({ author }) => author)).toEqual(['ia', 'ia', 'ia']);
    const signed = await signCopy(signer, copy);
    expect(signed.json().data.version).toMatchObject({ text, unedited: true });
  });

  test('H-C6, E-10.1392: names required facts of the patient that the record lacks', async () => {
    const signer = await makeSigner(testApp());
    const { patient, draft } = await addDraft();
    expect((await startReview(signer, draft)).patient.missing).toEqual([
      'sex',
      'birthDate',
      'address',
    ]);
    const identification = { sex: 'male', birthDate: '1992-04-09', street: 'Amores 812' } as const;
    await db().update(patients).set(identification).where(eq(patients.id, patient));
    const shown = await signer.call('GET', 'get-working-copy', {
      idUser: patient,
      kind: 'exam_ai',
    });
    expect(shown.json().data.workingCopy.patient.missing).toEqual([]);
  });

  test('H-C6, E-10.1394: can start from any draft, also an older one, and be signed', async () => {
    const signer = await makeSigner(testApp());
    const { patient, draft } = await addDraft('El primero.');
    const newer = await addReport(db(), patient, 'exam_ai', 'El segundo.');
    const signed = await signVersion(signer, draft);
    expect(signed).toMatchObject({ number: 3, text: 'El primero.', fromDraft: 1 });
    const again = await signer.call('POST', 'start-review', { idVersion: draft });
    expect(again.json().code).toBe('DRAFT_NOT_OPEN');
    const amendment = { type: 'correction', reason: 'Trae lo nuevo' } as const;
    expect(await signVersion(signer, newer, amendment)).toMatchObject({
      number: 4,
      text: 'El segundo.',
      replaces: 3,
    });
  });

  test('E-10.616: names its reviewer to others, and continues from the saved text after a takeover', async () => {
    const [one, other] = [await makeSigner(testApp()), await makeSigner(testApp())];
    const { patient, draft } = await addDraft();
    const copy = await startReview(one, draft);
    const sentences = getTexts(copy);
    Object.assign(sentences[1] ?? {}, { text: 'Vuelve en tres meses.' });
    const saved = await saveCopy(one, copy, { sentences, acknowledge: true });
    expect((await readReport(testApp().staff, patient)).review).toMatchObject({
      isMine: false,
      number: 2,
      reviewer: { idAccount: one.id, name: 'Mariana Solórzano' },
    });
    const rejected = await other.call('PUT', 'save-working-copy', {
      idWorkingCopy: copy.idWorkingCopy,
      version: saved.version,
      sentences,
    });
    expect([rejected.statusCode, rejected.json().code]).toEqual([409, 'REVIEW_OF_ANOTHER']);
    const shown = { idWorkingCopy: copy.idWorkingCopy, version: saved.version };
    const taken = await other.call('POST', 'take-over', shown);
    expect(taken.json().data.workingCopy).toMatchObject({
      isMine: true,
      text: 'La muestra llegó completa. Vuelve en tres meses.',
      // The new reviewer has not acknowledged the findings that the previous one had.
      acknowledgedAt: null,
    });
    const staleSave = await one.call('PUT', 'save-working-copy', { ...shown, sentences });
    expect([staleSave.statusCode, staleSave.json().code]).toEqual([409, 'REVIEW_OF_ANOTHER']);
  });

  test('E-10.616: two screens of one reviewer do not overwrite each other', async () => {
    const reviewer = await makeSigner(testApp());
    const { draft } = await addDraft();
    const copy = await startReview(reviewer, draft);
    await saveCopy(reviewer, copy, { sentences: [] });
    const { idWorkingCopy, version } = copy;
    const stale = await reviewer.call('PUT', 'save-working-copy', {
      idWorkingCopy,
      version,
      sentences: [],
    });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'STALE_VERSION']);
    expect(stale.json().details.current).toMatchObject({ idWorkingCopy, version: 2 });
  });

  test('E-10.615: keeps its version and its time when it is saved unchanged, and is audited as a read', async () => {
    const reviewer = await makeSigner(testApp());
    const { draft } = await addDraft(
      'Concentración de 70 millones/ml. Conviene repetir el estudio.',
    );
    const copy = await startReview(reviewer, draft);
    const [read, repeated] = [await saveCopy(reviewer, copy), { acknowledge: true }];
    expect(read).toEqual(copy);
    const [event] = await db().select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
    expect(event).toMatchObject({ action: 'report.working_copy_read', actorId: reviewer.id });
    const acknowledged = await saveCopy(reviewer, copy, repeated);
    expect(acknowledged).toMatchObject({ version: 2, acknowledgedAt: expect.any(String) });
    expect(await saveCopy(reviewer, acknowledged, repeated)).toEqual(acknowledged);
    expect(await saveCopy(reviewer, acknowledged, { acknowledge: false })).toMatchObject({
      version: 3,
      acknowledgedAt: null,
    });
  });

  test('can be closed without a signature: the draft stays unchanged, and waits again', async () => {
    const reviewer = await makeSigner(testApp());
    const { patient, draft } = await addDraft();
    const { idWorkingCopy, version } = await startReview(reviewer, draft);
    const left = await reviewer.call('POST', 'drop-working-copy', { idWorkingCopy, version });
    expect(left.json().data.report).toMatchObject({ review: null, pending: draft });
    expect(await db().$count(reportWorkingCopies, eq(reportWorkingCopies.patientId, patient))).toBe(
      0,
    );
  });

  test('E-10.612: a draft in review by another account cannot be discarded, and discarding one’s own ends its review', async () => {
    const [one, other] = [await makeSigner(testApp()), await makeSigner(testApp())];
    const { draft } = await addDraft();
    await startReview(one, draft);
    const input = { idVersion: draft, reason: 'Es de otro paciente' };
    const rejected = await other.call('POST', 'discard-draft', input);
    expect([rejected.statusCode, rejected.json().code]).toEqual([409, 'REPORT_IN_REVIEW']);
    const discarded = await one.call('POST', 'discard-draft', input);
    expect(discarded.json().data.report).toMatchObject({ review: null, pending: null });
  });

  test('rejects empty sentences and an invalid reason', async () => {
    const reviewer = await makeSigner(testApp());
    const { draft } = await addDraft();
    const copy = await startReview(reviewer, draft);
    const [first] = getTexts(copy);
    if (!first) throw new Error('The draft has a sentence');
    for (const [sentences, code] of [
      [[{ ...first, origin: 9 }], 'SENTENCE_UNKNOWN'],
      [[first, first], 'SENTENCE_UNKNOWN'],
      [[{ ...first, text: 'con \u0000' }], 'BAD_REQUEST'],
    ] as const) {
      const { idWorkingCopy, version } = copy;
      const rejected = await reviewer.call('PUT', 'save-working-copy', {
        idWorkingCopy,
        version,
        sentences,
      });
      expect(rejected.json().code).toBe(code);
    }
  });
});
