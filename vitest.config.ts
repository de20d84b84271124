import { defineConfig } from 'vitest/config';

/** Three kinds of tests: pure packages and scripts, the server on a real PostgreSQL, and the web pieces in a DOM. */
export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/**/*.test.ts', 'scripts/**/*.test.mjs'],
          environment: 'node',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          globalSetup: ['./apps/server/src/testing/global-setup.ts'],
          include: ['apps/server/**/*.test.ts'],
          environment: 'node',
          // Real databases and processes; a busy machine takes its time to start them.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      'apps/*/vite.config.ts',
    ],
  },
});
