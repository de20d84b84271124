import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditEvents, auditSeals } from '../../../schema/audit.ts';
import { reportVersions } from '../../../schema/reports.ts';
import { addPasskey, confirmWith, LOCAL_PAGE } from '../../../testing/accounts/passkeys.ts';
import { addIdentity } from '../../../testing/accounts/records.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
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
} from '../../../testing/reports/reports.ts';
import { keys } from '../../../testing/sealed-audit.ts';
import { sealAll } from '../../audit/chain/sealer.ts';
import { isSealed } from '../reading/select-versions.ts';
import { newVerifyCode, readVerifyCode } from './sign-report.ts';
import { frozenDigest } from './signature.ts';

const testApp = sharedApplication({ attemptLimits: MANY_ATTEMPTS });
const db = () => testApp().database.db;

describe('R3: only a person with an active professional identity signs', () => {
  test.each([
    ['no identity', async () => {}],
    ['an unconfirmed identity', (id: string) => addIdentity(db(), id)],
    [
      'a suspended identity',
      (id: string) => addIdentity(db(), id, { confirmedAt: new Date(), suspendedAt: new Date() }),
    ],
  ])(
    'E-10.603: an account with %s gets an instruction, and no further question',
    async (_, identity) => {
      const other = await testApp().signInAs(`${crypto.randomUUID()}@simiente.example`, ['medico']);
      await identity(other.id);
      const { draft } = await addDraftToSign(db());
      const call = (method: 'GET' | 'POST' | 'PUT', name: string, input: object) =>
        callReports(other.request, method, name, input);
      const copy = await startReview({ call }, draft);
      const rejected = await call('POST', 'sign', makeSignature(copy, { password: 'no es' }));
      expect([rejected.statusCode, rejected.json().code]).toEqual([403, 'IDENTITY_NEEDED']);
      expect(await db().$count(reportVersions, eq(reportVersions.fromDraft, draft))).toBe(0);
    },
  );

  test('E-10.603: neither the role todo nor the command line can sign', async () => {
    const signer = await makeSigner(testApp(), ['todo']);
    const { draft } = await addDraftToSign(db());
    const copy = await startReview(signer, draft);
    const rejected = await signCopy(signer, copy);
    expect(rejected.json().code).toBe('FORBIDDEN');
  });

  test('medplum #7464: the signer is the account of the session; no field names another', async () => {
    const signer = await makeSigner(testApp());
    const other = await makeSigner(testApp());
    const { patient, draft } = await addDraftToSign(db());
    const copy = await startReview(signer, draft);
    const signature = makeSignature(copy, signer.confirmation());
    for (const field of ['signer', 'idAccount', 'signerId', 'idIdentityVersion']) {
      const rejected = await signer.call('POST', 'sign', { ...signature, [field]: other.id });
      expect([field, rejected.statusCode]).toEqual([field, 400]);
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
    // Readers of the report see the signer.
    const [version] = (await readReport(testApp().staff, patient)).versions;
    expect(version?.signer?.fullName).toBe('Eva Luna Ríos');
  });
});

describe('R4: signing needs fresh proof, the exact text and no open warning', () => {
  test('E-10.604: a wrong password or code signs nothing and is audited', async () => {
    const signer = await makeSigner(testApp());
    const { draft } = await addDraftToSign(db());
    const copy = await startReview(signer, draft);
    const validConfirmation = signer.confirmation();
    for (const [wrong, code] of [
      [{ ...validConfirmation, password: 'otra contraseña' }, 'WRONG_PASSWORD'],
      [{ ...validConfirmation, code: '000000' }, 'WRONG_CODE'],
      [
        { password: 'password' in validConfirmation ? validConfirmation.password : '' },
        'WRONG_CODE',
      ],
    ] as const) {
      const rejected = await signer.call('POST', 'sign', makeSignature(copy, wrong));
      expect([rejected.statusCode, rejected.json().code]).toEqual([403, code]);
    }
    expect(await db().$count(reportVersions, eq(reportVersions.fromDraft, draft))).toBe(0);
    const rejections = await db()
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(and(eq(auditEvents.actorId, signer.id), eq(auditEvents.subjectId, signer.id)));
    expect(rejections.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.password_refused', 'account.code_refused']),
    );
    expect(
      (await signer.call('POST', 'sign', makeSignature(copy, validConfirmation))).statusCode,
    ).toBe(200);
  });

  test('E-10.604: a password without a second step cannot sign, and the account is shown how to enrol', async () => {
    const person = await testApp().signInAs(`${crypto.randomUUID()}@simiente.example`, ['medico']);
    await addIdentity(db(), person.id, { confirmedAt: new Date() });
    const { draft } = await addDraftToSign(db());
    const call = (method: 'GET' | 'POST' | 'PUT', name: string, input: object) =>
      callReports(person.request, method, name, input);
    const copy = await startReview({ call }, draft);
    const rejected = await call('POST', 'sign', makeSignature(copy, { password: person.password }));
    expect(rejected.json()).toMatchObject({
      code: 'SECOND_STEP_NEEDED',
      errorMessage: expect.stringContaining('Mi cuenta'),
    });
  });

  test('S11, T-L11, E-10.604: a passkey signs only the text for which it was requested, and the version names the passkey', async () => {
    const person = await testApp().signInAs(`${crypto.randomUUID()}@simiente.example`, ['medico']);
    await addIdentity(db(), person.id, { confirmedAt: new Date() });
    const { passkey } = await addPasskey(testApp().app, person);
    const { draft } = await addDraftToSign(db());
    const call = (method: 'GET' | 'POST' | 'PUT', name: string, input: object) =>
      callReports(person.request, method, name, input);
    const copy = await startReview({ call }, draft);
    const signWith = async (path: string, subject: string) => {
      const { app } = testApp();
      const { cookie, confirmation } = await confirmWith(
        app,
        person.cookie,
        passkey,
        path,
        subject,
      );
      return person.request({
        method: 'POST',
        url: '/v1/reports/sign',
        headers: { cookie, origin: LOCAL_PAGE, host: new URL(LOCAL_PAGE).host },
        payload: makeSignature(copy, confirmation),
      });
    };
    const path = '/v1/reports/sign';
    const otherText = createHash('sha256').update('otro texto').digest('hex');
    for (const [wrongPath, subject] of [
      ['/v1/reports/withdraw', copy.sha256],
      [path, otherText],
    ] as const) {
      const rejected = await signWith(wrongPath, subject);
      expect([rejected.statusCode, rejected.json().code]).toEqual([403, 'PASSKEY_REFUSED']);
    }
    const signed = await signWith(path, copy.sha256);
    expect([signed.statusCode, signed.json().data?.version.proof]).toEqual([200, 'passkey']);
  });

  test('E-10.604: an unseen text cannot be signed: another text, or another version of the copy', async () => {
    const signer = await makeSigner(testApp());
    const { draft } = await addDraftToSign(db());
    const copy = await startReview(signer, draft);
    const other = createHash('sha256').update('otro texto').digest('hex');
    const differs = await signCopy(signer, { ...copy, sha256: other });
    expect([differs.statusCode, differs.json().code]).toEqual([409, 'SHOWN_TEXT_DIFFERS']);
    const struck = getTexts(copy).map((sentence) => ({ ...sentence, struck: true }));
    await saveCopy(signer, copy, { sentences: struck });
    const stale = await signCopy(signer, copy);
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'STALE_VERSION']);
    const unaccepted = { ...makeSignature(copy, signer.confirmation()), accepted: 'sí' };
    expect((await signer.call('POST', 'sign', unaccepted)).statusCode).toBe(400);
    expect(await db().$count(reportVersions, eq(reportVersions.fromDraft, draft))).toBe(0);
  });

  test('E-10.604: a signature without the shown version is rejected', async () => {
    const signer = await makeSigner(testApp());
    const { draft } = await addDraftToSign(db());
    const copy = await startReview(signer, draft);
    const { version: _, ...unseen } = makeSignature(copy, signer.confirmation());
    const rejected = await signer.call('POST', 'sign', unseen);
    expect([rejected.statusCode, rejected.json().issues?.[0]?.path]).toEqual([400, 'version']);
  });

  test('E-10.604: an empty text cannot be signed', async () => {
    const signer = await makeSigner(testApp());
    const { draft } = await addDraftToSign(db());
    const copy = await startReview(signer, draft);
    const struck = getTexts(copy).map((sentence) => ({ ...sentence, struck: true }));
    const empty = await saveCopy(signer, copy, { sentences: struck });
    const rejected = await signCopy(signer, empty);
    expect([rejected.statusCode, rejected.json().code]).toEqual([422, 'REPORT_EMPTY']);
  });
});

test('E-10.605: R5: a signature freezes text, signer, patient, hour with zone and proof, in a row that the audit covers', async () => {
  const signer = await makeSigner(testApp());
  const { patient, draft } = await addDraftToSign(db());
  const before = Date.now();
  const signed = await signVersion(signer, draft);
  expect(signed).toMatchObject({
    number: 2,
    type: 'signed',
    state: 'signed',
    inForce: true,
    text: DRAFT_TEXT,
    sha256: createHash('sha256').update(DRAFT_TEXT).digest('hex'),
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
  // A change of any part changes the digest.
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
  await sealAll({ ...testApp().database, keys, checkpoints: '' });
  expect(await db().$count(auditSeals, eq(auditSeals.eventId, row.auditEventId ?? 0))).toBe(1);
  expect(await isSealed(db(), row.id)).toBe(true);
  expect((await readReport(testApp().staff, patient)).versions[0]?.sealed).toBe(true);
});

test('E-10.605: the data of a signature stay when patient and identity change', async () => {
  const signer = await makeSigner(testApp());
  const { patient, draft } = await addDraftToSign(db());
  const signed = await signVersion(signer, draft);
  await testApp().staff.request({
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

test('E-10.607: signatures without any edit are counted for administration, and shown to no other account', async () => {
  const signer = await makeSigner(testApp());
  await signVersion(signer, (await addDraftToSign(db())).draft);
  const { draft } = await addDraftToSign(db());
  const copy = await startReview(signer, draft);
  const sentences = getTexts(copy);
  Object.assign(sentences[0] ?? {}, { text: 'La muestra llegó a tiempo. ' });
  const edited = await saveCopy(signer, copy, { sentences });
  await signCopy(signer, edited);
  const admin = await testApp().signInAs(`${crypto.randomUUID()}@simiente.example`, [
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
});

test('E-10.608: R7: each sentence of a signed version has its author, and together they are its text', async () => {
  const signer = await makeSigner(testApp());
  const { draft } = await addDraftToSign(db());
  const copy = await startReview(signer, draft);
  const [first, second, third] = getTexts(copy);
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
  const answer = await signCopy(signer, saved);
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

test('approving does not delete the draft: it stays, byte for byte', async () => {
  const signer = await makeSigner(testApp());
  const { patient, draft } = await addDraftToSign(db());
  await signVersion(signer, draft);
  const read = await signer.call('GET', 'get-version', { idVersion: draft });
  expect(read.json().data.version).toMatchObject({ text: DRAFT_TEXT, state: 'draft', signedAs: 2 });
  expect((await readReport(testApp().staff, patient)).pending).toBeNull();
});

test('E-10.593: a code has 16 letters and digits without look-alikes, in groups', () => {
  const codes = Array.from({ length: 2000 }, newVerifyCode);
  for (const code of codes)
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
});

test.each([
  ['K7QM-2XRD-9FTA-4NWE'],
  ['k7qm-2xrd-9fta-4nwe'],
  ['K7QM2XRD9FTA4NWE'],
  [' k7qm 2xrd 9fta 4nwe '],
  ['“K7QM-2XRD-9FTA-4NWE”'],
  ['« K7QM-2XRD-9FTA-4NWE »'],
  ['"K7QM-2XRD-9FTA-4NWE"'],
  ["'K7QM-2XRD-9FTA-4NWE'"],
  ['„K7QM–2XRD–9FTA–4NWE‟'],
])('E-10.593: a typed code is accepted: %s', (typed) => {
  expect(readVerifyCode(typed)).toBe('K7QM-2XRD-9FTA-4NWE');
});

test('E-10.593: letters that look like digits are read as those digits', () => {
  expect(readVerifyCode('OoIi-LlKK-KKKK-KKKK')).toBe('0011-11KK-KKKK-KKKK');
});

test('E-10.593: a code in the earlier format must match exactly', () => {
  expect(readVerifyCode('K7QM2XRD9FTAbcdEFGhi_-')).toBe('K7QM2XRD9FTAbcdEFGhi_-');
  expect(readVerifyCode(' “K7QM2XRD9FTAbcdEFGhi_-” ')).toBe('K7QM2XRD9FTAbcdEFGhi_-');
});

test.each([
  '',
  'K7QM-2XRD-9FTA',
  'K7QM-2XRD-9FTA-4NWU',
  'K7QM-2XRD-9FTA-4NWEE',
  'ÑÑÑÑ-2XRD-9FTA-4NWE',
])('E-10.593: an invalid code is rejected: «%s»', (typed) =>
  expect(readVerifyCode(typed)).toBeNull(),
);

test('E-10.593: any text is parsed as a code or rejected, without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const code = readVerifyCode(typed);
      if (code !== null) expect(readVerifyCode(code)).toBe(code);
    }),
  );
});
