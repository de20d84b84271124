import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ensureBuilt, ensureInstalled, NODE, ROOT, runProgram } from './prepare.mjs';

/** Runs the server, which is restarted on every change, and Vite. Both end together. */
function develop() {
  const web = join(ROOT, 'apps', 'web');
  const vite = dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json'));
  const env = { DEMO: '1', ...process.env };
  const server = ['--watch', '--watch-preserve-output', 'apps/server/src/cli.ts', 'serve'];
  const children = [
    spawn(NODE, server, { cwd: ROOT, env, stdio: 'inherit' }),
    spawn(NODE, [join(vite, 'bin', 'vite.js')], { cwd: web, stdio: 'inherit' }),
  ];
  let stopping = false;
  const stop = (signal) => {
    if (stopping) return;
    stopping = true;
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  for (const child of children) {
    child.on('error', (error) => console.error(error.message));
    child.on('exit', (code) => {
      process.exitCode ||= stopping ? 0 : (code ?? 1);
      stop('SIGTERM');
    });
  }
}

await runProgram(async () => {
  await ensureInstalled();
  // The server serves the last build of the web. The current sources are at Vite's address.
  await ensureBuilt(['web']);
  develop();
});
