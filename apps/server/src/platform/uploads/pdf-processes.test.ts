import { type ChildProcess, execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makePdf } from '../../testing/uploads.ts';
import { readPdf } from './pdf-processes.ts';

let folder = '';
let harmless = '';
let active = '';
/** Processes that were started, in their order. */
let started: ChildProcess[] = [];
const note = (message: unknown) => started.push((message as { process: ChildProcess }).process);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'simiente-pdf-'));
  harmless = path.join(folder, 'harmless.pdf');
  active = path.join(folder, 'active.pdf');
  await writeFile(harmless, makePdf('Resultado'));
  await writeFile(active, makePdf('x', '/OpenAction << /S /JavaScript /JS (1) >>'));
});

beforeEach(() => subscribe('child_process', note));

afterEach(async () => {
  unsubscribe('child_process', note);
  await Promise.all(started.map(end));
  started = [];
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => (exitCode ?? signalCode) !== null;

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('one process opens harmless PDFs one after another, and at most two at once', async () => {
  for (let time = 0; time < 3; time += 1) expect(await readPdf(harmless)).toBe('readable');
  expect(started).toHaveLength(1);
  await Promise.all(Array.from({ length: 6 }, () => readPdf(harmless)));
  expect(started).toHaveLength(2);
});

test('T-K7: a PDF is refused by a process of its own, which no other PDF gets', async () => {
  await readPdf(harmless);
  expect(await readPdf(active)).toBe('active');
  expect(started).toHaveLength(2);
  expect(await readPdf(harmless)).toBe('readable');
  expect(started).toHaveLength(3);
  await vi.waitFor(() => expect(started.map(hasEnded)).toEqual([true, true, false]));
});

test('a process that dies idle, or with a PDF after others, harms no PDF', async () => {
  await readPdf(harmless);
  const idle = started.at(-1);
  if (idle) await end(idle);
  expect(await readPdf(harmless)).toBe('readable');
  const read = readPdf(harmless);
  started.at(-1)?.kill('SIGKILL');
  expect(await read).toBe('readable');
  expect(started).toHaveLength(3);
});

test('a PDF with which a new process dies is broken', async () => {
  const read = readPdf(harmless);
  await vi.waitFor(() => expect(started).toHaveLength(1));
  started[0]?.kill('SIGKILL');
  expect(await read).toBe('broken');
});

test('a process ends with its parent', async () => {
  const program = `
    import { subscribe } from 'node:diagnostics_channel';
    import { readPdf } from ${JSON.stringify(new URL('./pdf-processes.ts', import.meta.url).href)};
    subscribe('child_process', ({ process }) => process.once('spawn', () => console.log(process.pid)));
    await readPdf(${JSON.stringify(harmless)});`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    program,
  ]);
  const pid = Number(stdout);
  expect(pid).toBeGreaterThan(1);
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 60_000 });
});
