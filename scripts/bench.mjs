import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, NODE, ROOT, runProgram } from './prepare.mjs';
import { WITHOUT_SETTINGS } from './settings.mjs';

// Measures the product (`npm run bench`), or replays a day of many clinics (`npm run bench:clinics`). `-- --help`
// lists the options.
await runProgram(async () => {
  const [program, ...args] = process.argv.slice(2);
  await ensureInstalled();
  await ensureBuilt();
  const command = [NODE, join(ROOT, 'bench', program), ...args];
  const startsCluster = args.includes('--cluster') && !args.includes('--help');
  const [file, ...fileArgs] = startsCluster
    ? [process.execPath, join(ROOT, 'deploy/ha/try.mjs'), '--', ...command]
    : command;
  const bench = spawn(file, fileArgs, {
    env: { ...process.env, ...WITHOUT_SETTINGS },
    stdio: 'inherit',
  });
  [process.exitCode] = await once(bench, 'exit');
});
