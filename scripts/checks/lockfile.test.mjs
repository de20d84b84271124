import { expect, it } from 'vitest';
import { findLockfileFaults, findPackageFaults, findScriptFaults } from './lockfile.mjs';

const integrity = 'sha512-x';

it('the check of the lockfile accepts packages with a digest, and the workspaces', () => {
  expect(
    findPackageFaults({
      '': {},
      'apps/web': {},
      'node_modules/react': { integrity },
      'node_modules/@tool/darwin': { dev: true, optional: true, os: ['darwin'] },
      'node_modules/@simiente/web': { resolved: 'apps/web', link: true },
      'node_modules/a/node_modules/b': { inBundle: true },
    }),
  ).toEqual([]);
});

it.each([
  ['https://packages.example.com/react.tgz'],
  ['git+ssh://git@example.com/react.git'],
  ['git@example.com:react.git'],
])('T-J1: the check of the lockfile rejects a package that comes from %s', (resolved) => {
  expect(findPackageFaults({ 'node_modules/react': { resolved, integrity } })).toEqual([
    `node_modules/react: 'resolved' points to ${resolved}`,
  ]);
});

it('T-J1: the check of the lockfile rejects a package without a digest', () => {
  expect(findPackageFaults({ 'node_modules/react': {} })).toEqual([
    "node_modules/react: 'integrity' is missing",
  ]);
});

it('T-J1: each package with an install script must be listed by name, and no other', () => {
  const packages = {
    'node_modules/tool': { hasInstallScript: true },
    'node_modules/a/node_modules/@x/tool': { hasInstallScript: true },
    'node_modules/quiet': {},
  };
  expect(findScriptFaults(packages, { tool: true, '@x/tool': false })).toEqual([]);
  expect(findScriptFaults(packages, { tool: true, quiet: false })).toEqual([
    '@x/tool runs something at install and allowScripts does not say whether it may',
    'allowScripts names quiet, which runs nothing at install',
  ]);
});

it('T-J1: our own lockfile passes', async () => {
  expect(findLockfileFaults()).toEqual([]);
});
