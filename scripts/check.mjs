import { pathToFileURL } from 'node:url';
import { checkDocuments } from './checks/documents.mjs';
import { checkImports } from './checks/imports.mjs';
import { checkLockfile } from './checks/lockfile.mjs';
import { checkDeadCode, checkStyle, checkTypes, typedFolders } from './checks/tools.mjs';
import { checkTracked } from './checks/tracked.mjs';
import { checkWeights } from './checks/weights.mjs';
import { ensureInstalled } from './prepare.mjs';

/**
 * In the order in which they begin, the longest first.
 * @returns {{ name: string, run: () => Promise<{ ok: boolean, summary: string, details: string[] }> }[]}
 */
function listChecks() {
  return [
    ...typedFolders().map((folder) => ({
      name: folder === '.' ? 'types' : `types of ${folder}`,
      run: () => checkTypes(folder),
    })),
    { name: 'direction of imports', run: () => checkImports() },
    { name: 'unused code', run: checkDeadCode },
    { name: 'format and style', run: checkStyle },
    { name: 'documents', run: checkDocuments },
    { name: 'package-lock.json', run: checkLockfile },
    { name: 'traces of a machine', run: checkTracked },
    { name: 'weight of the web', run: checkWeights },
  ];
}

/** Runs a check, says its line and whether it passed. */
async function runCheck({ name, run }, say) {
  const started = performance.now();
  const { ok, summary, details } = await run().catch((error) => ({
    ok: false,
    summary: 'could not run',
    details: [String(error?.stack ?? error)],
  }));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`${ok ? '✔' : '✘'} ${name}: ${summary} (${seconds} s)`);
  if (!ok) for (const detail of details) say(detail.replace(/^/gm, '    '));
  return ok;
}

/**
 * Runs every check, two at a time, even after a failure.
 * @param {(line: string) => void} [say]
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks(say = console.log) {
  const waiting = listChecks();
  const outcomes = [];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      outcomes.push(await runCheck(check, say));
    }
  };
  await Promise.all([worker(), worker()]);
  const passed = outcomes.filter(Boolean).length;
  return { passed, failed: outcomes.length - passed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled();
  const { failed } = await runChecks();
  process.exitCode = failed === 0 ? 0 : 1;
}
