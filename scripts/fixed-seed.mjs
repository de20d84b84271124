import fc from 'fast-check';
import { isFullRun } from './test-length.mjs';

// `npm test` gives the same result each time; `npm run test:all` tries other values and prints the seed of a failure.
if (!isFullRun) fc.configureGlobal({ seed: 1 });
