import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The sources that determine a database: the schema, the builders, and the loader. */
const SOURCES = ['apps/server/migrations', 'packages/builders/src', 'bench/dataset'];
const NOT_SOURCE = /\.test\.ts$/;

const LENGTH = 12;

/** Digest of the sources, by which a database is named; after a change of the sources it must be built again. */
export function datasetDigest(root = ROOT, sources: readonly string[] = SOURCES): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => listFiles(path.join(root, source)))) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex').slice(0, LENGTH);
}

function listFiles(target: string): string[] {
  if (!statSync(target).isDirectory()) return NOT_SOURCE.test(target) ? [] : [target];
  return readdirSync(target)
    .sort()
    .flatMap((name) => listFiles(path.join(target, name)));
}
