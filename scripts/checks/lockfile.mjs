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
 * A development tool's binary for one system is listed so that the lockfile is complete on all, but perhaps never
 * fetched to get its digest. Production packages have no such exception.
 * @param {Record<string, { resolved?: string, integrity?: string, link?: boolean, inBundle?: boolean, dev?: boolean, optional?: boolean, os?: string[] }>} packages
 * @returns {string[]} one line a fault
 */
export function findPackageFaults(packages) {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const { resolved, integrity, link, inBundle, dev, optional, os } = entry;
    const isForOthers = dev && optional && os !== undefined;
    const needsDigest = path.startsWith('node_modules/') && !link && !inBundle && !isForOthers;
    return [
      ...(resolved !== undefined && /^[a-z+]+:|^[\w.-]+@/i.test(resolved)
        ? [`${path}: 'resolved' points to ${resolved}`]
        : []),
      ...(needsDigest && integrity === undefined ? [`${path}: 'integrity' is missing`] : []),
    ];
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
