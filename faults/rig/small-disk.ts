import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);
const MEGABYTE = 1024 * 1024;

/**
 * Why this machine lets nobody make a small disk; null where it does. Who is root mounts one; anybody else
 * would need a namespace that PostgreSQL, which refuses root, cannot be started in.
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

/** A disk of so many megabytes at a folder, which can be filled; it is gone when the test is. */
export async function mountSmallDisk(folder: string, megabytes: number) {
  await mkdir(folder, { recursive: true });
  await mount(folder, megabytes);
  onTestFinished(async () => {
    // What still ends there would keep it.
    await run('umount', ['--lazy', folder]);
  });
  const ballast = path.join(folder, 'ballast');
  const isFull = async (left: number) => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize <= left * MEGABYTE;
  };
  return {
    /** Fills it but for so many megabytes, or the very last byte. */
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
