import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents, auditSeals } from '../../../schema/audit.ts';
import { reportVersions, reportWorkingCopies } from '../../../schema/reports.ts';
import { addPasskey, confirmWith, LOCAL_PAGE } from '../../../testing/accounts/passkeys.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
import { addIdentity, addPatient, addReport, addResultSet } from '../../../testing/records.ts';
import {
  callReports,
  makeSigner,
  readReport,
  saveCopy,
  signatureOf,
  signVersion,
  startReview,
  textInForce,
  written,
} from '../../../testing/reports/reports.ts';
import { keys } from '../../../testing/sealed-audit.ts';
import { sealAll } from '../../audit/chain/sealer.ts';
import { isSealed } from '../public.ts';
import { frozenDigest } from './signature.ts';

const running = sharedApplication({ attemptLimits: MANY_ATTEMPTS });
const db = () => running().database.db;

const TEXT = 'La muestra llegó completa. Conviene repetir el estudio.\n\nSaludos.';

async function patientWithDraft(text = TEXT) {
  const patient = await addPatient(db(), {
    name: 'Alejandro Villaseñor',
    birthDate: '1990-01-31',
    sex: 'male',
    street: 'Calle 20',
    municipality: 'Mérida',
    phone: '+52 999 000 0001',
  });
  return { patient, draft: await addReport(db(), patient, 'exam_ai', text, { model: 'gpt-5' }) };
}

describe('R3: only a person with an active professional identity signs', () => {
  test.each([
    ['no identity', async () => {}],
    ['an identity that nobody confirmed', (id: string) => addIdentity(db(), id)],
    [
      'a suspended identity',
      (id: string) => addIdentity(db(), id, { confirmedAt: new Date(), suspendedAt: new Date() }),
    ],
  ])(
    'E-10.603: an account with %s is told what to do, and asked for nothing',
    async (_, identity) => {
      const other = await running().signInAs(`${crypto.randomUUID()}@simiente.example`, ['medico']);
      await identity(other.id);
      const { draft } = await patientWithDraft();
      const call = (method: 'GET' | 'POST' | 'PUT', name: string, input: object) =>
        callReports(other.request, method, name, input);
      const copy = await startReview({ call }, draft);
      const refused = await call('POST', 'sign', signatureOf(copy, { password: 'no es' }));
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'IDENTITY_NEEDED']);
      expect(await db().$count(reportVersions, eq(reportVersions.fromDraft, draft))).toBe(0);
    },
  );

  test('E-10.603: the role of everything does not sign, and neither does the command line', async () => {
    const signer = await makeSigner(running(), ['todo']);
    const { draft } = await patientWithDraft();
    const copy = await startReview(signer, draft);
    const refused = await signer.call('POST', 'sign', signatureOf(copy, signer.confirmation()));
    expect(refused.json().code).toBe('FORBIDDEN');
  });

  test('medplum #7464: the signer is the account of the session; no field names another', async () => {
    const signer = await makeSigner(running());
    const other = await makeSigner(running());
    const { patient, draft } = await patientWithDraft();
    const copy = await startReview(signer, draft);
    const signature = signatureOf(copy, signer.confirmation());
    for (const field of ['signer', 'idAccount', 'signerId', 'idIdentityVersion']) {
      const refused = await signer.call('POST', 'sign', { ...signature, [field]: other.id });
      expect([field, refused.statusCode]).toEqual([field, 400]);
    }
    const signed = (await signer.call('POST', 'sign', signature)).json().data.version;
    expect(signed.signer).toEqual({
      idAccount: signer.id,
      idIdentityVersion: signer.identityVersion,
      fullName: 'Eva Luna Ríos',
      cedula: expect.stringMatching(/^\d+$/),
      institution: 'UNAM',
      specialty: null,
      specialtyCertificate: null,
    });
    // And everybody who reads the report sees who.
    const [version] = (await readReport(running().staff, patient)).versions;
    expect(version?.signer?.fullName).toBe('Eva Luna Ríos');
  });
});

describe('R4: signing needs fresh proof, the exact text and no open warning', () => {
  test('E-10.604: a wrong password or code signs nothing and is in the audit', async () => {
    const signer = await makeSigner(running());
    const { draft } = await patientWithDraft();
    const copy = await startReview(signer, draft);
    const good = signer.confirmation();
    for (const [wrong, code] of [
      [{ ...good, password: 'otra contraseña' }, 'WRONG_PASSWORD'],
      [{ ...good, code: '000000' }, 'WRONG_CODE'],
      [{ password: 'password' in good ? good.password : '' }, 'WRONG_CODE'],
    ] as const) {
      const refused = await signer.call('POST', 'sign', signatureOf(copy, wrong));
      expect([refused.statusCode, refused.json().code]).toEqual([403, code]);
    }
    expect(await db().$count(reportVersions, eq(reportVersions.fromDraft, draft))).toBe(0);
    const refusals = await db()
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(and(eq(auditEvents.actorId, signer.id), eq(auditEvents.subjectId, signer.id)));
    expect(refusals.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.password_refused', 'account.code_refused']),
    );
    expect((await signer.call('POST', 'sign', signatureOf(copy, good))).statusCode).toBe(200);
  });

  test('E-10.604: a password alone signs nothing: the account is told how to enrol', async () => {
    const person = await running().signInAs(`${crypto.randomUUID()}@simiente.example`, ['medico']);
    await addIdentity(db(), person.id, { confirmedAt: new Date() });
    const { draft } = await patientWithDraft();
    const call = (method: 'GET' | 'POST' | 'PUT', name: string, input: object) =>
      callReports(person.request, method, name, input);
    const copy = await startReview({ call }, draft);
    const refused = await call('POST', 'sign', signatureOf(copy, { password: person.password }));
    expect(refused.json()).toMatchObject({
      code: 'SECOND_STEP_NEEDED',
      errorMessage: expect.stringContaining('Mi cuenta'),
    });
  });

  test('E-10.604: a passkey signs, and the version says so', async () => {
    const person = await running().signInAs(`${crypto.randomUUID()}@simiente.example`, ['medico']);
    await addIdentity(db(), person.id, { confirmedAt: new Date() });
    const { passkey } = await addPasskey(running().app, person);
    const { draft } = await patientWithDraft();
    const call = (method: 'GET' | 'POST' | 'PUT', name: string, input: object) =>
      callReports(person.request, method, name, input);
    const copy = await startReview({ call }, draft);
    const { cookie, confirmation } = await confirmWith(running().app, person.cookie, passkey);
    const signed = await person.request({
      method: 'POST',
      url: '/v1/reports/sign',
      headers: { cookie, origin: LOCAL_PAGE, host: new URL(LOCAL_PAGE).host },
      payload: signatureOf(copy, confirmation),
    });
    expect([signed.statusCode, signed.json().data?.version.proof]).toEqual([200, 'passkey']);
  });

  test('E-10.604: what was not shown is not signed: another text, or another version of the copy', async () => {
    const signer = await makeSigner(running());
    const { draft } = await patientWithDraft();
    const copy = await startReview(signer, draft);
    const other = createHash('sha256').update('otro texto').digest('hex');
    const differs = await signer.call(
      'POST',
      'sign',
      signatureOf({ ...copy, sha256: other }, signer.confirmation()),
    );
    expect([differs.statusCode, differs.json().code]).toEqual([409, 'SHOWN_TEXT_DIFFERS']);
    await saveCopy(signer, copy);
    const stale = await signer.call('POST', 'sign', signatureOf(copy, signer.confirmation()));
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'STALE_VERSION']);
    const unaccepted = { ...signatureOf(copy, signer.confirmation()), accepted: 'sí' };
    expect((await signer.call('POST', 'sign', unaccepted)).statusCode).toBe(400);
    expect(await db().$count(reportVersions, eq(reportVersions.fromDraft, draft))).toBe(0);
  });

  test('E-10.604: a copy is signed as of a version that was shown, and never without one', async () => {
    const signer = await makeSigner(running());
    const { draft } = await patientWithDraft();
    const copy = await startReview(signer, draft);
    const { version: _, ...unseen } = signatureOf(copy, signer.confirmation());
    const refused = await signer.call('POST', 'sign', unseen);
    expect([refused.statusCode, refused.json().issues?.[0]?.path]).toEqual([400, 'version']);
  });

  test('E-10.604: a text of nothing is not signed', async () => {
    const signer = await makeSigner(running());
    const { draft } = await patientWithDraft();
    const copy = await startReview(signer, draft);
    const struck = written(copy).map((sentence) => ({ ...sentence, struck: true }));
    const empty = await saveCopy(signer, copy, { sentences: struck });
    const refused = await signer.call('POST', 'sign', signatureOf(empty, signer.confirmation()));
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'REPORT_EMPTY']);
  });
});

test('E-10.605: R5: a signature freezes text, signer, patient, hour with zone and proof, in a row that the audit covers', async () => {
  const signer = await makeSigner(running());
  const { patient, draft } = await patientWithDraft();
  const before = Date.now();
  const signed = await signVersion(signer, draft);
  expect(signed).toMatchObject({
    number: 2,
    type: 'signed',
    state: 'signed',
    inForce: true,
    text: TEXT,
    sha256: createHash('sha256').update(TEXT).digest('hex'),
    fromDraft: 1,
    replaces: null,
    proof: 'password',
    zone: 'America/Mexico_City',
    unedited: true,
    acceptedSentence: 'Leí el texto completo y respondo por él con mi nombre y mi cédula.',
    verifyCode: expect.stringMatching(/^(\w{4}-){3}\w{4}$/),
    patient: {
      idUser: patient,
      name: 'Alejandro Villaseñor',
      birthDate: '1990-01-31',
      sex: 'male',
      address: 'Calle 20, Mérida',
      phone: '+52 999 000 0001',
    },
  });
  expect(Date.parse(signed.arrivedAt)).toBeGreaterThanOrEqual(before - 1);
  const [row] = await db()
    .select()
    .from(reportVersions)
    .where(eq(reportVersions.id, signed.idVersion));
  if (!row) throw new Error('The version is stored');
  const [event] = await db()
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.id, row.auditEventId ?? 0));
  expect(event).toMatchObject({
    action: 'report.signed',
    actorId: signer.id,
    subjectId: row.id,
    patientId: patient,
    details: { number: 2, sha256: row.sha256, digest: frozenDigest(row) },
  });
  // Any part of it that changes has another digest.
  for (const other of [
    { patient: { ...signed.patient, name: 'Otro' } },
    { verifyCode: 'A'.repeat(22) },
    { unedited: false },
    { acknowledgedAt: new Date() },
  ]) {
    expect(frozenDigest({ ...row, ...other } as typeof row)).not.toBe(frozenDigest(row));
  }
  expect(await isSealed(db(), row.id)).toBe(false);
  expect(signed.sealed).toBe(false);
  await sealAll({ ...running().database, keys, checkpoints: '' });
  expect(await db().$count(auditSeals, eq(auditSeals.eventId, row.auditEventId ?? 0))).toBe(1);
  expect(await isSealed(db(), row.id)).toBe(true);
  expect((await readReport(running().staff, patient)).versions[0]?.sealed).toBe(true);
});

test('E-10.605: what a signature froze stays as it was when patient and identity change', async () => {
  const signer = await makeSigner(running());
  const { patient, draft } = await patientWithDraft();
  const signed = await signVersion(signer, draft);
  await running().staff.request({
    method: 'PUT',
    url: '/v1/user/update',
    payload: { idUser: patient, name: 'Otro Nombre' },
  });
  await addIdentity(db(), signer.id, { cedula: '99999999', confirmedAt: new Date() });
  const again = await signer.call('GET', 'get-version', { idVersion: signed.idVersion });
  expect(again.json().data.version).toMatchObject({
    patient: { name: 'Alejandro Villaseñor' },
    signer: { cedula: signed.signer?.cedula },
  });
});

describe('R6: figures that disagree are corrected or explained, and there is no signing of many at once', () => {
  /** A draft that quotes 70 where the laboratory measured 14, and an index of no study. */
  async function wrongDraft() {
    const made = await patientWithDraft(
      'La concentración fue de 70 millones/ml. Tu índice de masa corporal es de 23.4 kg/m².',
    );
    await addResultSet(db(), made.patient, { values: { concentration: '14' } });
    return made;
  }

  test('E-10.606: a figure that differs and one without a result stand against a signature until explained and acknowledged', async () => {
    const signer = await makeSigner(running());
    const { draft } = await wrongDraft();
    const copy = await startReview(signer, draft);
    expect(copy.open).toEqual({ differing: 1, unknown: 1 });
    const refused = await signer.call('POST', 'sign', signatureOf(copy, signer.confirmation()));
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'WARNINGS_OPEN']);
    expect(refused.json().details).toEqual({ differing: 1, unknown: 1 });
    const wrong = copy.findings.find(({ verdict }) => verdict === 'differs');
    expect(wrong).toMatchObject({ figure: '70', expected: '14', sentence: 0, open: true });
    const sentences = written(copy);
    sentences[0]?.explanations.push({
      figure: '70',
      unit: wrong?.unit ?? null,
      expected: wrong?.expected ?? null,
      idValue: wrong?.result?.idValue ?? null,
      text: 'Es de otra muestra, que trajo en papel',
    });
    const explained = await saveCopy(signer, copy, { sentences, acknowledge: true });
    expect(explained.open).toEqual({ differing: 0, unknown: 0 });
    expect(explained.acknowledgedAt).not.toBeNull();
    const signed = await signer.call('POST', 'sign', signatureOf(explained, signer.confirmation()));
    expect(signed.json().data.version.findings).toMatchObject([
      { verdict: 'differs', explanation: 'Es de otra muestra, que trajo en papel' },
      { verdict: 'unknown', explanation: null },
    ]);
    expect(signed.json().data.version.acknowledgedAt).toBe(explained.acknowledgedAt);
  });

  test('E-10.629: an explanation is of the result that it disagreed with: when that changes, the warning returns', async () => {
    const signer = await makeSigner(running());
    const { patient, draft } = await wrongDraft();
    const copy = await startReview(signer, draft);
    const wrong = copy.findings.find(({ verdict }) => verdict === 'differs');
    const sentences = written(copy);
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
      values: { concentration: '15' },
    });
    const refused = await signer.call(
      'POST',
      'sign',
      signatureOf(explained, signer.confirmation()),
    );
    expect([refused.statusCode, refused.json().details]).toEqual([
      422,
      { differing: 1, unknown: 0 },
    ]);
    const read = await signer.call('GET', 'get-working-copy', { idUser: patient, kind: 'exam_ai' });
    const now = read.json().data.workingCopy;
    // What was written stays, to be said again or not.
    expect(now.sentences[0].explanations).toEqual([explanation]);
    expect(now.findings[0]).toMatchObject({ expected: '15', open: true, explanation: null });
    // A figure that stands twice in a sentence is explained once.
    const twice = written(now);
    Object.assign(twice[0] ?? {}, {
      text: 'La concentración fue de 70 millones/ml, es decir, concentración de 70 millones/ml. ',
      explanations: [{ ...explanation, expected: '15', idValue: now.findings[0].result.idValue }],
    });
    expect((await saveCopy(signer, now, { sentences: twice })).open.differing).toBe(0);
  });

  test('E-10.606: a corrected figure needs no explanation, and a new one without a result is acknowledged again', async () => {
    const signer = await makeSigner(running());
    const { draft } = await wrongDraft();
    const copy = await startReview(signer, draft);
    const sentences = written(copy);
    Object.assign(sentences[0] ?? {}, { text: 'La concentración fue de 14 millones/ml. ' });
    const corrected = await saveCopy(signer, copy, { sentences, acknowledge: true });
    expect(corrected.open).toEqual({ differing: 0, unknown: 0 });
    sentences.push({
      text: ' Su peso es de 81 kg.',
      origin: null,
      accepted: false,
      struck: false,
      explanations: [],
    });
    const more = await saveCopy(signer, corrected, { sentences });
    expect(more.open).toEqual({ differing: 0, unknown: 1 });
  });

  test('E-10.606: one call signs one report', async () => {
    const signer = await makeSigner(running());
    const many = await signer.call('POST', 'sign', { idWorkingCopies: ['a', 'b'] });
    expect(many.statusCode).toBe(400);
  });

  test('E-10.607: who signed without any edit is counted for administration, and shown to nobody else', async () => {
    const signer = await makeSigner(running());
    await signVersion(signer, (await patientWithDraft()).draft);
    const { draft } = await patientWithDraft();
    const copy = await startReview(signer, draft);
    const sentences = written(copy);
    Object.assign(sentences[0] ?? {}, { text: 'La muestra llegó a tiempo. ' });
    const edited = await saveCopy(signer, copy, { sentences });
    await signer.call('POST', 'sign', signatureOf(edited, signer.confirmation()));
    const admin = await running().signInAs(`${crypto.randomUUID()}@simiente.example`, [
      'administracion',
    ]);
    const answer = await callReports(admin.request, 'GET', 'statistics', {});
    const { signers, signed, unedited } = answer.json().data;
    expect(signers).toContainEqual({
      idAccount: signer.id,
      name: 'Mariana Solórzano',
      signed: 2,
      unedited: 1,
    });
    expect(signed).toBeGreaterThan(unedited);
    expect((await signer.call('GET', 'statistics', {})).statusCode).toBe(403);
    const later = await callReports(admin.request, 'GET', 'statistics', { from: '2190-01-01' });
    expect(later.json().data).toEqual({ signed: 0, unedited: 0, signers: [] });
  });
});

test('E-10.608: R7: each sentence of a signed version knows its author, and joined they are its text', async () => {
  const signer = await makeSigner(running());
  const { draft } = await patientWithDraft();
  const copy = await startReview(signer, draft);
  const [first, second, third] = written(copy);
  if (!first || !second || !third) throw new Error('The draft has three sentences');
  const added = {
    text: 'Evita el calor.',
    origin: null,
    accepted: false,
    struck: false,
    explanations: [],
  };
  const sentences = [
    first,
    { ...second, text: 'Conviene repetir el estudio en tres meses.' },
    added,
    { ...third, struck: true },
  ];
  const saved = await saveCopy(signer, copy, { sentences });
  expect(saved.sentences.map(({ author }) => author)).toEqual(['ia', 'ia_editada', 'medico', 'ia']);
  const answer = await signer.call('POST', 'sign', signatureOf(saved, signer.confirmation()));
  const { version } = answer.json().data;
  expect(version.text).toBe(
    'La muestra llegó completa. Conviene repetir el estudio en tres meses. Evita el calor.',
  );
  expect(version.sentences).toEqual([
    { text: 'La muestra llegó completa. ', author: 'ia' },
    { text: 'Conviene repetir el estudio en tres meses.', author: 'ia_editada' },
    { text: ' Evita el calor.', author: 'medico' },
  ]);
  expect(version.unedited).toBe(false);
});

describe('R8: a signed version changes only by a new one with a reason', () => {
  test('E-10.609, E-10.602: openemr #8205: the text of a correction is what is shown, and the old one stays readable', async () => {
    const signer = await makeSigner(running());
    const { patient, draft } = await patientWithDraft();
    const first = await signVersion(signer, draft);
    const reason = 'El laboratorio corrigió la muestra';
    const copy = await startReview(signer, first.idVersion, { type: 'correction', reason });
    expect(copy.amendment).toEqual({ type: 'correction', reason });
    const sentences = written(copy);
    Object.assign(sentences[0] ?? {}, { text: 'La muestra llegó incompleta. ' });
    const saved = await saveCopy(signer, copy, { sentences });
    const answer = await signer.call('POST', 'sign', signatureOf(saved, signer.confirmation()));
    const text = TEXT.replace('completa', 'incompleta');
    expect(answer.json().data.version).toMatchObject({
      number: 3,
      type: 'correction',
      replaces: 2,
      reason,
      text,
    });
    expect(await textInForce(running().staff, patient)).toBe(text);
    const report = await readReport(running().staff, patient);
    expect(
      report.versions.map(({ number, state, supersededBy }) => [number, state, supersededBy]),
    ).toEqual([
      [3, 'signed', null],
      [2, 'superseded', 3],
      [1, 'draft', null],
    ]);
    const old = await callReports(running().staff.request, 'GET', 'get-version', {
      idVersion: first.idVersion,
    });
    expect(old.json().data.version).toMatchObject({ text: TEXT, supersededBy: 3 });
  });

  test('E-10.609: an amendment needs its reason, and is of the version in force', async () => {
    const signer = await makeSigner(running());
    const { draft } = await patientWithDraft();
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
    const signer = await makeSigner(running());
    const { patient, draft } = await patientWithDraft();
    const first = await signVersion(signer, draft);
    const newer = await addReport(db(), patient, 'exam_ai', 'La muestra se repitió.');
    const copy = await startReview(signer, newer);
    expect([copy.replaces, copy.amendment]).toEqual([
      { idVersion: first.idVersion, number: 2 },
      null,
    ]);
    const sign = (amendment?: { type: 'correction' | 'addition'; reason: string }) =>
      signer.call('POST', 'sign', signatureOf(copy, signer.confirmation(), amendment));
    const unreasoned = await sign();
    expect([unreasoned.statusCode, unreasoned.json().issues]).toEqual([
      400,
      [{ path: 'amendment', message: 'Elige corrección o adición, y escribe el motivo.' }],
    ]);
    expect((await sign({ type: 'correction', reason: ' ' })).statusCode).toBe(400);
    const addition = await sign({ type: 'addition', reason: 'Se repitió el estudio' });
    expect([addition.statusCode, addition.json().code]).toEqual([422, 'NOT_AN_ADDITION']);
    expect(await textInForce(running().staff, patient)).toBe(TEXT);

    const signed = await sign({ type: 'correction', reason: 'Se repitió el estudio' });
    expect(signed.json().data.version).toMatchObject({
      number: 4,
      type: 'correction',
      replaces: 2,
      reason: 'Se repitió el estudio',
      fromDraft: 3,
    });
    const { versions } = await readReport(running().staff, patient);
    expect(versions.find(({ number }) => number === 2)?.supersededBy).toBe(4);
  });

  test('E-10.628: a new draft that begins with what was signed may be its addition', async () => {
    const signer = await makeSigner(running());
    const { patient, draft } = await patientWithDraft();
    await signVersion(signer, draft);
    const newer = await addReport(db(), patient, 'exam_ai', `${TEXT}\n\nVuelve en tres meses.`);
    const amendment = { type: 'addition', reason: 'Faltaba la próxima cita' } as const;
    expect(await signVersion(signer, newer, amendment)).toMatchObject({
      ...amendment,
      replaces: 2,
    });
  });

  test('E-10.628: a new draft that goes on within the last word of what was signed is no addition', async () => {
    const signer = await makeSigner(running());
    const { patient, draft } = await patientWithDraft('La movilidad es normal');
    await signVersion(signer, draft);
    const text = 'La movilidad es normalmente baja.';
    const newer = await addReport(db(), patient, 'exam_ai', text);
    const copy = await startReview(signer, newer);
    const sign = (type: 'correction' | 'addition') => {
      const amendment = { type, reason: 'Cambió el resultado' };
      return signer.call('POST', 'sign', signatureOf(copy, signer.confirmation(), amendment));
    };
    const refused = await sign('addition');
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'NOT_AN_ADDITION']);
    expect((await sign('correction')).statusCode).toBe(200);
  });

  test('E-10.628: a reason is of what is in force: where nothing is, none is taken', async () => {
    const signer = await makeSigner(running());
    const { patient, draft } = await patientWithDraft();
    const amendment = { type: 'correction', reason: 'Un motivo' } as const;
    const copy = await startReview(signer, draft);
    const refused = await signer.call(
      'POST',
      'sign',
      signatureOf(copy, signer.confirmation(), amendment),
    );
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'VERSION_NOT_IN_FORCE']);
    const first = (
      await signer.call('POST', 'sign', signatureOf(copy, signer.confirmation()))
    ).json().data.version;
    // Withdrawn under the eyes of who signs another draft over it, it is not amended.
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
    const stale = await signer.call(
      'POST',
      'sign',
      signatureOf(newer, signer.confirmation(), amendment),
    );
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'STALE_VERSION']);
    expect(stale.json().details.current.replaces).toBeNull();
  });

  test('E-10.609: an addition leaves what was signed as it is', async () => {
    const signer = await makeSigner(running());
    const { draft } = await patientWithDraft();
    const first = await signVersion(signer, draft);
    const copy = await startReview(signer, first.idVersion, {
      type: 'addition',
      reason: 'Faltaba una indicación',
    });
    const sentences = written(copy);
    const changed = sentences.map((sentence, index) =>
      index === 0 ? { ...sentence, text: 'Otra cosa. ' } : sentence,
    );
    const { idWorkingCopy, version } = copy;
    const refused = await signer.call('PUT', 'save-working-copy', {
      idWorkingCopy,
      version,
      sentences: changed,
    });
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'NOT_AN_ADDITION']);
    sentences.push({
      text: '\n\nVuelve en tres meses.',
      origin: null,
      accepted: false,
      struck: false,
      explanations: [],
    });
    const saved = await saveCopy(signer, copy, { sentences });
    const answer = await signer.call('POST', 'sign', signatureOf(saved, signer.confirmation()));
    expect(answer.json().data.version).toMatchObject({
      type: 'addition',
      text: `${TEXT}\n\nVuelve en tres meses.`,
    });
  });

  test('E-10.609: openemr #11492: what is signed takes no further text, and its draft is not signed again', async () => {
    const signer = await makeSigner(running());
    const { draft } = await patientWithDraft();
    const copy = await startReview(signer, draft);
    const signature = signatureOf(copy, signer.confirmation());
    expect((await signer.call('POST', 'sign', signature)).statusCode).toBe(200);
    const { idWorkingCopy, version } = copy;
    const saved = await signer.call('PUT', 'save-working-copy', {
      idWorkingCopy,
      version,
      sentences: written(copy),
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

  test('approving does not delete the draft: it stays, byte for byte', async () => {
    const signer = await makeSigner(running());
    const { patient, draft } = await patientWithDraft();
    await signVersion(signer, draft);
    const read = await signer.call('GET', 'get-version', { idVersion: draft });
    expect(read.json().data.version).toMatchObject({ text: TEXT, state: 'draft', signedAs: 2 });
    expect((await readReport(running().staff, patient)).pending).toBeNull();
  });
});

describe('one outcome each', () => {
  const codes = (answers: readonly { statusCode: number; json(): { code?: string } }[]) =>
    answers.map((answer) => (answer.statusCode === 200 ? 'OK' : answer.json().code)).sort();

  test('E-10.610: of two reviewers who begin at once one does', async () => {
    const [one, other] = [await makeSigner(running()), await makeSigner(running())];
    const { draft } = await patientWithDraft();
    const answers = await Promise.all(
      [one, other].map(({ call }) => call('POST', 'start-review', { idVersion: draft })),
    );
    expect(codes(answers)).toEqual(['OK', 'REPORT_IN_REVIEW']);
    const refused = answers.find(({ statusCode }) => statusCode !== 200);
    expect(refused?.json().details.reviewer.name).toBe('Mariana Solórzano');
  });

  test('E-10.610: of two signers of one copy, one by take-over, one signs', async () => {
    const [one, other] = [await makeSigner(running()), await makeSigner(running())];
    const { patient, draft } = await patientWithDraft();
    const copy = await startReview(one, draft);
    const { idWorkingCopy, version } = copy;
    const answers = await Promise.all([
      one.call('POST', 'sign', signatureOf(copy, one.confirmation())),
      other
        .call('POST', 'take-over', { idWorkingCopy, version })
        .then((taken) =>
          taken.statusCode === 200
            ? other.call(
                'POST',
                'sign',
                signatureOf(taken.json().data.workingCopy, other.confirmation()),
              )
            : taken,
        ),
    ]);
    const outcome = codes(answers);
    expect(outcome.filter((code) => code === 'OK')).toHaveLength(1);
    expect(outcome.find((code) => code !== 'OK')).toMatch(/REVIEW_ENDED|REVIEW_OF_ANOTHER/);
    const report = await readReport(running().staff, patient);
    expect(report.versions.filter(({ type }) => type === 'signed')).toHaveLength(1);
  });

  test('E-10.610: a signature sent twice at once is one, and again with the same key too', async () => {
    const signer = await makeSigner(running());
    const { patient, draft } = await patientWithDraft();
    const copy = await startReview(signer, draft);
    const signature = signatureOf(copy, signer.confirmation());
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const send = () => callReports(signer.request, 'POST', 'sign', signature, headers);
    const answers = await Promise.all([send(), send()]);
    const ids = [...answers, await send()].map((answer) => answer.json().data?.version.idVersion);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^rpv_/);
    const report = await readReport(running().staff, patient);
    expect(report.versions.map(({ type }) => type)).toEqual(['signed', 'draft']);
  });

  test('E-10.610: a signature against an amendment of what is in force: one is refused', async () => {
    const [one, other] = [await makeSigner(running()), await makeSigner(running())];
    const { patient, draft } = await patientWithDraft();
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

  test('E-10.610: a withdrawal against a signature of its correction: one is refused', async () => {
    const [one, other] = [await makeSigner(running()), await makeSigner(running())];
    const { patient, draft } = await patientWithDraft();
    const first = await signVersion(one, draft);
    const copy = await startReview(one, first.idVersion, {
      type: 'correction',
      reason: 'Un motivo',
    });
    const answers = await Promise.all([
      one.call('POST', 'sign', signatureOf(copy, one.confirmation())),
      other.call('POST', 'withdraw', {
        idVersion: first.idVersion,
        reason: 'Es de otro paciente',
        confirmation: other.confirmation(),
      }),
    ]);
    const report = await readReport(running().staff, patient);
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

  test('E-10.610: what was withdrawn under the eyes of its corrector is not in force again unseen', async () => {
    const [one, other] = [await makeSigner(running()), await makeSigner(running())];
    const { patient, draft } = await patientWithDraft();
    const first = await signVersion(one, draft);
    const amendment = { type: 'correction', reason: 'Un motivo' } as const;
    const copy = await startReview(one, first.idVersion, amendment);
    const withdrawn = await other.call('POST', 'withdraw', {
      idVersion: first.idVersion,
      reason: 'Es de otro paciente',
      confirmation: other.confirmation(),
    });
    expect(withdrawn.statusCode).toBe(200);
    const refused = await one.call('POST', 'sign', signatureOf(copy, one.confirmation()));
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'STALE_VERSION']);
    expect((await readReport(running().staff, patient)).state).toBe('withdrawn');
    // Nothing that was written is lost, and who sees that it was withdrawn signs it anew.
    const { current } = refused.json().details;
    expect(current.sentences).toEqual(copy.sentences);
    const signed = await one.call('POST', 'sign', signatureOf(current, one.confirmation()));
    expect(signed.json().data.version.type).toBe('signed');
  });
});
