import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from '../config.ts';
import { holdsDemo } from '../modules/import/demo-mark.ts';
import type { Database } from '../platform/database/database.ts';
import { entryPoint } from '../platform/entry-points.ts';
import type { Job } from '../platform/jobs/job.ts';
import { StartupError } from '../platform/startup-error.ts';

/** Its name among the jobs. */
export const DAILY_BACKUP = 'daily-backup';

/** What the process that makes a backup tells the one that asked for it, before it fails. */
export interface FailureReport {
  readonly code: string;
}

/**
 * One backup a day, made by a process of its own: encrypting takes a second in which nothing else
 * runs and a quarter of a gigabyte, and whatever becomes of it, people go on working. Demo data is
 * worth none.
 */
export function dailyBackup(
  config: Pick<Config, 'clinicTimeZone'>,
  db: Database,
  environment: NodeJS.ProcessEnv = process.env,
): Job {
  return {
    name: DAILY_BACKUP,
    schedule: { dailyAt: '03:00', timeZone: config.clinicTimeZone },
    run: async (signal) => {
      if (await holdsDemo(db)) return { demo: true };
      await runCommand(['backup', '--daily'], environment, signal);
      return undefined;
    },
  };
}

/** @throws StartupError with the code that the command failed with */
async function runCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const child = fork(entryPoint('cli'), args, {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let code = 'backup-failed';
  child.on('message', (report: FailureReport) => {
    code = report.code;
  });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  try {
    const [status] = await once(child, 'exit');
    signal.throwIfAborted();
    // With files missing it is whole as far as it can be, and said so.
    if (status !== 0 && status !== 2) throw new StartupError(code, 'The daily backup failed');
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
