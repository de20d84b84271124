import { once } from 'node:events';
import { setImmediate as immediate } from 'node:timers/promises';
import { sumDays } from '@simiente/server/modules/record-counts/public';
import { CASING } from '@simiente/server/platform/database/database';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyLine } from './copy-text.ts';
import { tableRows } from './records.ts';
import type { Scale } from './scale.ts';
import { columnsByTable, type Table } from './tables.ts';

/** Characters buffered before they are sent. */
const BATCH = 24 * 1024 * 1024;

/** Generated rows between two yields to the event loop, which sends the previous batch. */
const YIELD_EVERY = 500;

/** Patients between two progress lines. */
const PROGRESS_EVERY = 50_000;

/** A trigger uses this index for each inserted order. */
const KEPT_INDEX = 'exam_order_downloads_order';

/** Referenced tables first. */
const ORDER = Object.keys({
  partners: 0,
  branches: 0,
  prospects: 0,
  patients: 0,
  doctors: 0,
  fertility_tests: 0,
  report_versions: 0,
  exams: 0,
  doctor_appointments: 0,
  recipe_appointments: 0,
  exam_orders: 0,
  exam_order_downloads: 0,
} satisfies Record<Table, 0>) as Table[];

type Batch = Map<Table, string[]>;

/**
 * Fills a migrated, empty database, with its triggers and constraints enabled. Other indexes are created
 * afterwards, in a fraction of the time. While PostgreSQL receives one batch, the next one is made.
 */
export async function loadDatabase(
  client: Client,
  scale: Scale,
  log: (line: string) => void,
): Promise<void> {
  const indexes = await dropPlainIndexes(client);
  // A crash only costs another run.
  await client.query('set synchronous_commit = off');
  let batch: Batch = new Map();
  let size = 0;
  let rowCount = 0;
  let histories = 0;
  let sending = Promise.resolve();
  for (const [table, row] of tableRows(scale)) {
    const line = copyLine(row);
    const lines = batch.get(table);
    if (lines) lines.push(line);
    else batch.set(table, [line]);
    size += line.length;
    rowCount += 1;
    if (table === 'fertility_tests') {
      histories += 1;
      if (histories % PROGRESS_EVERY === 0) log(`  ${histories} of ${scale.patients} histories`);
    }
    if (rowCount % YIELD_EVERY === 0) await immediate();
    if (size < BATCH) continue;
    await sending;
    sending = send(client, batch);
    // Awaited later; until then its rejection must not be unhandled.
    sending.catch(() => {});
    batch = new Map();
    size = 0;
  }
  await sending;
  await send(client, batch);
  log('  indexes and statistics');
  await client.query(`set maintenance_work_mem = '512MB'`);
  for (const index of indexes) await client.query(index);
  // As the job of each minute leaves them; a count for each copied batch would make the dashboard slower than it is.
  await sumDays(drizzle({ client, ...CASING }));
  await client.query('vacuum (analyze)');
}

async function send(client: Client, batch: Batch): Promise<void> {
  for (const table of ORDER) {
    const lines = batch.get(table);
    if (lines) await copy(client, table, lines);
  }
}

async function copy(client: Client, table: Table, lines: readonly string[]): Promise<void> {
  const stream = client.query(copyFrom(`copy ${table} (${columnsByTable[table]}) from stdin`));
  const done = once(stream, 'finish');
  stream.end(lines.join(''));
  await done;
}

/** @returns the statements that create them again */
async function dropPlainIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace and not indisunique and not indisexclusion
        and relname <> $1
      order by 1`,
    [KEPT_INDEX],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}
