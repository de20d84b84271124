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
 * Creates a folder in memory for temporary files, which is removed when this process ends. The hundreds of databases of
 * a run take a third of the processor time there, because each has a thousand files. Undefined if memory is short, or
 * if programs cannot be started from the folder.
 */
export function makeMemoryFolder(parent = IN_MEMORY) {
  if (!existsSync(parent)) return undefined;
  // Frees the memory of killed runs.
  for (const name of readdirSync(parent)) {
    const [, pid] = /^simiente-run-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) remove(join(parent, name));
  }
  const { bavail, bsize } = statfsSync(parent);
  const isTight = bavail * bsize < 4 * GIGABYTE || process.availableMemory() < 8 * GIGABYTE;
  if (isTight) return undefined;
  const folder = mkdtempSync(join(parent, `simiente-run-${process.pid}-`));
  process.once('exit', () => remove(folder));
  // Same mode as /tmp, because PostgreSQL has another user if root started this run.
  chmodSync(folder, 0o1777);
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0 ? folder : undefined;
}

/** Removal may fail, because the small disk of a killed test may still be mounted in the folder. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    console.error(`${folder} could not be removed.`);
  }
}
