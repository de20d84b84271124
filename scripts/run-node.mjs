import { spawn } from 'node:child_process';
import { NODE } from './prepare.mjs';

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program with the pinned Node and exits like it. A stop signal is passed on once: Ctrl-C reaches the program
 * directly too, and npm repeats it. The IPC channel closes when this process is killed, and the program stops.
 * @param {string[]} args of Node
 * @param {import('node:child_process').SpawnOptions} options
 */
export function runNode(args, options = {}) {
  const program = spawn(NODE, args, {
    ...options,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  let isStopping = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!isStopping) program.kill(signal);
      isStopping = true;
    });
  }
  program.on('error', (error) => {
    console.error(`It could not start: ${error.message}`);
    process.exitCode = 1;
  });
  program.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
