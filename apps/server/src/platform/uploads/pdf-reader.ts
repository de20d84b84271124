import { readFile } from 'node:fs/promises';
import { getDocumentProxy } from 'unpdf';
import { findActivity } from './pdf-activity.ts';
import { ACTIVE, BROKEN, ENCRYPTED } from './pdf-verdicts.ts';

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

async function read(file: string): Promise<number> {
  try {
    const bytes = await readFile(file);
    const activity = findActivity(bytes);
    // PDF.js takes over its input buffer, so it gets a copy.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    if (await acts(document)) return ACTIVE;
    if (activity === 'encrypted') return ENCRYPTED;
    return activity === 'active' ? ACTIVE : 0;
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return isLocked ? ENCRYPTED : BROKEN;
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

// Run as a program, with the file as its only argument.
process.exit(await read(process.argv[2] ?? ''));
