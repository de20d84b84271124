import { createReadStream } from 'node:fs';
import { Problem } from '../problem.ts';
import { readTail } from './file-kind.ts';

/** Bytes at the end within which readers look for the end mark. */
const TAIL = 1024;

/**
 * Checks the marks of a PDF without parsing it: browsers show it in a viewer of their own.
 * @throws Problem FILE_TRUNCATED, FILE_UNREADABLE, FILE_ENCRYPTED
 */
export async function checkPdf(path: string): Promise<void> {
  await checkEnd(path);
  if (await isEncrypted(path)) throw new Problem('FILE_ENCRYPTED');
}

/** A cut PDF lacks its end mark; anything after the mark is not part of the PDF. */
async function checkEnd(path: string): Promise<void> {
  const tail = (await readTail(path, TAIL)).toString('latin1');
  const mark = tail.lastIndexOf('%%EOF');
  if (mark === -1) throw new Problem('FILE_TRUNCATED');
  if (/[^\s\0]/.test(tail.slice(mark + '%%EOF'.length))) throw new Problem('FILE_UNREADABLE');
}

/** The trailer's key with its dictionary or a reference to it: the same letters in a text do not count. */
const ENCRYPT = /\/Encrypt[\s\0]{0,20}(?:<<|\d{1,10}[\s\0]{1,20}\d{1,5}[\s\0]{1,20}R)/;
/** Characters: the longest match. */
const LONGEST_MARK = 100;

async function isEncrypted(path: string): Promise<boolean> {
  let before = '';
  for await (const chunk of createReadStream(path, 'latin1')) {
    const text = before + chunk;
    if (ENCRYPT.test(text)) return true;
    before = text.slice(-LONGEST_MARK);
  }
  return false;
}
