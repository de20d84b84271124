import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { patients } from '../../schema/patients.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../testing/application.ts';
import { addPatient, addReport } from '../../testing/records.ts';
import {
  callReports,
  makeSigner,
  readReport,
  signReport,
  signVersion,
  textInForce,
} from '../../testing/reports/reports.ts';

const testApp = sharedApplication({ attemptLimits: MANY_ATTEMPTS });
const db = () => testApp().database.db;

describe('E-10.602: the report in force', () => {
  test('E-10.602: R12: is the newest draft before any signature, and marked as unsigned', async () => {
    const patient = await addPatient(db());
    expect((await readReport(testApp().staff, patient)).state).toBe('none');
    expect(await textInForce(testApp().staff, patient)).toBe('');
    await addReport(db(), patient, 'exam_ai', 'El primero.');
    const second = await addReport(db(), patient, 'exam_ai', 'El segundo.');
    expect(await textInForce(testApp().staff, patient)).toBe('El segundo.');
    expect(await readReport(testApp().staff, patient)).toMatchObject({
      state: 'unsigned',
      inForce: second,
      pending: second,
    });
  });

  test('R2: a new draft never replaces signed text', async () => {
    const { patient, signed } = await signReport(testApp());
    const newer = await addReport(db(), patient, 'exam_ai', 'Un texto más nuevo.');
    expect(await textInForce(testApp().staff, patient)).toBe('Un texto de la IA.');
    expect(await readReport(testApp().staff, patient)).toMatchObject({
      state: 'signed',
      inForce: signed,
      pending: newer,
    });
  });

  test('E-10.611: R9: is empty after a withdrawal until another version is signed, with reason and account', async () => {
    const { patient, signed, signer } = await signReport(testApp());
    const older = await addReport(db(), patient, 'exam_ai', 'Un texto más nuevo.');
    const withdraw = (input: object) =>
      signer.call('POST', 'withdraw', { idVersion: signed, ...input });
    const confirmation = () => signer.confirmation();
    expect((await withdraw({ confirmation: confirmation() })).statusCode).toBe(400);
    expect(
      (await withdraw({ reason: 'Es de otro', confirmation: { password: 'no' } })).statusCode,
    ).toBe(403);
    const answer = await withdraw({
      reason: 'Es de otro paciente',
      confirmation: confirmation(),
    });
    expect(answer.json().data.version).toMatchObject({
      state: 'withdrawn',
      inForce: false,
      text: 'Un texto de la IA.',
      withdrawal: { by: 'Eva Luna Ríos', reason: 'Es de otro paciente' },
    });
    expect(await textInForce(testApp().staff, patient)).toBe('');
    expect((await readReport(testApp().staff, patient)).state).toBe('withdrawn');
    const again = await withdraw({ reason: 'Otra vez, lo mismo', confirmation: confirmation() });
    expect([again.statusCode, again.json().code]).toEqual([409, 'VERSION_NOT_IN_FORCE']);
    const next = await signVersion(signer, older);
    expect(next).toMatchObject({ type: 'signed', replaces: null, number: 4 });
    expect(await textInForce(testApp().staff, patient)).toBe('Un texto más nuevo.');
  });

  test('E-10.611: is reviewed and signed again after a withdrawal, without a new draft', async () => {
    const { patient, signed, signer } = await signReport(testApp());
    await signer.call('POST', 'withdraw', {
      idVersion: signed,
      reason: 'Faltaba un resultado',
      confirmation: signer.confirmation(),
    });
    const amended = await signer.call('POST', 'start-review', {
      idVersion: signed,
      amendment: { type: 'correction', reason: 'Un motivo' },
    });
    expect(amended.json().code).toBe('VERSION_NOT_IN_FORCE');
    expect(await signVersion(signer, signed)).toMatchObject({ type: 'signed', fromDraft: 1 });
    expect((await readReport(testApp().staff, patient)).state).toBe('signed');
  });

  test('E-10.612: a discarded draft never counts, and the previous one does', async () => {
    const signer = await makeSigner(testApp());
    const patient = await addPatient(db());
    const first = await addReport(db(), patient, 'exam_ai', 'El primero.');
    const second = await addReport(db(), patient, 'exam_ai', 'El segundo.');
    const answer = await signer.call('POST', 'discard-draft', {
      idVersion: second,
      reason: 'Es de otro paciente',
    });
    expect(answer.json().data.report).toMatchObject({
      inForce: first,
      pending: first,
      versions: [
        { state: 'discarded', discard: { by: 'Mariana Solórzano', reason: 'Es de otro paciente' } },
        { state: 'draft' },
      ],
    });
    expect(await textInForce(testApp().staff, patient)).toBe('El primero.');
    const again = await signer.call('POST', 'discard-draft', {
      idVersion: second,
      reason: 'Es de otro paciente',
    });
    expect([again.statusCode, again.json().code]).toEqual([409, 'DRAFT_NOT_OPEN']);
  });

  test('is separate for each kind of report', async () => {
    const patient = await addPatient(db());
    await addReport(db(), patient, 'exam_ai', 'De los exámenes.');
    await addReport(db(), patient, 'first_medical', 'El primero.');
    const answer = await testApp().staff.request({
      url: '/v1/user/get-medical-history-patient',
      query: { idUser: patient },
    });
    expect(answer.json().data.MedicalReportData).toEqual({
      examReportIA: { message: 'De los exámenes.' },
      firstMedicalReport: { message: 'El primero.' },
    });
  });
});

describe('E-10.613: the rights to read reports', () => {
  test('the reports of a deleted patient are in no call, and return with the patient', async () => {
    const { patient, draft, signer } = await signReport(testApp());
    await db().update(patients).set({ deletedAt: new Date() }).where(eq(patients.id, patient));
    const read = (name: string, input: object) =>
      signer.call('GET', name, input).then(({ statusCode }) => statusCode);
    expect(await read('of-patient', { idUser: patient })).toBe(404);
    expect(await read('get-version', { idVersion: draft })).toBe(404);
    await db().update(patients).set({ deletedAt: null }).where(eq(patients.id, patient));
    expect(await read('get-version', { idVersion: draft })).toBe(200);
  });

  test('R10: recepción and laboratorio see the text only in an emergency that they opened', async () => {
    const { patient, draft } = await signReport(testApp());
    const { request } = await testApp().signInAs(`${crypto.randomUUID()}@simiente.example`, [
      'recepcion',
    ]);
    const read = async () => [
      (await callReports(request, 'GET', 'of-patient', { idUser: patient })).statusCode,
      (await callReports(request, 'GET', 'get-version', { idVersion: draft })).statusCode,
    ];
    expect(await read()).toEqual([403, 403]);
    const opened = await request({
      method: 'POST',
      url: '/v1/user/open-emergency-access',
      payload: { idUser: patient, reason: 'Llegó con dolor intenso' },
    });
    expect(opened.statusCode).toBe(200);
    expect(await read()).toEqual([200, 200]);
  });

  test('auditoría reads versions and cannot review them', async () => {
    const { patient, draft } = await signReport(testApp());
    const { request } = await testApp().signInAs(`${crypto.randomUUID()}@simiente.example`, [
      'auditoria',
    ]);
    expect((await callReports(request, 'GET', 'of-patient', { idUser: patient })).statusCode).toBe(
      200,
    );
    const started = await callReports(request, 'POST', 'start-review', { idVersion: draft });
    expect(started.statusCode).toBe(403);
  });
});
