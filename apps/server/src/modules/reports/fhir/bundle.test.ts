import { readFileSync } from 'node:fs';
import { splitSentences } from '@simiente/contract/reports/sentences';
import { ACCEPTED_SENTENCE } from '@simiente/contract/reports/states';
import type { QuotableResult, ReportVersion } from '@simiente/contract/reports/version';
import { analyteKeys, getAnalyte } from '@simiente/contract/results/analytes/catalogue';
import { describe, expect, test } from 'vitest';
import { findProblems } from '../testing/fhir-validators.ts';
import { toBundle, toFhirStatus } from './bundle.ts';
import type { FhirResource, Observed } from './observation.ts';

interface LegacyReport {
  readonly message?: string;
}
const fixture = JSON.parse(
  readFileSync(new URL('../../../../../../fixtures/legacy-export.json', import.meta.url), 'utf8'),
) as {
  medicalHistories: Readonly<
    Record<
      string,
      { MedicalReportData?: { examReportIA?: LegacyReport; firstMedicalReport?: LegacyReport } }
    >
  >;
};
const texts = Object.values(fixture.medicalHistories)
  .flatMap(({ MedicalReportData: data }) => [
    data?.examReportIA?.message,
    data?.firstMedicalReport?.message,
  ])
  .flatMap((text) => (text ? [text] : []));

const signer = {
  idAccount: 'stf_1',
  idIdentityVersion: 'piv_1',
  fullName: 'Dra. Regina Núñez Ocampo',
  cedula: '1234567',
  institution: 'Universidad de muestra',
  specialty: 'Urología',
  specialtyCertificate: '0000',
};

function makeVersion(text: string, more: Partial<ReportVersion> = {}): ReportVersion {
  const isDraft = (more.type ?? 'draft') === 'draft';
  return {
    idVersion: 'rpv_1',
    idUser: 'usr_1',
    kind: 'exam_ai',
    number: 3,
    type: 'draft',
    state: 'draft',
    inForce: true,
    ofAnother: false,
    supersededBy: null,
    signedAs: null,
    source: isDraft ? 'importacion' : null,
    model: null,
    modelVersion: null,
    ruleVersion: null,
    arrivedAt: '2026-10-14T15:00:00.000Z',
    createdBy: null,
    signer: isDraft ? null : signer,
    fromDraft: isDraft ? null : 2,
    replaces: null,
    reason: null,
    sha256: 'a'.repeat(64),
    sealed: true,
    unedited: isDraft ? null : true,
    writtenAs: null,
    withdrawal: null,
    confirmations: [],
    discard: null,
    text,
    sentences: splitSentences(text).map((one) => ({ text: one.text, author: 'ia' })),
    patient: isDraft
      ? null
      : {
          idUser: 'usr_1',
          name: 'Alejandro Villaseñor Rojas',
          birthDate: '1992-02-29',
          age: 34,
          sex: 'male',
          curp: 'VIRA920229HDFLJL05',
          address: 'Calle 1, Ciudad de México',
          phone: '+525500000000',
        },
    findings: [],
    acknowledgedAt: null,
    acceptedSentence: isDraft ? null : ACCEPTED_SENTENCE,
    proof: isDraft ? null : 'password',
    zone: isDraft ? null : 'America/Mexico_City',
    verifyCode: isDraft ? null : 'abc',
    ...more,
  };
}

const origin = {
  source: 'importacion',
  model: null,
  modelVersion: null,
  ruleVersion: null,
} as const;
const patient = { id: 'usr_1', name: 'Alejandro Villaseñor Rojas' };

function makeBundle(
  version: ReportVersion,
  observed: readonly Observed[] = [],
  from: Parameters<typeof toBundle>[1] = origin,
): FhirResource {
  return toBundle({ version, patient, observed }, from);
}

interface Resources {
  readonly [type: string]: FhirResource;
}
const byType = (bundle: FhirResource): Resources =>
  Object.fromEntries(
    (bundle.entry as { resource: FhirResource }[]).map(({ resource }) => [
      resource.resourceType,
      resource,
    ]),
  );

test('E-10.2162: a patient without CURP is identified by another document', () => {
  const signed = makeVersion('Todo en orden.', { type: 'signed' });
  const known = signed.patient && { ...signed.patient, curp: null, identityDocument: 'G12345678' };
  expect(byType(makeBundle({ ...signed, patient: known })).Patient?.identifier).toEqual([
    { value: 'usr_1' },
    { type: { text: 'Documento' }, value: 'G12345678' },
  ]);
});

const kinds: Partial<ReportVersion>[] = [
  {},
  { type: 'signed' },
  { type: 'correction', replaces: 1, reason: 'Una cifra', fromDraft: null },
  {
    type: 'addition',
    replaces: 1,
    reason: 'Un estudio nuevo',
    fromDraft: null,
    kind: 'first_medical',
  },
  { type: 'signed', withdrawal: { at: '2026-10-15T15:00:00.000Z', by: 'Dra.', reason: 'Error' } },
];

const makeResult = (
  analyte: string | null,
  unit: string | null,
  index: number,
): QuotableResult => ({
  idValue: index % 4 === 0 ? null : `val_${index}`,
  analyte,
  name: analyte === null ? 'Vitamina D' : null,
  comparator: index % 3 === 0 ? '<' : null,
  value: ['0', '0.07', '12.5', '140000'][index % 4] ?? '1',
  unit,
  range: [null, '≥ 1.4', '1.5 – 12.4', 'según la edad'][index % 4] ?? null,
  collectedAt: index % 5 === 0 ? null : '2026-10-12T15:00:00.000Z',
  laboratory: index % 2 === 0 ? 'Lab Piedra de Río' : null,
  examType: 'Seminograma',
  whoEdition: 6,
});
/** Every analyte in each of its units, a free row, and the abstinence. */
const everyResult: Observed[] = [
  ...analyteKeys.flatMap((key) => getAnalyte(key).units.map((unit) => [key, unit] as const)),
  [null, 'frascos'] as const,
  ['abstinence', 'd'] as const,
].map(([analyte, unit], index) => ({
  result: makeResult(analyte, unit, index),
  status: ([null, 'capturado', 'validado', 'corregido'] as const)[index % 4] ?? null,
  method: [null, 'CASA'][index % 2] ?? null,
  flag: [null, 'HH', 'H, A', 'Alto*'][index % 4] ?? null,
}));

describe('a report as a FHIR R4 Bundle', () => {
  test('the reports of the fixture, across all states, pass both validators', () => {
    expect(texts.length).toBeGreaterThan(150);
    const problems = texts.flatMap((text, index) =>
      findProblems(
        makeBundle(makeVersion(text, kinds[index % kinds.length]), everyResult.slice(0, 3)),
      ),
    );
    expect(problems).toEqual([]);
  });

  test('an Observation of every analyte in every unit passes both validators', () => {
    expect(everyResult.length).toBeGreaterThan(80);
    expect(findProblems(makeBundle(makeVersion('Texto', { type: 'signed' }), everyResult))).toEqual(
      [],
    );
  });

  test('the validators find wrong codes, missing and unknown elements, and broken invariants', () => {
    const { DiagnosticReport: report } = byType(makeBundle(makeVersion('Texto')));
    expect(findProblems({ ...report, status: 'firmado' })).not.toEqual([]);
    expect(findProblems({ ...report, code: undefined })).not.toEqual([]);
    expect(findProblems({ ...report, sentencia: 'x' })).not.toEqual([]);
    const { Observation: observation } = byType(
      makeBundle(makeVersion('Texto'), everyResult.slice(1, 2)),
    );
    expect(findProblems({ ...observation, referenceRange: [{}] })).not.toEqual([]);
    expect(findProblems({ ...observation, dataAbsentReason: { text: 'x' } })).not.toEqual([]);
  });

  test.each([
    ['draft', 'preliminary'],
    ['signed', 'final'],
    ['correction', 'corrected'],
    ['addition', 'appended'],
  ] as const)('R10: the Bundle of a %s version has the status %s', (type, status) => {
    expect(toFhirStatus({ type, withdrawal: null })).toBe(status);
    expect(byType(makeBundle(makeVersion('Texto', { type }))).DiagnosticReport).toMatchObject({
      status,
    });
    const withdrawal = { at: '2026-10-15T15:00:00.000Z', by: null, reason: 'Error' };
    expect(toFhirStatus({ type, withdrawal })).toBe('entered-in-error');
  });

  test('E-10.3032: a signed version under review is preliminary, and a withdrawn one stays in error', () => {
    const withdrawal = { at: '2026-10-15T15:00:00.000Z', by: null, reason: 'Error' };
    expect(toFhirStatus({ type: 'correction', withdrawal: null }, true)).toBe('preliminary');
    expect(toFhirStatus({ type: 'signed', withdrawal }, true)).toBe('entered-in-error');
  });

  test('R9: a withdrawn version is sent without its text', () => {
    const text = 'Texto retirado';
    const bundle = makeBundle(makeVersion(text, kinds[4]));
    expect(byType(bundle).DiagnosticReport).not.toHaveProperty('presentedForm');
    expect(JSON.stringify(bundle)).not.toContain(Buffer.from(text).toString('base64'));
  });

  test('the text is included byte for byte, and the AI is author with the signer as verifier', () => {
    const text = 'Niño «ñ» 👩‍⚕️ \n fin ';
    const from = {
      source: 'ia',
      model: 'gpt-x',
      modelVersion: '2026-01',
      ruleVersion: null,
    } as const;
    const bundle = makeBundle(makeVersion(text, { type: 'signed' }), [], from);
    const { DiagnosticReport: report, Device: device, Provenance: provenance } = byType(bundle);
    expect(report?.presentedForm).toMatchObject([{ data: Buffer.from(text).toString('base64') }]);
    expect(report?.meta).toMatchObject({ security: [{ code: 'AIAST' }] });
    expect(device).toMatchObject({
      deviceName: [{ name: 'gpt-x', type: 'model-name' }],
      version: [{ value: '2026-01' }],
    });
    expect(provenance?.agent).toMatchObject([
      { type: { coding: [{ code: 'author' }] } },
      { type: { coding: [{ code: 'verifier' }] } },
    ]);
  });

  test('R7: a doctor who wrote sentences is an author too, and a draft has no verifier', () => {
    const agents = (version: ReportVersion) => {
      const agent = byType(makeBundle(version)).Provenance?.agent;
      return Array.isArray(agent) ? agent.length : 0;
    };
    const sentences = [{ text: 'Uno.', author: 'medico' }] as const;
    expect(agents(makeVersion('Uno.', { type: 'signed', sentences: [...sentences] }))).toBe(3);
    expect(agents(makeVersion('Uno.'))).toBe(1);
  });

  test('R1: an unknown model is named as unknown; rules are not called an AI', () => {
    expect(byType(makeBundle(makeVersion('Texto'))).Device).toMatchObject({
      deviceName: [{ name: 'Modelo desconocido' }],
    });
    const rules = {
      source: 'reglas',
      model: null,
      modelVersion: null,
      ruleVersion: 'reglas-1',
    } as const;
    const bundle = makeBundle(makeVersion('Texto'), [], rules);
    expect(byType(bundle).Device).toMatchObject({ version: [{ value: 'reglas-1' }] });
    expect(JSON.stringify(bundle)).not.toContain('AIAST');
    expect(findProblems(bundle)).toEqual([]);
  });

  test('every reference is to a resource of the Bundle, and equal versions give equal Bundles', () => {
    const bundle = makeBundle(makeVersion('Texto', { type: 'signed' }), everyResult);
    const urls = new Set((bundle.entry as { fullUrl: string }[]).map(({ fullUrl }) => fullUrl));
    expect(urls.size).toBe((bundle.entry as object[]).length);
    const references = [...JSON.stringify(bundle).matchAll(/"reference":"([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(80);
    for (const [, url = ''] of references) expect(urls.has(url)).toBe(true);
    expect(makeBundle(makeVersion('Texto', { type: 'signed' }), everyResult)).toEqual(bundle);
  });
});
