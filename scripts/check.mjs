import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findCommentFaults } from './checks/comments.mjs';
import { findDocumentFaults } from './checks/documents.mjs';
import { findScriptFaults, findTracesInFiles } from './checks/tracked.mjs';
import { ensureInstalled, ROOT } from './prepare.mjs';
import { runTool } from './run-tool.mjs';

const FOLDERS = ['packages', 'apps', 'e2e', 'faults', 'bench'];

/** The folders with a tsconfig.json. That of the root is for all code that runs in Node. */
function typedFolders() {
  const packages = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
  );
  return ['.', ...packages, 'e2e', 'faults', 'bench', 'scripts'].filter((folder) =>
    existsSync(join(ROOT, folder, 'tsconfig.json')),
  );
}

/** @returns {() => Promise<string[]>} a check by a tool: its output if it fails */
function byTool(tool, ...args) {
  return async () => {
    // GOGC=400 makes garbage collection rare, which saves the type checker a quarter of its time.
    const { code, output } = await runTool(tool, args, { env: { NO_COLOR: '1', GOGC: '400' } });
    return code === 0 ? [] : [output];
  };
}

/** @returns {{ name: string, find: () => string[] | Promise<string[]> }[]} the slowest first; `find` returns faults */
function listChecks() {
  // These need git to list the files.
  const gitChecks = [
    { name: 'documents', find: findDocumentFaults },
    { name: 'traces of a machine', find: findTracesInFiles },
    { name: 'comments', find: findCommentFaults },
    { name: 'scripts', find: findScriptFaults },
  ];
  return [
    ...typedFolders().map((folder) => ({
      name: `types of ${folder}`,
      find: byTool('tsc', '-p', folder, '--pretty', 'false', '--checkers', '1'),
    })),
    {
      name: 'direction of imports',
      find: byTool('depcruise', '--config', '.dependency-cruiser.mjs', ...FOLDERS),
    },
    { name: 'unused code', find: byTool('knip', '--no-progress') },
    { name: 'format and style', find: byTool('biome', 'check', '--error-on-warnings', '.') },
    ...(existsSync(join(ROOT, '.git')) ? gitChecks : []),
  ];
}

/**
 * Runs every check, two at a time, even after a failure.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks() {
  const queue = listChecks();
  const counts = { passed: 0, failed: 0 };
  const worker = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const { name, find } = check;
      const faults = await (async () => find())().catch((error) => [String(error?.stack ?? error)]);
      counts[faults.length === 0 ? 'passed' : 'failed'] += 1;
      console.log(`${faults.length === 0 ? '✔' : '✘'} ${name}`);
      for (const fault of faults) console.log(fault.replace(/^/gm, '    '));
    }
  };
  await Promise.all([worker(), worker()]);
  return counts;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled();
  const { failed } = await runChecks();
  process.exitCode = failed === 0 ? 0 : 1;
}
