import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import type { Socket } from 'node:net';
import path from 'node:path';
import pLimit from 'p-limit';
import { entryPoint, SERVER_FOLDER } from '../entry-points.ts';
import type { PdfVerdict } from './pdf-reader.ts';

const READER = entryPoint('platform/uploads/pdf-reader');
/** The code of the reader: the built one, or its sources and the package that they import. */
const CODE = READER.endsWith('.js')
  ? [path.join(SERVER_FOLDER, 'dist')]
  : [path.dirname(READER), path.dirname(findPackageJSON('unpdf', import.meta.url) ?? '')];
/**
 * The process reads its own code and nothing else, writes no file, and starts no process, thread or
 * native code; a text never becomes code (docs/adr/0070-permissions-of-the-pdf-process.md).
 */
const PERMISSIONS = [
  '--permission',
  ...CODE.map((folder) => `--allow-fs-read=${folder}`),
  '--disallow-code-generation-from-strings',
];

/**
 * Time limits in milliseconds: in a reused process, and then in a new one. A PDF slower than the second is treated
 * as hostile. The second does not depend on the first, so that a process slowed by other PDFs never causes a refusal.
 */
const TIME_LIMITS = { reused: 2_000, fresh: 18_000 };
/** Milliseconds without a PDF, after which a process ends. */
const LONGEST_IDLE = 10_000;
/** PDFs that one process opens before another takes its place. */
const MOST_PDFS = 50;
/** Megabytes of heap for opening a PDF. */
const LARGEST_HEAP = 256;
/**
 * Runs the rest of the command with at most 1 GB of memory in all: unpacked streams are outside the
 * heap, and a small file may unpack to any size. Systems without this limit have only the one of time.
 */
const BOUNDED = 'ulimit -d 1048576 2>/dev/null; exec "$0" "$@"';
/** PDFs that are opened at the same time; each may take as much memory as the heap above. */
const limit = pLimit(2);

/** Processes that have opened only PDFs that are harmless. */
const idle: PdfProcess[] = [];

/**
 * Opens a PDF in another process. Starting one costs twenty times what opening a usual PDF does, so it
 * is used again, but only after harmless PDFs; and a used one can accept a PDF, not refuse it, so that
 * no PDF is refused for what another left behind (docs/adr/0043-pdf-check.md).
 */
export function readPdf(file: string, limits = TIME_LIMITS): Promise<PdfVerdict> {
  return limit(async () => {
    const verdict = await idle.pop()?.read(file, limits.reused);
    return verdict === 'readable' ? verdict : await new PdfProcess().read(file, limits.fresh);
  });
}

class PdfProcess {
  readonly #child: ChildProcess;
  readonly #input: Socket;
  #left = MOST_PDFS;
  #end: NodeJS.Timeout | undefined;

  constructor() {
    const heap = `--max-old-space-size=${LARGEST_HEAP}`;
    const reader = [process.execPath, ...PERMISSIONS, heap, READER];
    this.#child = spawn('/bin/sh', ['-c', BOUNDED, ...reader], {
      env: {},
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    this.#input = this.#child.stdin as Socket;
    // An idle process must not keep the server alive. It ends when its channels close.
    this.#child.unref();
    this.#child.channel?.unref();
    this.#input.unref();
    this.#child.once('exit', () => this.#forget());
    this.#child.on('error', () => this.#forget());
    // Writing to a process that ended fails here; its 'exit' event handles that.
    this.#input.on('error', () => {});
  }

  /**
   * 'broken' also when the process ends or takes too long: such a PDF would crash users' readers too.
   * @param longest milliseconds
   */
  async read(file: string, longest: number): Promise<PdfVerdict> {
    clearTimeout(this.#end);
    let verdict: PdfVerdict = 'broken';
    try {
      verdict = await this.#answer(file, longest);
    } finally {
      this.#left -= 1;
      if (verdict === 'readable' && this.#left > 0) this.#park();
      else this.#child.kill('SIGKILL');
    }
    return verdict;
  }

  /** Sends the file's size as a message, and its bytes: the process may not open it. */
  #answer(file: string, longest: number): Promise<PdfVerdict> {
    const { promise, resolve, reject } = Promise.withResolvers<PdfVerdict>();
    const fail = () => resolve('broken');
    const timer = setTimeout(fail, longest);
    this.#child.once('message', resolve).once('exit', fail).once('error', fail);
    const bytes = createReadStream(file).on('error', reject);
    stat(file).then(({ size }) => this.#child.send(size), reject);
    bytes.pipe(this.#input, { end: false });
    return promise.finally(() => {
      clearTimeout(timer);
      bytes.destroy();
      this.#child.off('message', resolve).off('exit', fail).off('error', fail);
    });
  }

  #park(): void {
    idle.push(this);
    this.#end = setTimeout(() => this.#child.kill('SIGKILL'), LONGEST_IDLE).unref();
  }

  #forget(): void {
    clearTimeout(this.#end);
    const index = idle.indexOf(this);
    if (index !== -1) idle.splice(index, 1);
  }
}
