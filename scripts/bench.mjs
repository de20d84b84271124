import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, NODE, ROOT } from './prepare.mjs';
import { WITHOUT_SETTINGS } from './settings.mjs';

/**
 * Measures the product (`npm run bench`), or replays a day of many clinics (`npm run
 * bench:clinics`). `-- --help` lists the options.
 */
async function main() {
  const [program, ...args] = process.argv.slice(2);
  await ensureInstalled();
  await ensureBuilt();
  const command = [NODE, join(ROOT, 'bench', program), ...args];
  const bringsUp = args.includes('--cluster') && !args.includes('--help');
  const [name, ...rest] = bringsUp
    ? [process.execPath, join(ROOT, 'deploy/ha/try.mjs'), '--', ...command]
    : command;
  const bench = spawn(name, rest, {
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
