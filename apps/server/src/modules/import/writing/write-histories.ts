import { and, desc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { fertilityTests, patients } from '../../../schema/patients.ts';
import { reports, reportVersions } from '../../../schema/reports.ts';
import type { FindingLog } from '../findings.ts';
import { stableId } from '../kinds.ts';
import type { ReadHistory } from '../reading/read-element.ts';
import { EDITED_BY_STAFF, equalsAny } from './write-records.ts';

/**
 * Writes fertility tests and reports of patients. Every imported history has a row in `fertility_tests`, also
 * without a name, which marks it as imported. A text that differs from the last imported one is a further draft of
 * its report: it replaces nothing, and a missing text removes nothing.
 */
export async function writeHistories(
  transaction: Transaction,
  log: FindingLog,
  histories: readonly ReadHistory[],
): Promise<void> {
  if (histories.length === 0) return;
  const known = await findHistories(transaction, histories);
  const rewritten = await writeDrafts(transaction, histories);
  const tests: (typeof fertilityTests.$inferInsert)[] = [];
  for (const { path, patientId, texts } of histories) {
    const { test, name, isTouched } = known.get(patientId) ?? { test: null, isTouched: false };
    const userName = texts.testUserName;
    const historyName = texts.name === name ? null : texts.name;
    if (historyName !== null) {
      log.noticed(`${path}.name`, 'no es el nombre del paciente: se guardan los dos');
    }
    const isRenamed = test?.userName !== userName || test.historyName !== historyName;
    if (isRenamed && (test === null || !isTouched))
      tests.push({ patientId, userName, historyName });
    if (test === null) log.outcome('history', 'created', path);
    else if (rewritten.has(patientId) || (isRenamed && !isTouched)) {
      log.outcome('history', 'updated', path);
    } else if (isTouched) log.outcome('history', 'kept', path, EDITED_BY_STAFF);
    else log.outcome('history', 'unchanged', path);
  }
  if (tests.length === 0) return;
  await transaction
    .insert(fertilityTests)
    .values(tests)
    .onConflictDoUpdate({
      target: fertilityTests.patientId,
      set: { userName: sql`excluded.user_name`, historyName: sql`excluded.history_name` },
    });
}

/** Their patients, with the imported test, and whether staff edited the patient. */
async function findHistories(transaction: Transaction, histories: readonly ReadHistory[]) {
  const ids = histories.map(({ patientId }) => patientId);
  const rows = await transaction
    .select({
      id: patients.id,
      name: patients.name,
      isTouched: sql<boolean>`${patients.version} is distinct from ${patients.importedVersion}`,
      test: fertilityTests,
    })
    .from(patients)
    .leftJoin(fertilityTests, eq(fertilityTests.patientId, patients.id))
    .where(equalsAny(patients.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

const IMPORTED = { type: 'draft', source: 'importacion' } as const;

/** @returns the patients with a new draft */
async function writeDrafts(
  transaction: Transaction,
  histories: readonly ReadHistory[],
): Promise<ReadonlySet<string>> {
  const texts = histories.flatMap(({ patientId, texts: { examReport, firstReport } }) => [
    { patientId, kind: 'exam_ai' as const, text: examReport },
    { patientId, kind: 'first_medical' as const, text: firstReport },
  ]);
  const ids = histories.map(({ patientId }) => patientId);
  const imported = await transaction
    .selectDistinctOn([reportVersions.patientId, reportVersions.kind])
    .from(reportVersions)
    .where(and(equalsAny(reportVersions.patientId, ids), eq(reportVersions.source, 'importacion')))
    .orderBy(reportVersions.patientId, reportVersions.kind, desc(reportVersions.number));
  const numbered = await transaction
    .select({ patientId: reports.patientId, kind: reports.kind, last: reports.lastNumber })
    .from(reports)
    .where(equalsAny(reports.patientId, ids));
  const toKey = (report: { patientId: string; kind: string }) =>
    `${report.patientId} ${report.kind}`;
  const lastText = new Map(imported.map((version) => [toKey(version), version.text]));
  const lastNumber = new Map(numbered.map((report) => [toKey(report), report.last]));
  const drafts = texts.flatMap(({ patientId, kind, text }) => {
    const key = toKey({ patientId, kind });
    if (!text || text === lastText.get(key)) return [];
    const number = (lastNumber.get(key) ?? 0) + 1;
    const id = `${stableId('rpv', patientId, kind)}_${number}`;
    return [{ ...IMPORTED, id, patientId, kind, number, text }];
  });
  if (drafts.length > 0) await transaction.insert(reportVersions).values(drafts);
  return new Set(drafts.map(({ patientId }) => patientId));
}
