import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pino } from 'pino';
import { type Installation, openMigrated } from '../../bootstrap.ts';
import { type Config, readConfig } from '../../config.ts';
import { type DemoTarget, hasRecords } from '../../modules/import/demo/demo-mark.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { entryPoint } from '../../platform/entry-points.ts';

/** `migrate`: updates the database's schema as its owner, and loads demo data in a demo. */
export async function migrateOnce(): Promise<void> {
  // Ends with the process that started it.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  // The role `server` waits until an external database answers.
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
 * @returns the exit code; the process prints the reason of a failure
 */
export async function migrateInChildProcess(): Promise<number> {
  const child = fork(entryPoint('cli'), ['migrate']);
  const [status] = await once(child, 'exit');
  return status ?? 1;
}

/**
 * Removes the owner's URL from the environment, and restarts this process, because its memory and
 * `/proc/self/environ` keep the URL. Does not restart without `execve` or below a parent process, which has the URL too.
 */
export function forgetOwnerUrl(): void {
  delete process.env.DATABASE_OWNER_URL;
  delete process.env.DATABASE_OWNER_URL_FILE;
  if (process.channel) return;
  const { execArgv, execPath, argv } = process;
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)]);
}

/** Loads the demo through a separate pool, because this takes longer than the application's query timeout. */
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
    const loaded = await loadDemo({ db, store, patients, now: new Date() });
    if (loaded > 0) console.log(`Se cargaron ${loaded} pacientes de demostración.`);
  } finally {
    await close();
  }
}

/**
 * Imports invented records into a database that never had a record, and marks it as a demo. The builders are loaded
 * only when needed, because every start of a demo calls this.
 * @returns the number of loaded patients
 */
export async function loadDemo(target: DemoTarget): Promise<number> {
  if (await target.db.transaction(hasRecords)) return 0;
  const { writeDemo } = await import('../../modules/import/demo/write-demo.ts');
  return (await writeDemo(target)) ? target.patients : 0;
}
