import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isExecutable } from './chromium.mjs';
import { ROOT } from './prepare.mjs';

/** Programs of the packages that every Debian has (Essential or of required priority), as far as tests use them. */
const SYSTEM = `
  sh awk bash env cat chmod chown chroot cp cut date dd df dirname basename du echo expr false find grep gzip head
  hostname id install kill ln ls mkdir mkfifo mktemp mount mv nice nproc od printf pwd readlink realpath rm rmdir
  sed setpriv sleep sort stat su tail tar tee test touch tr true truncate umount uname uniq unshare useradd
  groupadd wc which xargs`
  .trim()
  .split(/\s+/);
/** Other programs that a clone needs. */
const NEEDED = ['git', 'node', 'npm'];

/**
 * A folder with links to the programs of a bare Node image with git, as the PATH of the tests: a test that needs
 * another program fails here as it would there (M2).
 * @returns {string} the folder; the whole PATH on Windows, where not every user may make links
 */
export function makeBarePath() {
  const path = process.env.PATH ?? '';
  if (process.platform === 'win32') return path;
  const bare = join(ROOT, '.cache', 'programs');
  rmSync(bare, { recursive: true, force: true });
  mkdirSync(bare, { recursive: true });
  const folders = path.split(delimiter).filter(Boolean);
  for (const name of [...SYSTEM, ...NEEDED]) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found) symlinkSync(found, join(bare, name));
  }
  return bare;
}
