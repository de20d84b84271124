import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './prepare.mjs';

/** Where Linux has files in memory. */
const IN_MEMORY = '/dev/shm';
const NAME = /^simiente-run-(\d+)-/;
const GIGABYTE = 1024 ** 3;
/** Bytes: several times what a run has at once. */
const ROOM = { folder: 4 * GIGABYTE, memory: 8 * GIGABYTE };

/**
 * A folder for temporary files in memory, which the end of this process removes; undefined where there is
 * no room for one, or where no program may be started from it. Each of a run's hundreds of databases is a
 * thousand files, and takes a third of the processor time there.
 * @param {{ folder?: string, room?: typeof ROOM }} [options]
 */
export function makeMemoryFolder({ folder = IN_MEMORY, room = ROOM } = {}) {
  if (!existsSync(folder)) return undefined;
  removeLeftovers(folder);
  if (process.availableMemory() < room.memory || freeSpace(folder) < room.folder) return undefined;
  const made = mkdtempSync(join(folder, `simiente-run-${process.pid}-`));
  process.once('exit', () => remove(made));
  // As /tmp: PostgreSQL does not run as root, whose run this may be.
  chmodSync(made, 0o1777);
  return canStartPrograms(made) ? made : undefined;
}

/** Of runs that were killed: nothing else would free their memory. */
function removeLeftovers(folder) {
  for (const name of readdirSync(folder)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) {
      remove(join(folder, name));
    }
  }
}

/** Also when the small disk of a test that was killed is still mounted in it. */
function remove(folder) {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : '';
  for (const [, mounted] of mounts.split('\n').map((line) => line.split(' '))) {
    if (mounted?.startsWith(`${folder}/`)) spawnSync('umount', ['--lazy', mounted]);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function freeSpace(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function canStartPrograms(folder) {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
