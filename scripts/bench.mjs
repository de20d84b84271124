import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, NODE, ROOT } from './prepare.mjs';
import { WITHOUT_SETTINGS } from './settings.mjs';

/** Measures the product against the limit (`npm run bench`; with `-- --help`, what can be chosen). */
async function main() {
  await ensureInstalled();
  await ensureBuilt();
  const bench = spawn(NODE, [join(ROOT, 'bench', 'main.ts'), ...process.argv.slice(2)], {
    env: { ...process.env, ...WITHOUT_SETTINGS },
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    bench.on('error', reject);
    bench.on('exit', resolve);
  });
}

process.exitCode = await main().catch((error) => {
  console.error(error?.message ?? error);
  return 1;
});
