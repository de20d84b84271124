import { expect, it } from 'vitest';
import { findLockfileFaults } from './lockfile.mjs';

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
])('refuses a package that comes from %s', (resolved) => {
  expect(findLockfileFaults({ 'node_modules/react': { resolved, integrity } })).toEqual([
    `node_modules/react: «resolved» apunta a ${resolved}`,
  ]);
});

it('refuses a package without a digest', () => {
  expect(findLockfileFaults({ 'node_modules/react': {} })).toEqual([
    'node_modules/react: falta «integrity»',
  ]);
});
