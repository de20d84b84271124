import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pino } from 'pino';
import { type Installation, openMigrated } from '../../bootstrap.ts';
import { type Config, readConfig } from '../../config.ts';
import { type DemoTarget, holdsRecords } from '../../modules/import/demo/demo-mark.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { entryPoint } from '../../platform/entry-points.ts';

/** `migrate`: updates the database's schema with its owner's role, and fills a demo. */
export async function migrateOnce(): Promise<void> {
  // A start that was stopped must not wait for a migration.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  // As at a start, it waits for an external database.
  const role = config.databaseUrl === null ? 'tool' : 'server';
  const { connections, store } = await openMigrated(config, role, log);
  try {
    if (config.demo) await fillWithDemo(config, { owner: connections.owner, store });
  } finally {
    await connections.close();
  }
}

/**
 * Migrates in a separate process, so that the serving process never connects as the owner.
 * @returns its exit code; it has printed why it failed
 */
export async function migrateApart(): Promise<number> {
  const child = fork(entryPoint('cli'), ['migrate']);
  const [status] = await once(child, 'exit');
  return status ?? 1;
}

/**
 * Forgets the owner's address, also in memory and `/proc/self/environ`. That is impossible if the system has no
 * `execve`, and useless if a parent process is connected, because its environment has the address.
 */
export function restartWithoutOwner(): void {
  delete process.env.DATABASE_OWNER_URL;
  delete process.env.DATABASE_OWNER_URL_FILE;
  if (process.channel) return;
  const { execArgv, execPath, argv } = process;
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)]);
}

/** Loading the demo takes longer than the application's limit for a query. */
export async function fillWithDemo(
  config: Config,
  { owner, store }: Pick<Installation, 'owner' | 'store'>,
): Promise<void> {
  const { db, close } = openDatabase(
    { ...owner, query_timeout: 0 },
    pino({ level: config.logLevel }),
  );
  try {
    const patients = config.demoPatients;
    const { loaded } = await loadDemo({ db, store, patients, now: new Date() });
    if (loaded > 0) console.log(`Se cargaron ${loaded} pacientes de demostración.`);
  } finally {
    await close();
  }
}

/**
 * Fills a database that never had a record with invented ones, through the import, and marks it; any other
 * database stays unchanged. The builders are loaded only when needed, because every start calls this.
 * @returns how many patients were loaded
 */
export async function loadDemo(target: DemoTarget): Promise<{ readonly loaded: number }> {
  if (await target.db.transaction(holdsRecords)) return { loaded: 0 };
  const { writeDemo } = await import('../../modules/import/demo/write-demo.ts');
  return { loaded: (await writeDemo(target)) ? target.patients : 0 };
}
