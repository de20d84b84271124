import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import type { Job } from '../../../platform/jobs/job-state.ts';
import type { FileStore } from '../../../platform/storage/storage.ts';
import { writeSegment } from './archive-audit.ts';
import type { Checkpoint, SealKeys } from './link.ts';
import { readArchived } from './verify.ts';

/** The key in `installation` of the last copied seal. */
const COPIED = 'audit.copied';
/** Seals in one object. */
const MAX_SEALS = 20_000;

interface CopyParts {
  readonly pool: Pool;
  readonly keys: SealKeys;
  /** The other store. Its administrators must not be those of the database. */
  readonly openStore: () => Promise<Pick<FileStore, 'putFile'>>;
  /** Temporary folder for the object being uploaded. */
  readonly scratchFolder: string;
}

/**
 * Copies new sealed rows to another store each minute, as an object that the job never changes or removes. `audit
 * verify --archives` compares such a copy with the database. A damaged row stops the job.
 */
export function auditCopy({ pool, keys, openStore, scratchFolder }: CopyParts): Job {
  return {
    name: 'audit.copy',
    schedule: { everyMinutes: 1 },
    run: async (signal) => {
      let copied = 0;
      const store = await openStore();
      const client = await pool.connect();
      try {
        while (!signal.aborted) {
          const { rows } = await client.query<{ value: Checkpoint }>(
            'select value from installation where key = $1',
            [COPIED],
          );
          const earlier = rows[0]?.value ?? (await readArchived(client));
          const from = (earlier?.seq ?? 0) + 1;
          const { rows: ends } = await client.query<{ to: number | null }>(
            `select max(seq)::float8 as "to" from audit_seals where mac is not null and seq >= $1 and seq < $2`,
            [from, from + MAX_SEALS],
          );
          const to = ends[0]?.to ?? null;
          if (to === null) break;
          const segment = { folder: scratchFolder, earlier, to };
          const { file, head } = await writeSegment(client, keys, segment);
          await store.putFile(path.basename(file), file);
          await rm(file);
          await client.query(
            `insert into installation (key, value) values ($1, $2)
             on conflict (key) do update set value = excluded.value`,
            [COPIED, JSON.stringify(head)],
          );
          copied += to - from + 1;
        }
      } finally {
        client.release();
      }
      return { copied };
    },
  };
}
