import { findPackageJSON } from 'node:module';
import path from 'node:path';

/** The folder of the server, found from the sources as well as from what is built of them. */
export const SERVER_FOLDER = path.dirname(findPackageJSON(import.meta.url) ?? '');

const BUILT = import.meta.filename.endsWith('.js');

/** A program of ours that another process runs; as built where this one is, else from the sources. */
export function entryPoint(name: 'cli' | 'platform/uploads/pdf-reader'): string {
  return path.join(SERVER_FOLDER, ...(BUILT ? ['dist', `${name}.js`] : ['src', `${name}.ts`]));
}
