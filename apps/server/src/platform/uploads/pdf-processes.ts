import { type ChildProcess, spawn } from 'node:child_process';
import pLimit from 'p-limit';
import { entryPoint } from '../entry-points.ts';
import type { PdfVerdict } from './pdf-reader.ts';

const READER = entryPoint('platform/uploads/pdf-reader');

/** Milliseconds. A PDF that takes longer to open is made to be slow. */
const LONGEST_CHECK = 20_000;
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
export function readPdf(file: string): Promise<PdfVerdict> {
  return limit(async () => {
    const used = await idle.pop()?.read(file);
    return used === 'readable' ? used : await new PdfProcess().read(file);
  });
}

class PdfProcess {
  readonly #child: ChildProcess;
  #left = MOST_PDFS;
  #end: NodeJS.Timeout | undefined;

  constructor() {
    const reader = [process.execPath, `--max-old-space-size=${LARGEST_HEAP}`, READER];
    this.#child = spawn('/bin/sh', ['-c', BOUNDED, ...reader], {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Neither an idle process nor its channel keeps the server from ending; without the channel it ends.
    this.#child.unref();
    this.#child.channel?.unref();
    this.#child.once('exit', () => this.#leave());
    this.#child.on('error', () => this.#leave());
  }

  /** 'broken' also when the process ends or takes too long: such a PDF would crash users' readers too. */
  async read(file: string): Promise<PdfVerdict> {
    clearTimeout(this.#end);
    const verdict = await this.#answer(file);
    this.#left -= 1;
    if (verdict === 'readable' && this.#left > 0) this.#wait();
    else this.#child.kill('SIGKILL');
    return verdict;
  }

  #answer(file: string): Promise<PdfVerdict> {
    const { promise, resolve } = Promise.withResolvers<PdfVerdict>();
    const fail = () => resolve('broken');
    const timer = setTimeout(fail, LONGEST_CHECK);
    this.#child.once('message', resolve).once('exit', fail).once('error', fail);
    this.#child.send(file);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#child.off('message', resolve).off('exit', fail).off('error', fail);
    });
  }

  #wait(): void {
    idle.push(this);
    this.#end = setTimeout(() => this.#child.kill('SIGKILL'), LONGEST_IDLE).unref();
  }

  #leave(): void {
    clearTimeout(this.#end);
    const place = idle.indexOf(this);
    if (place !== -1) idle.splice(place, 1);
  }
}
