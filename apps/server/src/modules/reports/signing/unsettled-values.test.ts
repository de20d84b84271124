import { VALUE_ACCEPTED } from '@simiente/contract/reports/explanations';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { resultSets, resultValues } from '../../../schema/results.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
import { addPatient, addReport, addResultSet } from '../../../testing/records.ts';
import {
  acceptWarnings,
  getTexts,
  makeSigner,
  saveCopy,
  signCopy,
  startReview,
} from '../../../testing/reports/reports.ts';
import { laboratorySender, makeMessage } from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ attemptLimits: MANY_ATTEMPTS });
const db = () => testApp().database.db;
const laboratory = laboratorySender(testApp);

const CONCENTRATION = 'La concentración fue de 14 millones/mL.';
const obx = (value: string, status: string) => [
  `OBX|1|NM|9780-8^Concentración^LN||${value}|10*6/mL|||||${status}`,
];
const addDraft = (patient: string, text: string) => addReport(db(), patient, 'exam_ai', text);
const changeSet = (set: string, change: Partial<typeof resultSets.$inferInsert>) =>
  db().update(resultSets).set(change).where(eq(resultSets.id, set));
const valueIn = async (set: string, analyte: string) => {
  const found = and(eq(resultValues.setId, set), eq(resultValues.analyte, analyte));
  const [value] = await db().select().from(resultValues).where(found);
  return value?.id ?? '';
};

const addSet = (
  patient: string,
  status: 'capturado' | 'validado',
  values = { concentration: '14' },
) => addResultSet(db(), patient, { status, values });

interface Case {
  readonly text?: string;
  readonly prepare: (patient: string) => Promise<string>;
  readonly warnings: readonly string[];
}

/** Each case creates a draft that quotes something unsettled. */
const cases: Record<string, Case> = {
  'an unvalidated value': {
    prepare: async (patient) => {
      await addSet(patient, 'capturado');
      return addDraft(patient, CONCENTRATION);
    },
    warnings: ['Concentración, 14 millones/mL: sin validar'],
  },
  'a derived value, by the values from which it follows': {
    prepare: async (patient) => {
      await addSet(patient, 'capturado', { volume: '2', concentration: '14' } as never);
      return addDraft(patient, 'El número total fue de 28 millones por eyaculado.');
    },
    warnings: ['Volumen: sin validar', 'Concentración: sin validar'],
  },
  'a statement in words': {
    prepare: async (patient) => {
      await addSet(patient, 'capturado');
      return addDraft(patient, 'Presenta oligozoospermia.');
    },
    warnings: ['Concentración: sin validar'],
  },
  'a preliminary value': {
    prepare: async (patient) => {
      await laboratory.post(makeMessage({ patient, filler: 'H-C2-P', rest: obx('14', 'P') }));
      return addDraft(patient, CONCENTRATION);
    },
    warnings: ['Concentración, 14 millones/mL: valor preliminar, sin validar'],
  },
  'a value that was corrected after the draft and validated again': {
    prepare: async (patient) => {
      const set = await addSet(patient, 'validado', { concentration: '41' });
      const draft = await addDraft(patient, CONCENTRATION);
      const values = [{ idValue: await valueIn(set, 'concentration'), value: '14' }];
      const correction = { idResultSet: set, reason: 'El papel dice 14', values };
      await testApp().staff.request({
        method: 'POST',
        url: '/v1/result/correct',
        payload: correction,
      });
      await changeSet(set, { status: 'validado' });
      return draft;
    },
    warnings: ['Concentración, 14 millones/mL: corregido después del borrador'],
  },
  'a value whose sample the laboratory sent as another person’s': {
    prepare: async (patient) => {
      await laboratory.post(makeMessage({ patient, filler: 'H-C2-M', rest: obx('14', 'F') }));
      const other = await addPatient(db());
      await laboratory.post(
        makeMessage({ patient: other, filler: 'H-C2-M', rest: obx('14', 'F') }),
      );
      return addDraft(patient, CONCENTRATION);
    },
    warnings: [
      'Concentración, 14 millones/mL: sin validar, en espera: el laboratorio envió otro dato',
    ],
  },
};

test.each(Object.entries(cases))(
  'H-C2, E-10.1455: %s must be accepted by the doctor before a signature, which stores the acceptance',
  async (_, { prepare, warnings }) => {
    const signer = await makeSigner(testApp());
    const patient = await addPatient(db());
    const copy = await startReview(signer, await prepare(patient));
    const open = { differing: 0, unknown: 0, treatments: 0, values: warnings.length };
    const rejected = await signCopy(signer, copy);
    expect([rejected.statusCode, rejected.json()]).toMatchObject([
      422,
      { code: 'WARNINGS_OPEN', details: { ...open, warnings } },
    ]);
    const signed = await signCopy(signer, await acceptWarnings(signer, copy));
    expect(signed.statusCode, signed.body).toBe(200);
    const { version } = signed.json().data;
    const unsettledFindings = version.findings.filter(
      (one: { verdict: string }) => one.verdict === 'unsettled',
    );
    expect(unsettledFindings).toMatchObject(
      warnings.map((message) => ({ message, explanation: VALUE_ACCEPTED })),
    );
    const ofSignature = and(
      eq(auditEvents.action, 'report.signed'),
      eq(auditEvents.subjectId, version.idVersion),
    );
    const [row] = await db().select().from(auditEvents).where(ofSignature);
    expect(row?.details).toMatchObject({ acceptedValues: warnings.length });
  },
);

test('H-C2, E-10.1455: a validated value is signed without a warning', async () => {
  const signer = await makeSigner(testApp());
  const patient = await addPatient(db());
  await addSet(patient, 'validado');
  const copy = await startReview(signer, await addDraft(patient, CONCENTRATION));
  expect(copy.open.values).toBe(0);
  expect((await signCopy(signer, copy)).statusCode).toBe(200);
});

test('H-C2, E-10.1456: an acceptance covers one value in its current state, and only the doctor who gave it', async () => {
  const [signer, other] = [await makeSigner(testApp()), await makeSigner(testApp())];
  const patient = await addPatient(db());
  const set = await addSet(patient, 'capturado');
  const draft = await addDraft(patient, `${CONCENTRATION} Concentración de 14 millones/mL.`);
  const copy = await startReview(signer, draft);
  // The value is in the text twice, and accepted once.
  expect(copy.open.values).toBe(1);
  const accepted = await acceptWarnings(signer, copy);
  expect(accepted.open.values).toBe(0);
  const [row] = await db()
    .select()
    .from(auditEvents)
    .where(
      and(eq(auditEvents.action, 'report.working_copy_saved'), eq(auditEvents.subjectId, draft)),
    );
  expect(row?.details).toMatchObject({ acceptedValues: 1 });

  // An equal amount that another account entered is a new value, and needs another acceptance.
  const replaces = await valueIn(set, 'concentration');
  await db()
    .insert(resultValues)
    .values({
      ...{ id: `val_${crypto.randomUUID()}`, setId: set, position: 0, analyte: 'concentration' },
      ...{ value: '14', unit: '10*6/mL', replaces },
    });
  expect((await signCopy(signer, accepted)).json().code).toBe('WARNINGS_OPEN');
  const again = await acceptWarnings(
    signer,
    await saveCopy(signer, accepted, { sentences: getTexts(copy) }),
  );
  const { idWorkingCopy, version } = again;
  const taken = await other.call('POST', 'take-over', { idWorkingCopy, version });
  expect(taken.json().data.workingCopy.open.values).toBe(1);
  expect((await signCopy(other, taken.json().data.workingCopy)).statusCode).toBe(422);
});
