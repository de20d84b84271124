import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './prepare.mjs';
import { billOfMaterials } from './sbom.mjs';

it('T-J1: the bill of materials has all production packages, with their digests, and no tool', () => {
  const { bomFormat, components, dependencies } = billOfMaterials();
  const named = new Map(components.map((component) => [component.name, component]));
  expect(bomFormat).toBe('CycloneDX');

  // Each dependency of production code, as our own packages list them.
  const ownPackages = ['apps/server', 'apps/web', 'packages/contract', 'packages/builders'];
  const declared = ownPackages.flatMap((folder) => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
    return Object.keys(dependencies ?? {}).filter((name) => !name.startsWith('@simiente/'));
  });
  expect(declared).toEqual(expect.arrayContaining(['react', 'fastify', 'zod']));
  for (const name of declared) {
    expect(named.get(name), name).toMatchObject({
      purl: expect.stringContaining(encodeURI(name).replace('@', '%40')),
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
  }
  // Includes their own dependencies.
  for (const name of ['pg-types', 'scheduler', 'thread-stream']) {
    expect(named.has(name), name).toBe(true);
  }
  for (const name of ['vitest', 'typescript', '@playwright/test', '@biomejs/biome']) {
    expect(named.has(name), name).toBe(false);
  }
  const refs = new Set(components.map((component) => component['bom-ref']));
  const dangling = dependencies
    .flatMap(({ dependsOn }) => dependsOn)
    .filter((ref) => !refs.has(ref));
  expect(dangling).toEqual([]);
});
