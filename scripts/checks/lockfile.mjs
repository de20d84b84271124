import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../prepare.mjs';

/** The lockfile must install from whatever registry the machine uses, and prove what it got by its digest. */
export async function checkLockfile() {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const details = findLockfileFaults(lock.packages);
  return {
    ok: details.length === 0,
    summary: `${Object.keys(lock.packages).length} paquetes`,
    details,
  };
}

/**
 * @param {Record<string, { resolved?: string, integrity?: string, link?: boolean, inBundle?: boolean, dev?: boolean, optional?: boolean, os?: string[] }>} packages
 * @returns {string[]} one line a fault
 */
export function findLockfileFaults(packages) {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const { resolved, integrity, link, inBundle } = entry;
    const faults = [];
    if (resolved !== undefined && /^[a-z+]+:|^[\w.-]+@/i.test(resolved)) {
      faults.push(`${path}: «resolved» apunta a ${resolved}`);
    }
    if (
      path.startsWith('node_modules/') &&
      !link &&
      !inBundle &&
      !isForOthers(entry) &&
      integrity === undefined
    ) {
      faults.push(`${path}: falta «integrity»`);
    }
    return faults;
  });
}

/**
 * A development tool's binary for one system: named, so that the lockfile is whole on all, but perhaps
 * never fetched to take its digest. What the product runs on has no such exception.
 */
function isForOthers({ dev, optional, os }) {
  return dev === true && optional === true && os !== undefined;
}
