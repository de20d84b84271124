import { execFile } from 'node:child_process';
import pLimit from 'p-limit';
import { entryPoint } from '../entry-points.ts';
import { Problem } from '../problem.ts';
import { readTail } from './file-kind.ts';
import { ACTIVE, ENCRYPTED } from './pdf-verdicts.ts';

type PdfVerdict = 'readable' | 'encrypted' | 'active' | 'broken';

/** By the exit code of the reader. */
const VERDICTS: ReadonlyMap<number, PdfVerdict> = new Map([
  [ENCRYPTED, 'encrypted'],
  [ACTIVE, 'active'],
]);

const READER = entryPoint('platform/uploads/pdf-reader');

/** Milliseconds. A PDF that takes longer to open is made to be slow. */
const LONGEST_CHECK = 20_000;
/** Megabytes of objects that opening a PDF may take. */
const LARGEST_HEAP = 256;
/**
 * Runs the rest of the command with at most 1 GB of memory in all: what a PDF unpacks to is no object,
 * and a small file may unpack to anything. A system that knows no such limit has only the time's.
 */
const BOUNDED = 'ulimit -d 1048576 2>/dev/null; exec "$0" "$@"';
/** PDFs that one process opens at the same time; each may take as much memory as the heap above. */
const takeTurns = pLimit(2);
/** Bytes at the end in which readers look for the end mark. */
const TAIL = 1024;

/**
 * Opens a PDF as a reader would, in a process of its own with limits of its own.
 * @throws Problem FILE_TRUNCATED, FILE_ENCRYPTED, FILE_ACTIVE, FILE_UNREADABLE
 */
export async function checkPdf(path: string): Promise<void> {
  await checkEnd(path);
  const verdict = await takeTurns(() => openApart(path));
  if (verdict === 'encrypted') throw new Problem('FILE_ENCRYPTED');
  if (verdict === 'active') throw new Problem('FILE_ACTIVE');
  if (verdict === 'broken') throw new Problem('FILE_UNREADABLE');
}

/** What was cut off lacks its end mark; what comes after it is not part of a PDF. */
async function checkEnd(path: string): Promise<void> {
  const tail = (await readTail(path, TAIL)).toString('latin1');
  const mark = tail.lastIndexOf('%%EOF');
  if (mark === -1) throw new Problem('FILE_TRUNCATED');
  if (/[^\s\0]/.test(tail.slice(mark + '%%EOF'.length))) throw new Problem('FILE_UNREADABLE');
}

function openApart(file: string): Promise<PdfVerdict> {
  const reader = [process.execPath, `--max-old-space-size=${LARGEST_HEAP}`, READER, file];
  const options = { env: {}, timeout: LONGEST_CHECK, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve) => {
    // Whatever makes the reader fall over does so to the people who open the file.
    execFile('/bin/sh', ['-c', BOUNDED, ...reader], options, (error) => {
      if (!error) resolve('readable');
      else resolve(VERDICTS.get(Number(error.code)) ?? 'broken');
    });
  });
}
