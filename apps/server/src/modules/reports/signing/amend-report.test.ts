import { describe, expect, test } from 'vitest';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
import { addReport } from '../../../testing/records.ts';
import {
  addDraftToSign,
  callReports,
  DRAFT_TEXT,
  getTexts,
  makeSignature,
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

describe('R8: a signed version changes only by a new one with a reason', () => {
  test('E-10.609, E-10.602: openemr #8205: a correction shows its own text, and the old one stays readable', async () => {
    const signer = await makeSigner(testApp());
    const { patient, draft } = await addDraftToSign(db());
    const first = await signVersion(signer, draft);
    const reason = 'El laboratorio corrigió la muestra';
    const copy = await startReview(signer, first.idVersion, { type: 'correction', reason });
    expect(copy.amendment).toEqual({ type: 'correction', reason });
    const sentences = getTexts(copy);
    Object.assign(sentences[0] ?? {}, { text: 'La muestra llegó incompleta. ' });
    const saved = await saveCopy(signer, copy, { sentences });
    const answer = await signCopy(signer, saved);
    const text = DRAFT_TEXT.replace('completa', 'incompleta');
    expect(answer.json().data.version).toMatchObject({
      number: 3,
      type: 'correction',
      replaces: 2,
      reason,
      text,
    });
    expect(await textInForce(testApp().staff, patient)).toBe(text);
    const report = await readReport(testApp().staff, patient);
    expect(
      report.versions.map(({ number, state, supersededBy, signedAs }) => [
        number,
        state,
        supersededBy,
        signedAs,
      ]),
    ).toEqual([
      [3, 'signed', null, null],
      [2, 'superseded', 3, null],
      [1, 'draft', null, 2],
    ]);
    const old = await callReports(testApp().staff.request, 'GET', 'get-version', {
      idVersion: first.idVersion,
    });
    expect(old.json().data.version).toMatchObject({ text: DRAFT_TEXT, supersededBy: 3 });
  });

  test('E-10.609: an amendment needs a reason, and a version in force', async () => {
    const signer = await makeSigner(testApp());
    const { draft } = await addDraftToSign(db());
    const first = await signVersion(signer, draft);
    const start = async (input: object) => {
      const answer = await signer.call('POST', 'start-review', input);
      return [answer.statusCode, answer.json().code];
    };
    const idVersion = first.idVersion;
    expect(await start({ idVersion })).toEqual([400, 'BAD_REQUEST']);
    expect(await start({ idVersion, amendment: { type: 'correction', reason: ' ' } })).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    const amendment = { type: 'correction', reason: 'Un motivo' } as const;
    await signVersion(signer, idVersion, amendment);
    expect(await start({ idVersion, amendment })).toEqual([409, 'VERSION_NOT_IN_FORCE']);
  });

  test('E-10.628: a new draft over a signed version is signed with kind and reason, as its correction', async () => {
    const signer = await makeSigner(testApp());
    const { patient, draft } = await addDraftToSign(db());
    const first = await signVersion(signer, draft);
    const newer = await addReport(db(), patient, 'exam_ai', 'La muestra se repitió.');
    const copy = await startReview(signer, newer);
    expect([copy.replaces, copy.amendment]).toEqual([
      { idVersion: first.idVersion, number: 2 },
      null,
    ]);
    const sign = (amendment?: { type: 'correction' | 'addition'; reason: string }) =>
      signCopy(signer, copy, amendment);
    const unreasoned = await sign();
    expect([unreasoned.statusCode, unreasoned.json().issues]).toEqual([
      400,
      [{ path: 'amendment', message: 'Elige corrección o adición, y escribe el motivo.' }],
    ]);
    expect((await sign({ type: 'correction', reason: ' ' })).statusCode).toBe(400);
    const addition = await sign({ type: 'addition', reason: 'Se repitió el estudio' });
    expect([addition.statusCode, addition.json().code]).toEqual([422, 'NOT_AN_ADDITION']);
    expect(await textInForce(testApp().staff, patient)).toBe(DRAFT_TEXT);

    const signed = await sign({ type: 'correction', reason: 'Se repitió el estudio' });
    expect(signed.json().data.version).toMatchObject({
      number: 4,
      type: 'correction',
      replaces: 2,
      reason: 'Se repitió el estudio',
      fromDraft: 3,
    });
    const { versions } = await readReport(testApp().staff, patient);
    expect(versions.find(({ number }) => number === 2)?.supersededBy).toBe(4);
  });

  test('E-10.628: a new draft that begins with the signed text may be its addition', async () => {
    const signer = await makeSigner(testApp());
    const { patient, draft } = await addDraftToSign(db());
    await signVersion(signer, draft);
    const newer = await addReport(
      db(),
      patient,
      'exam_ai',
      `${DRAFT_TEXT}\n\nVuelve en tres meses.`,
    );
    const amendment = { type: 'addition', reason: 'Faltaba la próxima cita' } as const;
    expect(await signVersion(signer, newer, amendment)).toMatchObject({
      ...amendment,
      replaces: 2,
    });
  });

  test('E-10.628: a new draft that continues within the last word of the signed text is not an addition', async () => {
    const signer = await makeSigner(testApp());
    const { patient, draft } = await addDraftToSign(db(), 'Conviene verlo en la consulta');
    await signVersion(signer, draft);
    const text = 'Conviene verlo en la consultoría del médico.';
    const newer = await addReport(db(), patient, 'exam_ai', text);
    const copy = await startReview(signer, newer);
    const sign = (type: 'correction' | 'addition') => {
      const amendment = { type, reason: 'Cambió el resultado' };
      return signCopy(signer, copy, amendment);
    };
    const rejected = await sign('addition');
    expect([rejected.statusCode, rejected.json().code]).toEqual([422, 'NOT_AN_ADDITION']);
    expect((await sign('correction')).statusCode).toBe(200);
  });

  test('E-10.628: a reason requires a version in force, and is rejected without one', async () => {
    const signer = await makeSigner(testApp());
    const { patient, draft } = await addDraftToSign(db());
    const amendment = { type: 'correction', reason: 'Un motivo' } as const;
    const copy = await startReview(signer, draft);
    const rejected = await signCopy(signer, copy, amendment);
    expect([rejected.statusCode, rejected.json().code]).toEqual([409, 'VERSION_NOT_IN_FORCE']);
    const first = (await signCopy(signer, copy)).json().data.version;
    // If the version is withdrawn while another draft over it is being signed, that draft does not amend it.
    const newer = await startReview(
      signer,
      await addReport(db(), patient, 'exam_ai', 'La muestra se repitió.'),
    );
    const { idVersion } = first;
    const reason = 'Es de otro paciente';
    await signer.call('POST', 'withdraw', {
      idVersion,
      reason,
      confirmation: signer.confirmation(),
    });
    const stale = await signCopy(signer, newer, amendment);
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'STALE_VERSION']);
    expect(stale.json().details.current.replaces).toBeNull();
  });

  test('E-10.609: an addition leaves the signed text unchanged', async () => {
    const signer = await makeSigner(testApp());
    const { draft } = await addDraftToSign(db());
    const first = await signVersion(signer, draft);
    const copy = await startReview(signer, first.idVersion, {
      type: 'addition',
      reason: 'Faltaba una indicación',
    });
    const sentences = getTexts(copy);
    const changed = sentences.map((sentence, index) =>
      index === 0 ? { ...sentence, text: 'Otra cosa. ' } : sentence,
    );
    const { idWorkingCopy, version } = copy;
    const rejected = await signer.call('PUT', 'save-working-copy', {
      idWorkingCopy,
      version,
      sentences: changed,
    });
    expect([rejected.statusCode, rejected.json().code]).toEqual([422, 'NOT_AN_ADDITION']);
    sentences.push({
      text: '\n\nVuelve en tres meses.',
      origin: null,
      accepted: false,
      struck: false,
      explanations: [],
    });
    const saved = await saveCopy(signer, copy, { sentences });
    const answer = await signCopy(signer, saved);
    expect(answer.json().data.version).toMatchObject({
      type: 'addition',
      text: `${DRAFT_TEXT}\n\nVuelve en tres meses.`,
    });
  });

  test('E-10.609: openemr #11492: a signed version accepts no more text, and its draft cannot be signed again', async () => {
    const signer = await makeSigner(testApp());
    const { draft } = await addDraftToSign(db());
    const copy = await startReview(signer, draft);
    const signature = makeSignature(copy, signer.confirmation());
    expect((await signer.call('POST', 'sign', signature)).statusCode).toBe(200);
    const { idWorkingCopy, version } = copy;
    const saved = await signer.call('PUT', 'save-working-copy', {
      idWorkingCopy,
      version,
      sentences: getTexts(copy),
    });
    expect([saved.statusCode, saved.json().code]).toEqual([404, 'REVIEW_ENDED']);
    const again = await signer.call('POST', 'start-review', { idVersion: draft });
    expect([again.statusCode, again.json().code]).toEqual([409, 'DRAFT_NOT_OPEN']);
    const discarded = await signer.call('POST', 'discard-draft', {
      idVersion: draft,
      reason: 'Ya no hace falta',
    });
    expect([discarded.statusCode, discarded.json().code]).toEqual([409, 'DRAFT_NOT_OPEN']);
  });
});
