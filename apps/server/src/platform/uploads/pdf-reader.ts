import { getDocumentProxy } from 'unpdf';
import { findActivity } from './pdf-activity.ts';

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Readable is what only shows its pages; encrypted, what needs a password; active, what does more. */
export type PdfVerdict = 'readable' | 'encrypted' | 'active' | 'broken';

async function read(bytes: Buffer): Promise<PdfVerdict> {
  try {
    const activity = findActivity(bytes);
    // PDF.js takes over its input buffer, so it gets a copy.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    try {
      return (await acts(document)) ? 'active' : (activity ?? 'readable');
    } finally {
      await document.loadingTask.destroy();
    }
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return isLocked ? 'encrypted' : 'broken';
  }
}

/**
 * Scans what PDF.js finds on all pages and beside them; a page that it cannot read, other readers may.
 */
async function acts(document: PdfDocument): Promise<boolean> {
  if ((await document.getJSActions()) ?? (await document.getAttachments())) return true;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    if (await page.getJSActions()) return true;
    for (const { subtype, actions, attachment } of await page.getAnnotations()) {
      if (subtype === 'FileAttachment' || actions || attachment) return true;
    }
    page.cleanup();
  }
  await document.getOutline();
  return false;
}

/** The bytes of the next PDF, of standard input. */
async function receive(size: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let left = size;
  for await (const chunk of process.stdin.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    left -= chunk.length;
    if (left <= 0) break;
  }
  return Buffer.concat(chunks);
}

// Run as a program that gets the size of one PDF after another, and its bytes; it ends with its parent.
process.on('message', async (size: number) => process.send?.(await read(await receive(size))));
