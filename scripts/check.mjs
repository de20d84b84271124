import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findDocumentFaults } from './checks/documents.mjs';
import { findLockfileFaults } from './checks/lockfile.mjs';
import { findTracesInFiles } from './checks/tracked.mjs';
import { findWeightFaults } from './checks/weights.mjs';
import { ensureInstalled, ROOT } from './prepare.mjs';
import { runTool } from './run-tool.mjs';

/** Folders with code of the product and its tests. */
const FOLDERS = ['packages', 'apps', 'e2e', 'faults', 'bench'];

const HAS_GIT = existsSync(join(ROOT, '.git'));

/** The folders with a tsconfig.json: the root, of all that runs in Node, and those that need other settings. */
function typedFolders() {
  const inside = (folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
  return [
    '.',
    ...inside('packages'),
    ...inside('apps'),
    'e2e',
    'faults',
    'bench',
    'scripts',
  ].filter((folder) => existsSync(join(ROOT, folder, 'tsconfig.json')));
}

/** @returns {() => Promise<string[]>} a check by a tool: its output if it fails */
function byTool(tool, args, env = {}) {
  return async () => {
    const { code, output } = await runTool(tool, args, { env: { NO_COLOR: '1', ...env } });
    return code === 0 ? [] : [output];
  };
}

/**
 * @typedef {{ name: string, run: () => string[] | Promise<string[]>, needsGit?: boolean }} Check
 * run returns one line a fault
 */

/** @returns {Check[]} in the order in which they begin, the longest first */
function listChecks() {
  return [
    ...typedFolders().map((folder) => ({
      name: `types of ${folder}`,
      // One checker takes half the processor time of four, and rare garbage collection a quarter less.
      run: byTool('tsc', ['-p', folder, '--pretty', 'false', '--checkers', '1'], { GOGC: '400' }),
    })),
    {
      name: 'direction of imports',
      run: byTool('depcruise', ['--config', '.dependency-cruiser.mjs', ...FOLDERS]),
    },
    { name: 'unused code', run: byTool('knip', ['--no-progress']) },
    { name: 'format and style', run: byTool('biome', ['check', '--error-on-warnings', '.']) },
    { name: 'documents', run: findDocumentFaults, needsGit: true },
    { name: 'package-lock.json', run: findLockfileFaults },
    { name: 'traces of a machine', run: findTracesInFiles, needsGit: true },
    { name: 'weight of the web', run: findWeightFaults },
  ];
}

async function findFaults(run) {
  try {
    return await run();
  } catch (error) {
    return [String(error?.stack ?? error)];
  }
}

/**
 * Runs a check and prints its line and its faults.
 * @param {Check} check
 * @returns {Promise<boolean | undefined>} whether it passed; undefined when skipped
 */
async function runCheck({ name, run, needsGit }) {
  if (needsGit && !HAS_GIT) {
    console.log(`– ${name}: skipped, this folder is no clone`);
    return undefined;
  }
  const started = performance.now();
  const faults = await findFaults(run);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${faults.length === 0 ? '✔' : '✘'} ${name} (${seconds} s)`);
  for (const fault of faults) console.log(fault.replace(/^/gm, '    '));
  return faults.length === 0;
}

/**
 * Runs every check, two at a time, even after a failure.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks() {
  const waiting = listChecks();
  const outcomes = [];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      outcomes.push(await runCheck(check));
    }
  };
  await Promise.all([worker(), worker()]);
  const count = (outcome) => outcomes.filter((each) => each === outcome).length;
  return { passed: count(true), failed: count(false) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled();
  const { failed } = await runChecks();
  process.exitCode = failed === 0 ? 0 : 1;
}
