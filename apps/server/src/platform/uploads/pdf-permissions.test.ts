import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '../../testing/files/uploads.ts';

const PROCESSES = new URL('./pdf-processes.ts', import.meta.url).href;
const FORBIDDEN = fileURLToPath(new URL('./testing/try-forbidden.ts', import.meta.url));
const SECRET = 'postgres://app:jacaranda@db/simiente';

let data = '';
let pdf = '';

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'simiente-data-'));
  pdf = path.join(data, 'harmless.pdf');
  await writeFile(pdf, makePdf('Resultado'));
  await writeFile(path.join(data, 'secret'), SECRET);
});

afterAll(() => rm(data, { recursive: true, force: true }));

interface Reading {
  readonly verdict: string;
  readonly command: readonly string[];
  readonly environment: string;
}

/** Reads a PDF in a program with secrets in its environment; with the command of the process that did. */
async function readOne(programs: string): Promise<Reading> {
  const program = `
    import { subscribe } from 'node:diagnostics_channel';
    import { readFileSync } from 'node:fs';
    import { readPdf } from ${JSON.stringify(PROCESSES)};
    let child;
    subscribe('child_process', ({ process }) => { child = process; });
    const verdict = await readPdf(${JSON.stringify(pdf)});
    const isLinux = process.platform === 'linux';
    const environment = isLinux ? readFileSync('/proc/' + child.pid + '/environ', 'latin1') : '';
    console.log(JSON.stringify({ verdict, command: child.spawnargs, environment }));`;
  const env = { ...process.env, SIMIENTE_PROGRAMS: programs, DATABASE_URL: SECRET };
  const args = ['--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout);
}

/** Runs another program by the same command, and asks it to do what it should not be able to. */
async function tryForbidden(command: readonly string[]): Promise<Record<string, string>> {
  const [shell = '', ...args] = command;
  const child = spawn(shell, args.with(-1, FORBIDDEN), {
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  child.send([data, command.at(-1)]);
  const [outcomes] = await once(child, 'message');
  child.kill('SIGKILL');
  return outcomes;
}

describe.each(['built', 'sources'])(
  'T-K7: the process that reads a PDF, from the %s',
  (programs) => {
    test('reads no file but its own code, writes none, starts nothing and knows no secret', async () => {
      const { verdict, command, environment } = await readOne(programs);
      expect(verdict).toBe('readable');
      expect(command.at(-1)).toMatch(programs === 'built' ? /dist\/.*\.js$/ : /src\/.*\.ts$/);
      expect(environment).not.toContain('jacaranda');
      const code = await readFile(command.at(-1) ?? '');

      expect(await tryForbidden(command)).toEqual({
        'reads a file of the system': 'ERR_ACCESS_DENIED',
        'lists the root': 'ERR_ACCESS_DENIED',
        'reads a file of the data folder': 'ERR_ACCESS_DENIED',
        'lists the data folder': 'ERR_ACCESS_DENIED',
        'reads its environment as a file': 'ERR_ACCESS_DENIED',
        'writes into the data folder': 'ERR_ACCESS_DENIED',
        'writes over its own code': 'ERR_ACCESS_DENIED',
        'starts a process': 'ERR_ACCESS_DENIED',
        'starts a thread': 'ERR_ACCESS_DENIED',
        'loads native code': 'ERR_DLOPEN_DISABLED',
        'loads WASI': 'ERR_ACCESS_DENIED',
        'opens the inspector': 'ERR_ACCESS_DENIED',
        'runs a text as code': 'EvalError',
      });
      expect((await readdir(data)).toSorted()).toEqual(['harmless.pdf', 'secret']);
      expect(await readFile(command.at(-1) ?? '')).toEqual(code);
    });
  },
);
