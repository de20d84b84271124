import { ensureBuilt, runProgram } from './prepare.mjs';

// npm runs this only after an installation.
await runProgram(() => ensureBuilt());
