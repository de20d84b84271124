import { ensureBuilt, ensureInstalled, ROOT, SERVE } from './prepare.mjs';
import { runNode } from './run-node.mjs';

try {
  await ensureInstalled();
  await ensureBuilt();
  const production = process.env.NODE_ENV === 'production';
  runNode(SERVE, { cwd: ROOT, env: production ? process.env : { DEMO: '1', ...process.env } });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
