import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { CLI } from '../../scripts/prepare.mjs';

/** A running command. */
const PROGRESS = /^\S+… /;

/** Runs one command of `simiente`, beside the server or without it, until it ends. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  /** Its output goes there instead of being read here; or to a closed pipe. */
  output?: number | 'unread',
): Promise<{ code: number | null; said: string; complaints: string[] }> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', typeof output === 'number' ? output : 'pipe', 'pipe'],
  });
  if (output === 'unread') child.stdout?.destroy();
  const [said, errors, [code]] = await Promise.all([
    output === undefined && child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ]);
  const complaints = errors.split('\n').filter((line) => line !== '' && !PROGRESS.test(line));
  return { code, said, complaints };
}
