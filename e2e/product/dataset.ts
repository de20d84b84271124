import { loadDemo } from '@simiente/server/commands/serve/migrate';
import { importLegacyExport } from '@simiente/server/modules/import/import-export';
import { memorySource } from '@simiente/server/modules/import/reading/source';
import { SYSTEM_ACT } from '@simiente/server/platform/act';
import type { Database } from '@simiente/server/platform/database/database';
import { hashToken } from '@simiente/server/platform/identity/sessions/session-token';
import type { FileStore } from '@simiente/server/platform/storage/storage';
import { partners } from '@simiente/server/schema/partners';
import { laboratoryTokens } from '@simiente/server/schema/results';
import { fillWithMarkup } from '@simiente/server/testing/markup';
import { addReceivedResult } from '@simiente/server/testing/records';
import type { Dataset } from './protocol.ts';

/** Fills a product's empty database with the calls that its users make. */
export async function loadDataset(
  { db, store }: { db: Database; store: FileStore },
  dataset: Dataset,
): Promise<void> {
  switch (dataset.kind) {
    case 'empty':
      return;
    case 'demo':
      await loadDemo({ db, store, patients: dataset.patients, now: new Date() });
      return;
    case 'hostile':
      await loadDemo({ db, store, patients: dataset.patients, now: new Date() });
      await receiveOne(db);
      await fillWithMarkup(db);
      return;
    case 'export':
      await importLegacyExport({
        db,
        source: memorySource({ ...dataset.records }),
        act: SYSTEM_ACT,
      });
      for (const { laboratoryId, ...row } of dataset.received ?? []) {
        await addReceivedResult(db, laboratoryId, row);
      }
      for (const [laboratoryId, token] of Object.entries(dataset.laboratoryTokens ?? {})) {
        await db.insert(laboratoryTokens).values({ laboratoryId, tokenHash: hashToken(token) });
      }
  }
}

/** Adds a result that waits for a patient, which the demo data lack. */
async function receiveOne(db: Database): Promise<void> {
  const [laboratory] = await db.select({ id: partners.id }).from(partners).limit(1);
  if (laboratory) await addReceivedResult(db, laboratory.id);
}
