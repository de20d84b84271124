import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const MODULE = fileURLToPath(new URL('./end-processes.mjs', import.meta.url));

/**
 * Reports that it runs; as 'parent' it starts another in a process group of its own; 'deaf' it ignores
 * SIGTERM.
 */
const CHILD = `
  if (process.argv.includes('deaf')) process.on('SIGTERM', () => {});
  const { spawn } = require('node:child_process');
  if (process.argv.includes('parent')) {
    const args = process.argv.slice(1).filter((word) => word !== 'parent');
    spawn(process.execPath, ['-e', process.env.CHILD, ...args], { detached: true, stdio: 'inherit' });
  }
  console.log('pid', process.pid);
  setInterval(() => {}, 1000);
`;

/** Runs as \`npm test\` does: it starts a tool, and ends all on a signal. */
const RUNNER = `
  import { spawn } from 'node:child_process';
  import { endDescendantsOnSignals } from ${JSON.stringify(MODULE)};
  endDescendantsOnSignals();
  spawn(process.execPath, ['-e', process.env.CHILD, 'parent', ...process.argv.slice(1)], { stdio: 'inherit' });
`;

const runners = [];

/** Starts a runner, and resolves once both of its processes run. */
async function startRunner(...words) {
  const runner = spawn(process.execPath, ['--input-type=module', '-e', RUNNER, '--', ...words], {
    env: { ...process.env, CHILD },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  runners.push(runner);
  let printed = '';
  await new Promise((resolve, reject) => {
    runner.once('exit', () => reject(new Error(`the runner ended: ${printed}`)));
    runner.stdout.on('data', (chunk) => {
      printed += chunk;
      if (printed.match(/pid \d+/g)?.length === 2) resolve();
    });
  });
  return runner;
}

afterEach(() => {
  for (const runner of runners.splice(0)) runner.kill('SIGKILL');
});

/**
 * Resolves once the runner and both of its processes have ended: all of them hold its output open.
 */
const untilAllEnded = (runner) => once(runner, 'close');

describe('a signal to the test run', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ])(
    '%s ends the tools and the servers that they started in groups of their own',
    async (signal, code) => {
      const runner = await startRunner();
      runner.kill(signal);
      expect(await untilAllEnded(runner)).toEqual([code, null]);
    },
  );

  it('kills a process that ignores SIGTERM after the grace period', async () => {
    const runner = await startRunner('deaf');
    runner.kill('SIGTERM');
    expect(await untilAllEnded(runner)).toEqual([143, null]);
  });
});
