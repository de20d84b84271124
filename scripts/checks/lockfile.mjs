import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../prepare.mjs';

/**
 * Checks that the lockfile works with any registry, and has the digest of every package.
 * @returns {string[]} one line per fault
 */
export function findLockfileFaults() {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return [...findPackageFaults(lock.packages), ...findScriptFaults(lock.packages, allowScripts)];
}

/**
 * A development tool's binary for another system may lack its digest, because it is only listed for the other systems
 * and may never have been downloaded. Production packages have no such exception.
 * @param {Record<string, { resolved?: string, integrity?: string, link?: boolean, inBundle?: boolean, dev?: boolean, optional?: boolean, os?: string[] }>} packages
 * @returns {string[]} one line a fault
 */
export function findPackageFaults(packages) {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const { resolved, integrity, link, inBundle, dev, optional, os } = entry;
    const isToolBinary = dev && optional && os !== undefined;
    const needsDigest = path.startsWith('node_modules/') && !link && !inBundle && !isToolBinary;
    return [
      ...(resolved !== undefined && /^[a-z+]+:|^[\w.-]+@/i.test(resolved)
        ? [`${path}: 'resolved' points to ${resolved}`]
        : []),
      ...(needsDigest && integrity === undefined ? [`${path}: 'integrity' is missing`] : []),
    ];
  });
}

/**
 * Checks that `allowScripts` of package.json lists exactly the packages with an install script, because these scripts
 * run as the installing user.
 * @param {Record<string, { hasInstallScript?: boolean }>} packages
 * @param {Record<string, boolean>} allowed
 * @returns {string[]} one line a fault
 */
export function findScriptFaults(packages, allowed) {
  const withScript = new Set(
    Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1)),
  );
  return [
    ...[...withScript]
      .filter((name) => !(name in allowed))
      .map(
        (name) => `${name} runs something at install and allowScripts does not say whether it may`,
      ),
    ...Object.keys(allowed)
      .filter((name) => !withScript.has(name))
      .map((name) => `allowScripts names ${name}, which runs nothing at install`),
  ];
}
