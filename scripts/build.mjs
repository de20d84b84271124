import { ensureBuilt } from './prepare.mjs';

// After an installation.
try {
  await ensureBuilt();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
