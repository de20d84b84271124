import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { resultValues } from '../../../schema/results.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
import {
  addPartner,
  addPatient,
  addReport,
  addResultSet,
  newId,
} from '../../../testing/records.ts';
import { makeSigner, readReport, signVersion } from '../../../testing/reports/reports.ts';
import { keys } from '../../../testing/sealed-audit.ts';
import { sealAll } from '../../audit/chain/sealer.ts';
import { findProblems } from '../testing/fhir-validators.ts';

const testApp = sharedApplication({ attemptLimits: MANY_ATTEMPTS });
const db = () => testApp().database.db;
const seal = () => sealAll({ ...testApp().database, keys, checkpoints: '' });

const TEXT = 'La concentración fue de 14 millones/ml.';

async function patientWithDraft(): Promise<{ patient: string; draft: string; report: string }> {
  const patient = await addPatient(db(), { name: 'Alejandro Villaseñor', sex: 'male' });
  await addResultSet(db(), patient, {
    values: { concentration: '14', volume: '2.1' },
    collectedAt: new Date('2026-10-12T15:00:00Z'),
    status: 'validado',
  });
  const draft = await addReport(db(), patient, 'exam_ai', TEXT, { model: 'gpt-5' });
  const { idReport } = await readReport(testApp().staff, patient);
  return { patient, draft, report: idReport ?? '' };
}

const request = (report: string) => testApp().staff.request({ url: `/v1/reports/${report}/fhir` });

interface Bundled {
  readonly entry: readonly {
    readonly resource: { readonly resourceType: string; readonly status?: string };
  }[];
}
const findOnly = ({ entry }: Bundled, type: string) =>
  entry.filter(({ resource }) => resource.resourceType === type).map(({ resource }) => resource);

test('E-10.630: a draft is a preliminary Bundle of the AI, with the quoted results', async () => {
  const { report } = await patientWithDraft();
  const answer = await request(report);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/fhir+json; charset=utf-8',
    'cache-control': 'no-store',
  });
  const bundle = answer.json();
  expect(findProblems(bundle)).toEqual([]);
  expect(findOnly(bundle, 'DiagnosticReport')).toMatchObject([{ status: 'preliminary' }]);
  // The volume is not quoted.
  expect(findOnly(bundle, 'Observation')).toMatchObject([
    { status: 'final', code: { coding: [{ code: '9780-8' }] }, valueQuantity: { value: 14 } },
  ]);
  expect(findOnly(bundle, 'Practitioner')).toEqual([]);
  expect(findOnly(bundle, 'Device')).toMatchObject([{ deviceName: [{ name: 'gpt-5' }] }]);
});

test('E-10.630: a signed version is final once it is sealed, then corrected, and entered in error when withdrawn', async () => {
  const signer = await makeSigner(testApp());
  const { draft, report } = await patientWithDraft();
  const signed = await signVersion(signer, draft);
  const early = await request(report);
  expect([early.statusCode, early.json().code]).toEqual([503, 'NOT_SEALED']);
  expect(early.headers['retry-after']).toBeDefined();
  await seal();
  const final = (await request(report)).json();
  expect(findProblems(final)).toEqual([]);
  expect(findOnly(final, 'DiagnosticReport')).toMatchObject([{ status: 'final' }]);
  expect(findOnly(final, 'Practitioner')).toMatchObject([{ name: [{ text: 'Eva Luna Ríos' }] }]);
  expect((await request(report)).body).toBe(JSON.stringify(final));

  const correction = await signVersion(signer, signed.idVersion, {
    type: 'correction',
    reason: 'Se corrigió una cifra',
  });
  await seal();
  const corrected = (await request(report)).json();
  expect(findProblems(corrected)).toEqual([]);
  expect(findOnly(corrected, 'DiagnosticReport')).toMatchObject([{ status: 'corrected' }]);
  // The program that wrote the draft is still its author.
  expect(findOnly(corrected, 'Device')).toMatchObject([{ deviceName: [{ name: 'gpt-5' }] }]);

  const { idVersion } = correction;
  await signer.call('POST', 'withdraw', {
    idVersion,
    reason: 'No era de él',
    confirmation: signer.confirmation(),
  });
  const withdrawn = (await request(report)).json();
  expect(findProblems(withdrawn)).toEqual([]);
  expect(findOnly(withdrawn, 'DiagnosticReport')).toMatchObject([{ status: 'entered-in-error' }]);
  expect(JSON.stringify(withdrawn)).not.toContain(
    Buffer.from(TEXT).toString('base64').slice(0, 20),
  );
  expect(findOnly(withdrawn, 'Observation')).toEqual([]);
});

test('E-10.630: an unknown report is not found, and an account that may not read reports is rejected', async () => {
  const { report } = await patientWithDraft();
  expect((await request('rep_nada')).statusCode).toBe(404);
  expect((await request("' or 1=1")).statusCode).toBe(404);
  const other = await testApp().signInAs(`${crypto.randomUUID()}@simiente.example`, ['recepcion']);
  const rejected = await other.request({ url: `/v1/reports/${report}/fhir` });
  expect(rejected.statusCode).toBe(403);
});

test('H-C6, E-10.1355: only a value that replaced a final one is corrected; flag, method, specimen and laboratory are included', async () => {
  const laboratory = await addPartner(db(), { name: 'Lab Mar de Encinos' });
  const patient = await addPatient(db());
  const set = await addResultSet(db(), patient, {
    ...{ values: { concentration: '14', volume: '2.1' }, status: 'validado', method: 'CASA' },
    laboratoryId: laboratory,
  });
  const values = await db().select().from(resultValues).where(eq(resultValues.setId, set));
  const concentration = values.find(({ analyte }) => analyte === 'concentration');
  const correct = await testApp().staff.request({
    method: 'POST',
    url: '/v1/result/correct',
    payload: {
      idResultSet: set,
      reason: 'El papel dice 41',
      values: [{ idValue: concentration?.id, value: '41' }],
    },
  });
  expect(correct.statusCode).toBe(200);
  // The set as a whole waits for another validation, which does not affect the volume.
  const text = 'La concentración fue de 41 millones/ml. El volumen fue de 2.1 ml.';
  await addReport(db(), patient, 'exam_ai', text);
  const { idReport } = await readReport(testApp().staff, patient);
  const bundle = (await request(idReport ?? '')).json();
  expect(findProblems(bundle)).toEqual([]);
  const about = {
    method: { text: 'CASA' },
    specimen: { display: 'Semen' },
    performer: [{ display: 'Lab Mar de Encinos' }],
  };
  expect(findOnly(bundle, 'Observation')).toMatchObject([
    { status: 'corrected', valueQuantity: { value: 41 }, ...about },
    { status: 'final', valueQuantity: { value: 2.1 }, ...about },
  ]);

  const other = await addPatient(db());
  const critical = await addResultSet(db(), other, { values: { fsh: '5' }, status: 'validado' });
  await db()
    .insert(resultValues)
    .values({
      ...{ id: newId('val'), setId: critical, position: 1, analyte: 'prolactin', value: '48' },
      ...{ unit: 'ng/mL', laboratoryFlag: 'HH' },
    });
  await addReport(db(), other, 'exam_ai', 'La prolactina fue de 48 ng/mL.');
  const flagged = (await request((await readReport(testApp().staff, other)).idReport ?? '')).json();
  expect(findProblems(flagged)).toEqual([]);
  expect(findOnly(flagged, 'Observation')).toMatchObject([
    { interpretation: [{ coding: [{ code: 'HH' }], text: 'Según el laboratorio: HH' }] },
  ]);
});
