import { buildExport } from '@simiente/builders/export';
import { createContext } from '@simiente/builders/random';
import { buildResultSets, type ResultSetRecord } from '@simiente/builders/results';
import { sql } from 'drizzle-orm';
import { SYSTEM_ACT } from '../../../platform/act.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { LOCKS } from '../../../platform/database/locks.ts';
import { mergeFindings } from '../findings.ts';
import { auditImport } from '../import-export.ts';
import { loadExport } from '../load-export.ts';
import { memorySource } from '../reading/source.ts';
import {
  completePartners,
  identifyPatients,
  nameLaboratories,
  storeLogos,
  writeAttendance,
  writeConsents,
  writeDemoOrders,
} from './demo-extras.ts';
import { asJson, linkExamFiles, removeStored, storeExamFiles } from './demo-files.ts';
import { type DemoTarget, holdsRecords, markDemo } from './demo-mark.ts';

const SEED = 'simiente';

/**
 * Writes the demo data, unless another process was faster.
 * @returns whether it did
 */
export async function writeDemo({ db, store, patients, now }: DemoTarget): Promise<boolean> {
  const options = { seed: SEED, now, patients };
  const whole = buildExport(options);
  const context = createContext(options);
  const results = buildResultSets(context, whole);
  const stored = await storeExamFiles(whole, store);
  const logos = await storeLogos(whole, store);
  let written = false;
  try {
    written = await db.transaction(async (transaction) => {
      // Waits for another process that is writing, however long that takes.
      await transaction.execute(sql`set local statement_timeout = 0`);
      await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.import})`);
      if (await holdsRecords(transaction)) return false;
      // Its dates have an hour.
      const loaded = await loadExport(transaction, memorySource({ ...whole }), 'UTC', () => {});
      await linkExamFiles(transaction, stored);
      await completePartners(transaction, whole, logos);
      await identifyPatients(transaction, whole, context);
      await writeConsents(transaction);
      await writeAttendance(transaction);
      await writeDemoResults(transaction, results);
      await nameLaboratories(transaction);
      await nameResultLaboratories(transaction);
      await writeDemoOrders(transaction, whole, context, results);
      await markDemo(transaction);
      await auditImport(transaction, SYSTEM_ACT, mergeFindings(loaded.read, loaded.written, null));
      return true;
    });
  } finally {
    if (!written) await removeStored([...stored, ...logos], store);
  }
  return written;
}

/**
 * Writes results, which exports lack, each with an exam of its own without a file. No account entered them, and
 * their exams count as imported, which distinguishes both from those of staff.
 */
async function writeDemoResults(
  transaction: Transaction,
  sets: readonly ResultSetRecord[],
): Promise<void> {
  await transaction.execute(sql`
    insert into exams (id, patient_id, type, exam_date, created_at, imported_version)
    select x."idExam", x."idUser", x."examType", (x."collectedAt" - interval '6 hours')::date, x."collectedAt", 1
      from json_to_recordset(${asJson(sets)})
           as x("idExam" text, "idUser" text, "examType" text, "collectedAt" timestamptz)`);
  await transaction.execute(sql`
    insert into result_sets (id, patient_id, exam_id, collected_at, collected_time_known, analyzed_at,
      abstinence_days, method, who_edition, status, source, entered_at, validated_at)
    select x."idResultSet", x."idUser", x."idExam", x."collectedAt", true, x."analyzedAt",
      x."abstinenceDays", x.method, x."whoEdition", case when x.validated then 'validado' else 'capturado' end,
      'csv', x."collectedAt" + interval '1 day', case when x.validated then x."collectedAt" + interval '2 days' end
      from json_to_recordset(${asJson(sets)})
           as x("idResultSet" text, "idUser" text, "idExam" text, "collectedAt" timestamptz,
             "analyzedAt" timestamptz, "abstinenceDays" numeric, method text, "whoEdition" smallint, validated boolean)`);
  const values = sets.flatMap(({ idResultSet, values }) =>
    values.map((value, position) => ({
      id: `val_${idResultSet.slice(4)}_${position}`,
      idResultSet,
      position,
      ...value,
    })),
  );
  await transaction.execute(sql`
    insert into result_values (id, set_id, position, analyte, comparator, value, unit, range)
    select x.id, x."idResultSet", x.position, x.analyte, x.comparator, x.value, x.unit, x.range
      from json_to_recordset(${asJson(values)})
           as x(id text, "idResultSet" text, position int, analyte text, comparator text, value numeric,
             unit text, range text)`);
}

/** The laboratory of an exam is that of its results. */
async function nameResultLaboratories(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`
    update result_sets set laboratory_id = exams.laboratory_id
      from exams where exams.id = result_sets.exam_id`);
}
