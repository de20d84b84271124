import { ensureBuilt, runProgram } from './prepare.mjs';

// After an installation.
await runProgram(() => ensureBuilt());
