import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isMissing, isTaken } from '../system-errors.ts';

/**
 * Makes a folder and its parents. `recursive` of mkdir never returns in a folder such as /proc, where
 * nothing can be made.
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  const path = resolve(folder);
  const found = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  });
  if (found !== undefined) {
    return;
  }
  await makeFolder(dirname(path), mode);
  await mkdir(path, { mode }).catch((error: unknown) => {
    if (!isTaken(error)) {
      throw error;
    }
  });
}
