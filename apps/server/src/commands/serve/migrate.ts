import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pino } from 'pino';
import { type Installation, openMigrated } from '../../bootstrap.ts';
import { type Config, readConfig } from '../../config.ts';
import { type DemoTarget, holdsRecords } from '../../modules/import/demo/demo-mark.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { entryPoint } from '../../platform/entry-points.ts';

/** `migrate`: brings the database up to date with the role of its owner, and fills a demo. */
export async function migrateOnce(): Promise<void> {
  // A start that was stopped waits for no migration.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  // An external database is waited for, as at a start.
  const role = config.databaseUrl === null ? 'tool' : 'server';
  const { connections, store } = await openMigrated(config, role, log);
  try {
    if (config.demo) await fillWithDemo(config, { owner: connections.owner, store });
  } finally {
    await connections.close();
  }
}

/**
 * Migrates in a process of its own, so that the serving process never connects as the owner.
 * @returns its exit code; it has printed why it failed
 */
export async function migrateApart(): Promise<number> {
  const child = fork(entryPoint('cli'), ['migrate']);
  const [status] = await once(child, 'exit');
  return status ?? 1;
}

/**
 * Forgets the owner's address. The memory and `/proc/self/environ` go too, unless the system has no `execve` or a
 * starter is connected, whose own environment has the address anyway.
 */
export function restartWithoutOwner(): void {
  delete process.env.DATABASE_OWNER_URL;
  delete process.env.DATABASE_OWNER_URL_FILE;
  if (process.channel) return;
  const { execArgv, execPath, argv } = process;
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)]);
}

/** The demonstration takes longer to load than a query of the application may. */
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
 * Fills a database that never had a record with invented ones, through the import, and marks it; any
 * other is left unchanged. The builders are loaded only when needed, since every start calls this.
 * @returns how many patients were loaded
 */
export async function loadDemo(target: DemoTarget): Promise<{ readonly loaded: number }> {
  if (await target.db.transaction(holdsRecords)) return { loaded: 0 };
  const { writeDemo } = await import('../../modules/import/demo/write-demo.ts');
  return { loaded: (await writeDemo(target)) ? target.patients : 0 };
}
