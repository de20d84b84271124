import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { getDocumentProxy } from 'unpdf';

/** The exit code for a PDF that wants a password; another one but 0 means that it cannot be opened. */
export const ENCRYPTED = 3;
const BROKEN = 4;

async function read(file: string): Promise<number> {
  try {
    const bytes = new Uint8Array(await readFile(file));
    const document = await getDocumentProxy(bytes, { verbosity: 0 });
    await document.getPage(1);
    return 0;
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return isLocked ? ENCRYPTED : BROKEN;
  }
}

// A program of its own, whose only argument is the file.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exit(await read(process.argv[2] ?? ''));
}
