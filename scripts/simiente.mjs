import { COMMAND, requirePinnedNode, runProgram, SOURCE_COMMAND } from './prepare.mjs';
import { runNode } from './run-node.mjs';

// The command line with the pinned Node: `--built` first runs the built one, otherwise its sources run.
const [first, ...rest] = process.argv.slice(2);
await runProgram(() => {
  requirePinnedNode();
  runNode(
    first === '--built' ? [...COMMAND, ...rest] : [...SOURCE_COMMAND, ...process.argv.slice(2)],
  );
});
