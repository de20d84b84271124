import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './checks/run.mjs';
import { FORMS, putFigures, tableOf } from './fault-figures.mjs';
import { ensureBuilt, ensureInstalled, ROOT } from './prepare.mjs';
import { WITHOUT_SETTINGS } from './settings.mjs';

const DOCUMENT = join(ROOT, 'docs', 'security.md');

/**
 * Makes every fault many times (`npm run test:faults`), or runs a server for ten minutes (`npm run
 * test:faults -- soak`). After a success its output is also written to docs/security.md.
 */
async function main() {
  const [name = 'all', ...rest] = process.argv.slice(2);
  const form = FORMS[name];
  if (!form || rest.length > 0) {
    console.error(`Usage: npm run test:faults [-- ${Object.keys(FORMS).join(' | ')}]`);
    return false;
  }
  await ensureInstalled();
  await ensureBuilt();
  const { code } = await runTool('vitest', ['run', '--project', 'faults'], {
    env: { ...WITHOUT_SETTINGS, TEST_LENGTH: name },
    show: true,
  });
  if (code !== 0) return false;
  const table = readFileSync(join(ROOT, tableOf(name)), 'utf8').trim();
  const document = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(DOCUMENT, putFigures(document, form, table));
  console.log(`The figures are in docs/security.md (${form}).`);
  return true;
}

const allPassed = await main().catch((error) => {
  console.error(error?.message ?? error);
  return false;
});
process.exitCode = allPassed ? 0 : 1;
