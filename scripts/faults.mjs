import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FORMS, putFigures, tableOf } from './fault-figures.mjs';
import { ensureBuilt, ensureInstalled, ROOT } from './prepare.mjs';
import { runTool } from './run-tool.mjs';
import { WITHOUT_SETTINGS } from './settings.mjs';

const USAGE = `Usage: npm run test:faults [-- all | soak]
       npm run test:ha [-- --times=10]`;
/** How often each fault of a cluster is made; after fewer the document stays as it is. */
const TIMES = '10';

/**
 * Makes every fault many times (`npm run test:faults`), runs a server for ten minutes (`npm run test:faults
 * -- soak`), or makes the faults of a cluster (`npm run test:ha`). After a success its output is also
 * written to a document.
 */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { times: { type: 'string', default: TIMES } },
  });
  const [name = 'all', ...rest] = positionals;
  const form = FORMS[name];
  if (!form || rest.length > 0 || !/^[1-9]\d*$/.test(values.times)) {
    console.error(USAGE);
    return false;
  }
  await ensureInstalled();
  await ensureBuilt();
  const wrapper = name === 'ha' ? [join(ROOT, 'deploy/ha/try.mjs'), '--'] : [];
  const { code } = await runTool('vitest', ['run', '--project', 'faults'], {
    env: { ...WITHOUT_SETTINGS, TEST_LENGTH: name, HA_TIMES: values.times },
    isShown: true,
    wrapper,
  });
  if (code !== 0) return false;
  if (name === 'ha' && values.times !== TIMES) return true;
  const table = readFileSync(join(ROOT, tableOf(name)), 'utf8').trim();
  const document = join(ROOT, form.document);
  writeFileSync(document, putFigures(readFileSync(document, 'utf8'), form.block, table));
  console.log(`The figures are in ${form.document} (${form.block}).`);
  return true;
}

const allPassed = await main().catch((error) => {
  console.error(error?.message ?? error);
  return false;
});
process.exitCode = allPassed ? 0 : 1;
