import { spawn } from 'node:child_process';
import { NODE } from './prepare.mjs';

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program with the pinned Node, and exits with its code. Signals are passed on only once, because Ctrl-C also
 * reaches the program directly, and npm repeats it. With the IPC channel, the program stops if this process is killed.
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
