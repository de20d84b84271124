import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from '../../config.ts';
import { hasDemoData } from '../../modules/import/demo/demo-mark.ts';
import type { Database } from '../../platform/database/database.ts';
import { entryPoint } from '../../platform/entry-points.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { StartupError } from '../../platform/system-errors.ts';

export const DAILY_BACKUP = 'daily-backup';

/** Message of a failed backup process to its parent. */
export interface FailureReport {
  readonly code: string;
}

/**
 * Makes a backup every day. Encryption blocks for a second and takes 256 MB, and a failure must not affect the server,
 * so it runs in a separate process. Demo data are not backed up.
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
      if (await hasDemoData(db)) return { demo: true };
      await runCommand(['backup', '--daily'], environment, signal);
      return undefined;
    },
  };
}

/**
 * Runs a backup command of this program in a separate process.
 * @throws StartupError with the code that the command reported; `backup-failed` without a report
 */
export async function runCommand(
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
    // 2 means that the backup is complete, and reported files that the installation lacks.
    if (status !== 0 && status !== 2) throw new StartupError(code, 'The backup command failed');
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
