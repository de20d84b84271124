import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { StartupError } from '../platform/system-errors.ts';
import { program } from '../program.ts';
import { temporaryFolder } from './backups/backups.ts';
import { createTestDatabase, type TestDatabase, toDatabaseUrl } from './database.ts';

/**
 * The command line in this process, on a separate installation for each test; `e2e/start` runs the commands as
 * processes.
 */
export function commandLine() {
  let folder: string;
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
    const { app, owner } = database;
    folder = await temporaryFolder();
    await mkdir(path.join(folder, 'data'));
    for (const [name, value] of Object.entries({
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: toDatabaseUrl({ owner: app }),
      DATABASE_OWNER_URL: toDatabaseUrl({ owner }),
      LOG_LEVEL: 'silent',
    })) {
      vi.stubEnv(name, value);
    }
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
  });

  /** Output of a command, or the error with which the program exits with 1. */
  async function run(...args: readonly string[]): Promise<{ output: string; isRejected: boolean }> {
    let output = '';
    const log = vi.spyOn(console, 'log').mockImplementation((line: unknown) => {
      output += `${line}\n`;
    });
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    try {
      await program.parseAsync(args, { from: 'user' });
      return { output: output.trim(), isRejected: false };
    } catch (cause) {
      if (!(cause instanceof StartupError)) throw cause;
      return { output: cause.message, isRejected: true };
    } finally {
      log.mockRestore();
      error.mockRestore();
    }
  }

  /** Runs a command with this text as its standard input. */
  async function runWith(input: string, ...args: readonly string[]) {
    const terminal = process.stdin;
    const spy = vi
      .spyOn(process, 'stdin', 'get')
      .mockReturnValue(Object.assign(Readable.from([input]), { fd: 0 }) as typeof terminal);
    return run(...args).finally(() => spy.mockRestore());
  }

  return { folder: () => folder, database: () => database, run, runWith };
}

/** Expected result of `run` for a completed command, and for a rejected one. */
export const success = (output: unknown) => ({ output, isRejected: false });
export const rejectedOutput = (output: unknown) => ({ output, isRejected: true });
export const containing = (text: string) => expect.stringContaining(text);
