import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './prepare.mjs';

const IN_MEMORY = '/dev/shm';
const GIGABYTE = 1024 ** 3;

/**
 * A folder for temporary files in memory, which the end of this process removes; undefined where there is no room for
 * one, or where no program may be started from it. Each of a run's hundreds of databases is a thousand files, and takes
 * a third of the processor time there.
 */
export function makeMemoryFolder(parent = IN_MEMORY) {
  if (!existsSync(parent)) return undefined;
  // The memory of killed runs must be freed here.
  for (const name of readdirSync(parent)) {
    const [, pid] = /^simiente-run-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) remove(join(parent, name));
  }
  const { bavail, bsize } = statfsSync(parent);
  const isTight = bavail * bsize < 4 * GIGABYTE || process.availableMemory() < 8 * GIGABYTE;
  if (isTight) return undefined;
  const folder = mkdtempSync(join(parent, `simiente-run-${process.pid}-`));
  process.once('exit', () => remove(folder));
  // Same mode as /tmp: PostgreSQL does not run as root, who may have started this run.
  chmodSync(folder, 0o1777);
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0 ? folder : undefined;
}

/** The small disk of a test that was killed may still be mounted in it. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    console.error(`${folder} could not be removed.`);
  }
}
