import { ensureBuilt } from './prepare.mjs';

// After an installation, which an image makes without the pinned Node.
try {
  await ensureBuilt();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
