import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { NODE, ROOT } from '../prepare.mjs';

const BIN = join(ROOT, 'node_modules', '.bin');

/** A PATH with the pinned Node first, then the tools of npm, then others. */
export const toolPath = (others) => [dirname(NODE), BIN, others].join(delimiter);

/** The environment of a tool. */
export function toolEnvironment(extra = {}) {
  const { FORCE_COLOR, NO_COLOR, ...inherited } = process.env;
  const environment = {
    ...inherited,
    PATH: toolPath(process.env.PATH ?? ''),
    ...extra,
  };
  // Node warns when both are set, so only one is passed on.
  if (NO_COLOR !== undefined) return { ...environment, NO_COLOR };
  if (FORCE_COLOR !== undefined) return { ...environment, FORCE_COLOR };
  return environment;
}

/**
 * Runs a tool of node_modules/.bin with the pinned Node.
 *
 * @param {string} tool
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, show?: boolean, within?: string[] }} [options]
 *   show: to the terminal as it comes; within: arguments of Node that run the tool as a command
 * @returns {Promise<{ code: number, stdout: string, output: string }>} output is both streams, or the errors
 *   alone when they were shown; code is 1 after a signal
 */
export function runTool(tool, args, { cwd = ROOT, env = {}, show = false, within = [] } = {}) {
  return new Promise((resolve, reject) => {
    const command = [join(BIN, tool), ...args];
    const child = spawn(NODE, within.length > 0 ? [...within, NODE, ...command] : command, {
      cwd,
      env: toolEnvironment(env),
      stdio: show ? ['inherit', 'inherit', 'pipe'] : ['ignore', 'pipe', 'pipe'],
    });
    const stdout = [];
    const both = [];
    child.stdout?.on('data', (chunk) => {
      stdout.push(chunk);
      both.push(chunk);
    });
    child.stderr?.on('data', (chunk) => {
      both.push(chunk);
      if (show) process.stderr.write(chunk);
    });
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code: code ?? 1, stdout: toText(stdout), output: toText(both) }),
    );
  });
}

const toText = (chunks) => Buffer.concat(chunks).toString('utf8').trim();
