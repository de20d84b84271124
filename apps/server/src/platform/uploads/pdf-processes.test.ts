import { type ChildProcess, execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { makePdf } from '../../testing/files/uploads.ts';
import { PATIENTLY } from '../../testing/patience.ts';
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
  await vi.waitFor(() => expect(started.map(hasEnded)).toEqual([true, true, false]), PATIENTLY);
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
  const killAtOnce = (message: unknown) => {
    const { process } = message as { process: ChildProcess };
    process.once('spawn', () => process.kill('SIGKILL'));
  };
  subscribe('child_process', killAtOnce);
  onTestFinished(() => void unsubscribe('child_process', killAtOnce));
  expect(await readPdf(harmless)).toBe('broken');
  expect(started).toHaveLength(1);
});

describe('T-K7: one limit of time', () => {
  const TOO_LONG = 3_600_000;

  /** Each page is looked for from the first one on. */
  async function slowPdf(): Promise<string> {
    const page = '<< /Type /Page /Parent 5 0 R /MediaBox [0 0 9 9] >>';
    const pages = Array.from({ length: 10_000 }, () => page);
    const kids = pages.map((_, index) => `${index + 6} 0 R`).join(' ');
    const tree = `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`;
    const pdf = makePdf('x', '', [tree, ...pages]).toString('latin1');
    const file = path.join(folder, 'slow.pdf');
    await writeFile(file, pdf.replace('/Pages 2 0 R', '/Pages 5 0 R'), 'latin1');
    return file;
  }

  test('a slow PDF has a short time in a used process, and the rest in one of its own', async () => {
    const slow = await slowPdf();
    await readPdf(harmless);
    const before = performance.now();
    expect(await readPdf(slow, { reused: 50, fresh: 300 })).toBe('broken');
    expect(performance.now() - before).toBeGreaterThanOrEqual(349);
    expect(started).toHaveLength(2);
    await vi.waitFor(() => expect(started.map(hasEnded)).toEqual([true, true]), PATIENTLY);
  });

  test('a used process that does not answer refuses nobody, and is waited for less', async () => {
    await readPdf(harmless);
    started[0]?.kill('SIGSTOP');
    expect(await readPdf(harmless, { reused: 50, fresh: TOO_LONG })).toBe('readable');
    expect(started).toHaveLength(2);
    await vi.waitFor(() => expect(started.map(hasEnded)).toEqual([true, false]), PATIENTLY);
  });
});

test('a file that cannot be read is our fault, and not a broken PDF', async () => {
  await expect(readPdf(path.join(folder, 'none.pdf'))).rejects.toThrow('ENOENT');
  expect(await readPdf(harmless)).toBe('readable');
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
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), PATIENTLY);
});
