import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../prepare.mjs';
import { runTool } from './run.mjs';

const CONFIG = join(ROOT, '.dependency-cruiser.mjs');
const FOLDERS = ['packages', 'apps', 'e2e', 'faults', 'bench'];

/**
 * Applies the import rules to the folders below root.
 * @param {string} [root] the tests use small trees of their own
 * @returns {Promise<{ ok: boolean, summary: string, details: string[] }>}
 */
export async function checkImports(root = ROOT) {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const args = ['--config', CONFIG, '--output-type', 'json', ...folders];
  const { stdout, output, code } = await runTool('depcruise', args, { cwd: root });
  if (!stdout.startsWith('{')) return { ok: false, summary: 'could not run', details: [output] };

  const { summary } = JSON.parse(stdout);

  const details = summary.violations.map(describe);
  return {
    ok: code === 0 && summary.error === 0 && summary.totalCruised > 0,
    summary: `${summary.totalCruised} files, ${details.length} forbidden imports`,
    details,
  };
}

function describe({ rule, from, to, cycle }) {
  const path = cycle?.length ? cycle.map(({ name }) => name).join(' → ') : to;
  return `${rule.name}: ${from} → ${path}`;
}
