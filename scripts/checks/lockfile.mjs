import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../prepare.mjs';

/**
 * The lockfile must install from any configured registry, and verify every package by its digest.
 * @returns {string[]} one line a fault
 */
export function findLockfileFaults() {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return [...findPackageFaults(lock.packages), ...findScriptFaults(lock.packages, allowScripts)];
}

/**
 * @param {Record<string, { resolved?: string, integrity?: string, link?: boolean, inBundle?: boolean, dev?: boolean, optional?: boolean, os?: string[] }>} packages
 * @returns {string[]} one line a fault
 */
export function findPackageFaults(packages) {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const { resolved, integrity, link, inBundle } = entry;
    const faults = [];
    if (resolved !== undefined && /^[a-z+]+:|^[\w.-]+@/i.test(resolved)) {
      faults.push(`${path}: 'resolved' points to ${resolved}`);
    }
    if (
      path.startsWith('node_modules/') &&
      !link &&
      !inBundle &&
      !isForOthers(entry) &&
      integrity === undefined
    ) {
      faults.push(`${path}: 'integrity' is missing`);
    }
    return faults;
  });
}

/**
 * Install scripts run as the installing user: each package with one must be listed by name in
 * `allowScripts` of package.json, and no other.
 * @param {Record<string, { hasInstallScript?: boolean }>} packages
 * @param {Record<string, boolean>} allowed
 * @returns {string[]} one line a fault
 */
export function findScriptFaults(packages, allowed) {
  const running = new Set(
    Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1)),
  );
  return [
    ...[...running]
      .filter((name) => !(name in allowed))
      .map(
        (name) => `${name} runs something at install and allowScripts does not say whether it may`,
      ),
    ...Object.keys(allowed)
      .filter((name) => !running.has(name))
      .map((name) => `allowScripts names ${name}, which runs nothing at install`),
  ];
}

/**
 * A development tool's binary for one system: listed so that the lockfile is complete on all, but
 * perhaps never fetched to get its digest. Production packages have no such exception.
 * @param {{ dev?: boolean, optional?: boolean, os?: string[] }} entry
 */
function isForOthers({ dev, optional, os }) {
  return dev === true && optional === true && os !== undefined;
}
