import { buildExport } from '@simiente/builders/export';
import { createContext } from '@simiente/builders/random';
import { buildResultSets } from '@simiente/builders/results';
import { sql } from 'drizzle-orm';
import { SYSTEM_ACT } from '../../../platform/act.ts';
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
  writeConsents,
  writeDemoOrders,
} from './demo-extras.ts';
import { linkExamFiles, removeStored, storeExamFiles } from './demo-files.ts';
import { type DemoTarget, holdsRecords, markDemo } from './demo-mark.ts';
import { nameResultLaboratories, writeDemoResults } from './demo-results.ts';

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
