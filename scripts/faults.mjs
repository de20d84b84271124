import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toTableFile } from './fault-results.mjs';
import { ensureBuilt, ensureInstalled, ROOT } from './prepare.mjs';
import { runTool } from './run-tool.mjs';
import { WITHOUT_SETTINGS } from './settings.mjs';

const USAGE = `Usage: npm run test:faults [-- all | soak]
       npm run test:ha [-- --times=10]`;

/**
 * Causes every fault many times (`npm run test:faults`), runs a server for ten minutes (`npm run test:faults
 * -- soak`), or causes the faults of a cluster (`npm run test:ha`), and writes a table of the results.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '10' } },
});
const [name = 'all', ...rest] = positionals;
if (!['all', 'soak', 'ha'].includes(name) || rest.length > 0 || !/^[1-9]\d*$/.test(values.times)) {
  console.error(USAGE);
  process.exit(1);
}
await ensureInstalled();
await ensureBuilt();
const { code } = await runTool('vitest', ['run', '--project', 'faults'], {
  env: { ...WITHOUT_SETTINGS, TEST_LENGTH: name, HA_TIMES: values.times },
  isShown: true,
  wrapper: name === 'ha' ? [join(ROOT, 'deploy/ha/try.mjs'), '--'] : [],
});
console.log(`The results are in ${toTableFile(name)}.`);
process.exitCode = code;
