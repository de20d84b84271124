import { COMMAND, requirePinnedNode, runProgram, SOURCE_COMMAND } from './prepare.mjs';
import { runNode } from './run-node.mjs';

// Runs the command line with the pinned Node: from its sources, or with the first argument `--built` its build.
const [first, ...rest] = process.argv.slice(2);
await runProgram(() => {
  requirePinnedNode();
  runNode(
    first === '--built' ? [...COMMAND, ...rest] : [...SOURCE_COMMAND, ...process.argv.slice(2)],
  );
});
