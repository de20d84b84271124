import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);
const MEGABYTE = 1024 * 1024;

/**
 * Why this machine cannot provide a small disk; null if it can. Root mounts one; other users would need a
 * namespace in which PostgreSQL, which rejects root, cannot be started.
 */
export async function whyNoSmallDisk(): Promise<string | null> {
  if (process.platform !== 'linux') return 'the system is not Linux';
  if (process.getuid?.() !== 0) return 'mounting a small disk takes root';
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-disk-'));
  try {
    await mount(folder, 1);
    await run('umount', [folder]);
    return null;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    return `the system allows no tmpfs: ${stderr.trim().split('\n')[0]}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Mounts a disk of this many megabytes at a folder; the end of the test unmounts it. */
export async function mountSmallDisk(folder: string, megabytes: number) {
  await mkdir(folder, { recursive: true });
  await mount(folder, megabytes);
  onTestFinished(async () => {
    // A process that is still ending there would keep the disk busy.
    await run('umount', ['--lazy', folder]);
  });
  const ballast = path.join(folder, 'ballast');
  const isFull = async (left: number) => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize <= left * MEGABYTE;
  };
  return {
    /** Fills the disk until this many megabytes are free, or completely. */
    async fill(left: number): Promise<void> {
      for (const size of [MEGABYTE, 4096]) {
        const piece = Buffer.alloc(size);
        let fits = true;
        while (fits && !(await isFull(left))) {
          fits = await writeFile(ballast, piece, { flag: 'a' }).then(
            () => true,
            () => false,
          );
        }
      }
    },
    empty: () => rm(ballast, { force: true }),
  };
}

async function mount(folder: string, megabytes: number): Promise<void> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'none', folder]);
}
