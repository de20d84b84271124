import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled, NODE, ROOT, SERVE } from './prepare.mjs';

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs the server and exits as it does. A stop signal is passed on once: Ctrl-C reaches the server
 * directly too, and npm repeats it. The IPC channel tells the server when this process is killed.
 */
function serve() {
  const production = process.env.NODE_ENV === 'production';
  const server = spawn(NODE, SERVE, {
    cwd: ROOT,
    env: production ? process.env : { DEMO: '1', ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  let stopping = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!stopping) server.kill(signal);
      stopping = true;
    });
  }
  server.on('error', (error) => fail(new Error(`It could not start: ${error.message}`)));
  server.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

function fail(error) {
  console.error(error.message);
  process.exitCode = 1;
}

try {
  await ensureInstalled();
  await ensureBuilt();
  serve();
} catch (error) {
  fail(error);
}
