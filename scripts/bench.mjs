import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, NODE, ROOT, runProgram } from './prepare.mjs';
import { runNode } from './run-node.mjs';
import { WITHOUT_SETTINGS } from './settings.mjs';

// Measures the product (`npm run bench`), or replays a day of many clinics (`npm run bench:clinics`). `-- --help`
// lists the options.
await runProgram(async () => {
  const [program, ...args] = process.argv.slice(2);
  await ensureInstalled();
  await ensureBuilt();
  const command = [join(ROOT, 'bench', program), ...args];
  const startsCluster = args.includes('--cluster') && !args.includes('--help');
  const cluster = startsCluster ? [join(ROOT, 'deploy/ha/try.mjs'), '--', NODE] : [];
  runNode([...cluster, ...command], { env: { ...process.env, ...WITHOUT_SETTINGS } });
});
