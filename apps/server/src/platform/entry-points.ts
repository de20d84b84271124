import { findPackageJSON } from 'node:module';
import path from 'node:path';

/** The folder of the server, found from the sources as well as from the build. */
export const SERVER_FOLDER = path.dirname(findPackageJSON(import.meta.url) ?? '');

const BUILT = import.meta.filename.endsWith('.js');

/**
 * A program that runs in another process; the built one if this process is built, else the source.
 */
export function entryPoint(name: 'cli' | 'platform/uploads/pdf-reader'): string {
  return path.join(SERVER_FOLDER, ...(BUILT ? ['dist', `${name}.js`] : ['src', `${name}.ts`]));
}
