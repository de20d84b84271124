import { ensureBuilt, ensureInstalled, ROOT, runProgram, SERVE } from './prepare.mjs';
import { runNode } from './run-node.mjs';

await runProgram(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const production = process.env.NODE_ENV === 'production';
  runNode(SERVE, { cwd: ROOT, env: production ? process.env : { DEMO: '1', ...process.env } });
});
