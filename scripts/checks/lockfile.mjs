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
 * @param {Record<string, { resolved?: string, integrity?: string, link?: boolean, inBundle?: boolean }>} packages
 * @returns {string[]} one line a fault
 */
export function findLockfileFaults(packages) {
  return Object.entries(packages).flatMap(([path, { resolved, integrity, link, inBundle }]) => {
    const faults = [];
    if (resolved !== undefined && /^[a-z+]+:|^[\w.-]+@/i.test(resolved)) {
      faults.push(`${path}: «resolved» apunta a ${resolved}`);
    }
    if (path.startsWith('node_modules/') && !link && !inBundle && integrity === undefined) {
      faults.push(`${path}: falta «integrity»`);
    }
    return faults;
  });
}
