import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './prepare.mjs';

/**
 * The bill of materials (CycloneDX) of production: the packages of the server and of the web. npm's `--omit=dev` would
 * also omit production packages on which a tool depends, such as React. Therefore npm lists everything, and packages
 * that the lockfile marks as development packages are removed.
 */
export function billOfMaterials() {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
  const bill = JSON.parse(
    execFileSync('npm', args, {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const production = new Set(
    Object.entries(packages)
      // devOptional: a development package that is also an optional peer of a production package.
      .filter(
        ([path, { dev, devOptional }]) => path.includes('node_modules/') && !dev && !devOptional,
      )
      .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
  );
  const root = bill.metadata.component['bom-ref'];
  const isProduction = (ref) => ref === root || production.has(ref);
  return {
    ...bill,
    components: bill.components.filter((component) => isProduction(component['bom-ref'])),
    dependencies: bill.dependencies
      .filter(({ ref }) => isProduction(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isProduction) })),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(JSON.stringify(billOfMaterials(), null, 2));
}
