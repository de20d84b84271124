import { expect, it } from 'vitest';
import { checkLockfile, findLockfileFaults, findScriptFaults } from './lockfile.mjs';

const integrity = 'sha512-x';

it('accepts packages known by their digest, and the workspaces', () => {
  expect(
    findLockfileFaults({
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
])('T-J1: refuses a package that comes from %s', (resolved) => {
  expect(findLockfileFaults({ 'node_modules/react': { resolved, integrity } })).toEqual([
    `node_modules/react: «resolved» apunta a ${resolved}`,
  ]);
});

it('T-J1: refuses a package without a digest', () => {
  expect(findLockfileFaults({ 'node_modules/react': {} })).toEqual([
    'node_modules/react: falta «integrity»',
  ]);
});

it('T-J1: each package that runs something while it is installed is decided by name, and no other', () => {
  const packages = {
    'node_modules/tool': { hasInstallScript: true },
    'node_modules/a/node_modules/@x/tool': { hasInstallScript: true },
    'node_modules/quiet': {},
  };
  expect(findScriptFaults(packages, { tool: true, '@x/tool': false })).toEqual([]);
  expect(findScriptFaults(packages, { tool: true, quiet: false })).toEqual([
    '@x/tool se ejecuta al instalarse y allowScripts no dice si puede',
    'allowScripts habla de quiet, que no ejecuta nada al instalarse',
  ]);
});

it('T-J1: our own lockfile holds', async () => {
  expect(await checkLockfile()).toMatchObject({ ok: true, details: [] });
});
