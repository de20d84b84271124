import type { ReportBasis } from '@simiente/contract/reports/version';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { resultSets, resultValues } from '../../schema/results.ts';
import type { sharedApplication } from '../application.ts';
import { addPatient, addReport, addResultSet } from '../records.ts';
import { readReport, signVersion, type TestSigner } from './reports.ts';
import { seal } from './signed-reports.ts';

export const TEXT =
  'La concentración fue de 14 millones/mL. El número total fue de 29.4 millones por eyaculado. Conviene repetir la muestra.';

/** Acts for tests about signed reports whose results change. */
export function changedResults(testApp: ReturnType<typeof sharedApplication>) {
  const db = () => testApp().database.db;

  /** A patient with a signed report that quotes the concentration, and the total derived from it. */
  async function signedReport(signer: TestSigner, text = TEXT) {
    const patient = await addPatient(db(), { birthDate: '1992-04-09' });
    const set = await addResultSet(db(), patient, {
      values: { volume: '2.1', concentration: '14', progressiveMotility: '34' },
      collectedAt: new Date('2026-10-12T15:00:00Z'),
      status: 'validado',
    });
    const draft = await addReport(db(), patient, 'exam_ai', text);
    const { idVersion } = await signVersion(signer, draft);
    await seal(testApp().database);
    return { patient, set, idVersion };
  }

  const findValueId = async (set: string, analyte: string) => {
    const [value] = await db()
      .select({ id: resultValues.id })
      .from(resultValues)
      .where(and(eq(resultValues.setId, set), eq(resultValues.analyte, analyte)));
    return value?.id ?? '';
  };

  const send = (url: string, payload: object, method: 'POST' | 'PUT' = 'POST') =>
    testApp().staff.request({ method, url, payload });

  const correct = async (set: string, analyte: string, change: object) => {
    const idValue = await findValueId(set, analyte);
    const values = [{ idValue, ...change }];
    const answer = await send('/v1/result/correct', {
      idResultSet: set,
      reason: 'El papel dice 41',
      values,
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };

  const readBasis = async (patient: string): Promise<ReportBasis | null> =>
    (await readReport(testApp().staff, patient)).basis;

  const findExamId = async (set: string) => {
    const [row] = await db().select().from(resultSets).where(eq(resultSets.id, set));
    return row?.examId ?? '';
  };

  return { signedReport, findValueId, send, correct, readBasis, findExamId };
}
