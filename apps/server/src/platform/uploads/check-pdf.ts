import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { Problem } from '../http/problem.ts';
import { readTail } from './file-kind.ts';
import type { PdfVerdict } from './pdf-worker.ts';

/** Milliseconds. A PDF that takes longer to open is made to be slow. */
const LONGEST_CHECK = 20_000;
/** Megabytes that opening a PDF may take. */
const LARGEST_HEAP = 256;
/** PDFs that one process opens at the same time; each may take as much memory as the heap above. */
const takeTurns = pLimit(2);
/** Bytes at the end in which readers look for the end mark. */
const TAIL = 1024;

/**
 * Opens a PDF as a reader would, apart from this thread, which goes on serving.
 * @throws Problem FILE_TRUNCATED, FILE_ENCRYPTED, FILE_UNREADABLE
 */
export async function checkPdf(path: string): Promise<void> {
  await checkEnd(path);
  const verdict = await takeTurns(() => openApart(path));
  if (verdict === 'encrypted') throw new Problem('FILE_ENCRYPTED');
  if (verdict === 'broken') throw new Problem('FILE_UNREADABLE');
}

/** What was cut off lacks its end mark; what comes after it is not part of a PDF. */
async function checkEnd(path: string): Promise<void> {
  const tail = (await readTail(path, TAIL)).toString('latin1');
  const mark = tail.lastIndexOf('%%EOF');
  if (mark === -1) throw new Problem('FILE_TRUNCATED');
  if (/[^\s\0]/.test(tail.slice(mark + '%%EOF'.length))) throw new Problem('FILE_UNREADABLE');
}

function openApart(path: string): Promise<PdfVerdict> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      workerData: path,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: LARGEST_HEAP },
    });
    const timer = setTimeout(() => settle('broken'), LONGEST_CHECK);
    function settle(verdict: PdfVerdict) {
      clearTimeout(timer);
      void worker.terminate();
      resolve(verdict);
    }
    worker.once('message', settle);
    // Whatever makes the reader fall over does so to the people who open the file.
    worker.once('error', () => settle('broken'));
    worker.once('exit', () => settle('broken'));
  });
}
