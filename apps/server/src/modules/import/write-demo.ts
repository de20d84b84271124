import { buildExport } from '@simiente/builders/export';
import { createContext } from '@simiente/builders/random';
import { sql } from 'drizzle-orm';
import { SYSTEM_ACT } from '../../platform/http/context.ts';
import { auditImport } from './audit-import.ts';
import { checkExport } from './check-export.ts';
import { linkExamFiles, removeStored, storeExamFiles } from './demo-files.ts';
import { nameLaboratories } from './demo-laboratories.ts';
import { completePartners, storeLogos } from './demo-logos.ts';
import { markDemo } from './demo-mark.ts';
import { writeDemoOrders } from './demo-orders.ts';
import { type DemoTarget, holdsRecords } from './demo-target.ts';
import { awaitImportLock } from './import-lock.ts';
import { reportOf } from './import-report.ts';
import { memorySource } from './source.ts';
import { writeExport } from './write-export.ts';

const SEED = 'simiente';

/** Writes the demonstration, unless another process was faster. @returns whether it was written */
export async function writeDemo({ db, store, patients, now }: DemoTarget): Promise<boolean> {
  const options = { seed: SEED, now, patients };
  const whole = buildExport(options);
  const checked = await checkExport(memorySource({ ...whole }), () => {});
  const context = createContext(options);
  const stored = await storeExamFiles(whole, context, store);
  const logos = await storeLogos(whole, store);
  let written = false;
  try {
    written = await db.transaction(async (transaction) => {
      // Whoever asked for many waits for them, and for another process that is at it.
      await transaction.execute(sql`set local statement_timeout = 0`);
      await awaitImportLock(transaction);
      if (await holdsRecords(transaction)) return false;
      const log = await writeExport(transaction, checked, () => {});
      await linkExamFiles(transaction, stored);
      await completePartners(transaction, whole, logos);
      await nameLaboratories(transaction);
      await writeDemoOrders(transaction, whole, context);
      await markDemo(transaction);
      await auditImport(transaction, SYSTEM_ACT, reportOf(checked.log, log, null));
      return true;
    });
  } finally {
    if (!written) await removeStored([...stored, ...logos], store);
  }
  return written;
}
