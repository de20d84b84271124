import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import project from '../../../../package.json' with { type: 'json' };

/** The folder of the server, found from the sources as well as from the build. */
export const SERVER_FOLDER = path.dirname(findPackageJSON(import.meta.url) ?? '');

/** Tests run the sources, but start other processes from the build, which start much faster. */
const BUILT = import.meta.filename.endsWith('.js') || process.env.SIMIENTE_PROGRAMS === 'built';

/** A program that runs in another process: the built one if this process is built, otherwise the source. */
export function entryPoint(name: 'cli' | 'platform/tables/table-reader'): string {
  return path.join(SERVER_FOLDER, ...(BUILT ? ['dist', `${name}.js`] : ['src', `${name}.ts`]));
}

export const VERSION: string = project.version;

/** '0.1.0 (1392da9b43)' in a release, whose commit scripts/release.mjs writes to release.json; otherwise '0.1.0'. */
export const RELEASE = `${VERSION}${describeCommit()}`;

function describeCommit(): string {
  const file = path.join(SERVER_FOLDER, '..', '..', 'release.json');
  if (!existsSync(file)) return '';
  const { commit } = JSON.parse(readFileSync(file, 'utf8'));
  return ` (${String(commit).slice(0, 10)})`;
}
