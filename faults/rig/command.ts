import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { CLI } from '../../scripts/prepare.mjs';

/** The start of a line of progress. */
const PROGRESS = /^\S+… /;

/** Runs one command of `simiente`, beside the server or without it, until it ends. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  /** A file descriptor for the standard output, or a closed pipe; by default it is read and returned. */
  stdout?: number | 'unread',
): Promise<{ code: number | null; output: string; errorLines: string[] }> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', typeof stdout === 'number' ? stdout : 'pipe', 'pipe'],
  });
  if (stdout === 'unread') child.stdout?.destroy();
  const [output, errors, [code]] = await Promise.all([
    stdout === undefined && child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ]);
  const errorLines = errors.split('\n').filter((line) => line !== '' && !PROGRESS.test(line));
  return { code, output, errorLines };
}
