import fc from 'fast-check';
import { isWhole } from './test-length.mjs';

// `npm test` repeats the same generated cases, so that its outcome does not depend on chance; `npm run test:all`
// generates others each time.
if (!isWhole) fc.configureGlobal({ seed: 20261128 });
