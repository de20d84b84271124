import { execFile } from 'node:child_process';
import pLimit from 'p-limit';
import { entryPoint } from '../entry-points.ts';
import { Problem } from '../problem.ts';
import { readTail } from './file-kind.ts';
import { ACTIVE, ENCRYPTED } from './pdf-verdicts.ts';

type PdfVerdict = 'readable' | 'encrypted' | 'active' | 'broken';

/** By the exit code of the reader process. */
const VERDICTS: ReadonlyMap<number, PdfVerdict> = new Map([
  [ENCRYPTED, 'encrypted'],
  [ACTIVE, 'active'],
]);

const READER = entryPoint('platform/uploads/pdf-reader');

/** Milliseconds. A PDF that takes longer to open is made to be slow. */
const LONGEST_CHECK = 20_000;
/** Megabytes of heap for opening a PDF. */
const LARGEST_HEAP = 256;
/**
 * Runs the rest of the command with at most 1 GB of memory in all: unpacked streams are outside the
 * heap, and a small file may unpack to any size. Systems without this limit have only the one of time.
 */
const BOUNDED = 'ulimit -d 1048576 2>/dev/null; exec "$0" "$@"';
/** PDFs that one process opens at the same time; each may take as much memory as the heap above. */
const limit = pLimit(2);
/** Bytes at the end within which readers look for the end mark. */
const TAIL = 1024;

/**
 * Opens a PDF as a reader would, in a separate process with limits.
 * @throws Problem FILE_TRUNCATED, FILE_ENCRYPTED, FILE_ACTIVE, FILE_UNREADABLE
 */
export async function checkPdf(path: string): Promise<void> {
  await checkEnd(path);
  const verdict = await limit(() => openInProcess(path));
  if (verdict === 'encrypted') throw new Problem('FILE_ENCRYPTED');
  if (verdict === 'active') throw new Problem('FILE_ACTIVE');
  if (verdict === 'broken') throw new Problem('FILE_UNREADABLE');
}

/** A cut PDF lacks its end mark; anything after the mark is not part of the PDF. */
async function checkEnd(path: string): Promise<void> {
  const tail = (await readTail(path, TAIL)).toString('latin1');
  const mark = tail.lastIndexOf('%%EOF');
  if (mark === -1) throw new Problem('FILE_TRUNCATED');
  if (/[^\s\0]/.test(tail.slice(mark + '%%EOF'.length))) throw new Problem('FILE_UNREADABLE');
}

function openInProcess(file: string): Promise<PdfVerdict> {
  const reader = [process.execPath, `--max-old-space-size=${LARGEST_HEAP}`, READER, file];
  const options = { env: {}, timeout: LONGEST_CHECK, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve) => {
    // A file that crashes this reader would also crash those of users.
    execFile('/bin/sh', ['-c', BOUNDED, ...reader], options, (error) => {
      if (!error) resolve('readable');
      else resolve(VERDICTS.get(Number(error.code)) ?? 'broken');
    });
  });
}
