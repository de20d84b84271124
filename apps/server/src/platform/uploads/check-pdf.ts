import { Problem } from '../problem.ts';
import { readTail } from './file-kind.ts';
import { readPdf } from './pdf-processes.ts';

/** Bytes at the end within which readers look for the end mark. */
const TAIL = 1024;

/**
 * Opens a PDF as a reader would, in a separate process with limits.
 * @throws Problem FILE_TRUNCATED, FILE_ENCRYPTED, FILE_ACTIVE, FILE_UNREADABLE
 */
export async function checkPdf(path: string): Promise<void> {
  await checkEnd(path);
  const verdict = await readPdf(path);
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
