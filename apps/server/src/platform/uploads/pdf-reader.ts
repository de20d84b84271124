import { readFile } from 'node:fs/promises';
import { getDocumentProxy } from 'unpdf';
import { hasActiveContent } from './pdf-activity.ts';
import { ACTIVE, BROKEN, ENCRYPTED } from './pdf-verdicts.ts';

async function read(file: string): Promise<number> {
  try {
    const bytes = await readFile(file);
    // PDF.js keeps what it is given, so it gets bytes of its own.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    await document.getPage(1);
    const brings = (await document.getJSActions()) ?? (await document.getAttachments());
    return brings || hasActiveContent(bytes) ? ACTIVE : 0;
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return isLocked ? ENCRYPTED : BROKEN;
  }
}

// A program of its own, whose only argument is the file.
process.exit(await read(process.argv[2] ?? ''));
