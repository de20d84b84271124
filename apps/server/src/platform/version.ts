import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import project from '../../../../package.json' with { type: 'json' };
import { SERVER_FOLDER } from './entry-points.ts';

export const VERSION: string = project.version;

/** '0.1.0 (1392da9b43)', with the commit of a release, which scripts/release.mjs writes beside it; else '0.1.0'. */
export const RELEASE = `${VERSION}${describeCommit()}`;

function describeCommit(): string {
  const file = path.join(SERVER_FOLDER, '..', '..', 'release.json');
  if (!existsSync(file)) return '';
  const { commit } = JSON.parse(readFileSync(file, 'utf8'));
  return ` (${String(commit).slice(0, 10)})`;
}
