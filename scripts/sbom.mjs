import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './prepare.mjs';

/**
 * The bill of materials (CycloneDX) of production: the server's packages and those that are built into the web.
 * npm's own `--omit=dev` also omits packages that a tool depends on, such as React, Zod and pino; so npm lists
 * everything, and the lockfile marks those for tools only.
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
  const runs = new Set(
    Object.entries(packages)
      // devOptional: an optional peer of one of our packages.
      .filter(
        ([path, { dev, devOptional }]) => path.includes('node_modules/') && !dev && !devOptional,
      )
      .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
  );
  const root = bill.metadata.component['bom-ref'];
  const isKept = (ref) => ref === root || runs.has(ref);
  return {
    ...bill,
    components: bill.components.filter((component) => isKept(component['bom-ref'])),
    dependencies: bill.dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(JSON.stringify(billOfMaterials(), null, 2));
}
