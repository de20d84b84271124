import { workerData } from 'node:worker_threads';
import { NO_REQUEST } from '../../../platform/act.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { importLegacyExport } from '../import-export.ts';

/** Imports a file in a worker thread, whose memory the test limits. */
const { connection, source } = workerData;
const { db, close } = openDatabase(connection, { warn: () => {} });
await importLegacyExport({
  source,
  db,
  act: { actor: { kind: 'operator', id: 'pruebas' }, origin: NO_REQUEST },
});
await close();
