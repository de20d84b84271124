import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { NODE, ROOT } from './prepare.mjs';

const BIN = join(ROOT, 'node_modules', '.bin');

/** A PATH with the pinned Node first, then node_modules/.bin, then others. */
export const toolPath = (others = '') => [dirname(NODE), BIN, others].join(delimiter);

/**
 * Runs a tool of node_modules/.bin with the pinned Node, and stops it with this process.
 * @param {string} tool
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, isShown?: boolean, cwd?: string, wrapper?: string[] }} [options]
 *   isShown: the output goes to the terminal; wrapper: arguments of Node for a program that runs the tool
 * @returns {Promise<{ code: number, output: string }>} code is 1 after a signal
 */
export function runTool(tool, args, { env, isShown = false, cwd = ROOT, wrapper = [] } = {}) {
  const command = [join(BIN, tool), ...args];
  const child = spawn(NODE, wrapper.length > 0 ? [...wrapper, NODE, ...command] : command, {
    cwd,
    env: { ...process.env, PATH: toolPath(process.env.PATH), ...env },
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => child.kill('SIGTERM');
  process.once('exit', stop);
  const chunks = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => chunks.push(data));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', stop);
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8').trim() });
    });
  });
}
