import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Attempts that must fail in the process that reads a table, whatever code runs in it. */
const attempts = {
  'reads a file of the system': () => readFileSync('/etc/passwd'),
  'lists the root': () => readdirSync('/'),
  'reads its environment as a file': () => readFileSync('/proc/self/environ'),
  'writes a file': () => writeFileSync('/tmp/simiente-forbidden', ''),
  'starts a process': () => {
    const { error } = spawnSync('/bin/true');
    if (error) throw error;
  },
  'starts a thread': () => new Worker('', { eval: true }),
  'loads native code': () => process.dlopen({ exports: {} }, '/lib/none.node'),
  'runs a text as code': () => new Function('return 1')(),
};

// Runs as a program in place of the reader, with the same command; the outcome is 'done', an error's code, or
// its name.
const outcomes = Object.entries(attempts).map(([label, attempt]) => {
  try {
    attempt();
    return [label, 'done'];
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return [label, code ?? name];
  }
});
console.log(JSON.stringify(Object.fromEntries(outcomes)));
