import { defineConfig } from 'vitest/config';
import { forgetSettings } from './scripts/settings.mjs';
import { isFullRun, TEST_LENGTH } from './scripts/test-length.mjs';

forgetSettings();
process.env.NODE_ENV = 'test';

/** The one test outside of the server that needs its PostgreSQL. */
const NEEDS_POSTGRES = 'bench/dataset/load.test.ts';

/** Files that only `npm run test:all` runs; a file without a test fails. */
const FULL_TESTS = 'apps/server/**/*.full.test.ts';

const FIXED_SEED = ['./scripts/fixed-seed.mjs'];

/**
 * Generous for a busy machine, on which databases and processes take their time; a passing test does not wait for
 * it.
 */
const TIMEOUTS = {
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
  expect: { poll: { timeout: 300_000 } },
};

/**
 * Projects: pure packages and scripts, the server on a real PostgreSQL, real faults in processes of the product
 * (TEST_LENGTH chooses how many), and the web components in a DOM.
 */
export default defineConfig({
  test: {
    reporters: ['default'],
    // Vitest's default on two cores is one worker, which leaves both idle while PostgreSQL answers or a test waits for
    // a fault, and with three while the slow tests end after the journeys.
    maxWorkers: 4,
    // Vitest exits when this is over, and would leave the tests' PostgreSQL on a machine slower than that.
    teardownTimeout: TIMEOUTS.hookTimeout,
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/**/*.test.ts', 'bench/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: ['**/node_modules/**', NEEDS_POSTGRES],
          setupFiles: FIXED_SEED,
          environment: 'node',
          isolate: false,
          ...TIMEOUTS,
        },
      },
      {
        test: {
          name: 'server',
          globalSetup: ['./apps/server/src/testing/global-setup.ts'],
          setupFiles: FIXED_SEED,
          include: ['apps/server/**/*.test.ts', NEEDS_POSTGRES],
          exclude: ['**/node_modules/**', ...(isFullRun ? [] : [FULL_TESTS])],
          env: { SIMIENTE_PROGRAMS: 'built' },
          environment: 'node',
          // Each file has a separate application and database; loading the server's modules for each file was a
          // third of the time.
          isolate: false,
          ...TIMEOUTS,
        },
      },
      {
        test: {
          name: 'faults',
          globalSetup: ['./faults/rig/setup.ts'],
          include: [
            ['soak', 'ha'].includes(TEST_LENGTH) ? `faults/${TEST_LENGTH}.ts` : 'faults/*.test.ts',
          ],
          environment: 'node',
          isolate: false,
          ...TIMEOUTS,
          ...(TEST_LENGTH === 'short' ? {} : { testTimeout: 3_600_000 }),
        },
      },
      'apps/*/vite.config.ts',
    ],
  },
});
