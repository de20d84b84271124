import { pathToFileURL } from 'node:url';
import { checkDocuments } from './checks/documents.mjs';
import { checkImports } from './checks/imports.mjs';
import { checkLockfile } from './checks/lockfile.mjs';
import { checkDeadCode, checkStyle, checkTypes, typedWorkspaces } from './checks/tools.mjs';
import { checkTracked } from './checks/tracked.mjs';
import { checkWeights } from './checks/weights.mjs';
import { ensureInstalled } from './prepare.mjs';

/** @returns {{ name: string, run: () => Promise<{ ok: boolean, summary: string, details: string[] }> }[]} */
function listChecks() {
  return [
    { name: 'format and style', run: checkStyle },
    ...typedWorkspaces().map((workspace) => ({
      name: `types of ${workspace}`,
      run: () => checkTypes(workspace),
    })),
    { name: 'unused code', run: checkDeadCode },
    { name: 'direction of imports', run: () => checkImports() },
    { name: 'documents', run: checkDocuments },
    { name: 'package-lock.json', run: checkLockfile },
    { name: 'traces of a machine', run: checkTracked },
    { name: 'weight of the web', run: checkWeights },
  ];
}

/**
 * Runs every check, even after a failure, and prints a line for each.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks() {
  let failed = 0;
  const checks = listChecks();
  for (const { name, run } of checks) {
    const started = performance.now();
    const { ok, summary, details } = await run().catch((error) => ({
      ok: false,
      summary: 'could not run',
      details: [String(error?.stack ?? error)],
    }));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${ok ? '✔' : '✘'} ${name}: ${summary} (${seconds} s)`);
    if (ok) continue;
    failed += 1;
    for (const detail of details) console.log(detail.replace(/^/gm, '    '));
  }
  return { passed: checks.length - failed, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled();
  const { failed } = await runChecks();
  process.exitCode = failed === 0 ? 0 : 1;
}
