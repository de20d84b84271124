import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';

export type PdfVerdict = 'readable' | 'encrypted' | 'broken';

async function read(path: string): Promise<PdfVerdict> {
  try {
    const bytes = new Uint8Array(await readFile(path));
    const document = await getDocumentProxy(bytes, { verbosity: 0 });
    await document.getPage(1);
    return 'readable';
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken';
  }
}

parentPort?.postMessage(await read(workerData));
