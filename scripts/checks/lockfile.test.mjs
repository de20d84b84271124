import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../prepare.mjs';

const readJson = (name) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
const entries = Object.entries(readJson('package-lock.json').packages).map(([path, entry]) => ({
  path,
  ...entry,
}));
const packages = entries.filter(({ path, link }) => path.startsWith('node_modules/') && !link);
const toPaths = (found) => found.map(({ path }) => path);

it('T-J1: the lockfile names no server, and works with any registry', () => {
  const isAddress = ({ resolved = '' }) => /^[a-z+]+:|^[\w.-]+@/i.test(resolved);
  expect(toPaths(entries.filter(isAddress))).toEqual([]);
});

it('T-J1: the lockfile has the digest of each package', () => {
  // A development tool's binary for another system may never have been downloaded.
  const isToolBinary = ({ dev, optional, os }) => dev && optional && os !== undefined;
  const needsDigest = (entry) => !entry.inBundle && !isToolBinary(entry);
  const without = packages.filter((entry) => needsDigest(entry) && entry.integrity === undefined);
  expect(packages.length).toBeGreaterThan(500);
  expect(toPaths(without)).toEqual([]);
});

it('T-J1: allowScripts lists each package with an install script, and no other', () => {
  // These scripts run as the installing user.
  const names = packages
    .filter(({ hasInstallScript }) => hasInstallScript)
    .map(({ path }) => path.split('node_modules/').at(-1));
  expect([...new Set(names)].sort()).toEqual(
    Object.keys(readJson('package.json').allowScripts).sort(),
  );
});
