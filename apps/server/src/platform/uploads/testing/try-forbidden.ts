import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:inspector';
import path from 'node:path';
import { WASI } from 'node:wasi';
import { Worker } from 'node:worker_threads';

/** What the process of a PDF must not be able to do, whatever code runs in it. */
const attempts = (data: string, ownCode: string) => ({
  'reads a file of the system': () => readFileSync('/etc/passwd'),
  'lists the root': () => readdirSync('/'),
  'reads a file of the data folder': () => readFileSync(path.join(data, 'secret')),
  'lists the data folder': () => readdirSync(data),
  'reads its environment as a file': () => readFileSync('/proc/self/environ'),
  'writes into the data folder': () => writeFileSync(path.join(data, 'new'), ''),
  'writes over its own code': () => writeFileSync(ownCode, '', { flag: 'a' }),
  'starts a process': () => {
    const { error } = spawnSync('/bin/true');
    if (error) throw error;
  },
  'starts a thread': () => new Worker('', { eval: true }),
  'loads native code': () => process.dlopen({ exports: {} }, '/lib/none.node'),
  'loads WASI': () => new WASI({ version: 'preview1' }),
  'opens the inspector': () => open(0),
  'runs a text as code': () => new Function('return 1')(),
});

/** How each attempt was refused: 'done', an error's code, or its name. */
function outcomes(data: string, ownCode: string): Record<string, string> {
  const tried = Object.entries(attempts(data, ownCode)).map(([what, attempt]) => {
    try {
      attempt();
      return [what, 'done'];
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException;
      return [what, code ?? name];
    }
  });
  return Object.fromEntries(tried);
}

// Run as a program in the place of the one that reads PDFs, by the same command.
process.once('message', ([data, ownCode]: [string, string]) =>
  process.send?.(outcomes(data, ownCode), () => process.disconnect()),
);
