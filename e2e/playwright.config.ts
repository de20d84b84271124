import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/chromium.mjs';
import { isFullRun } from '../scripts/test-length.mjs';

const isRoot = process.getuid?.() === 0;

/** Chromium must make no connections of its own, and its sandbox does not work as root. */
const args = [
  '--disable-gpu',
  // One process less for each browser saves about 7 % of a journey's cost.
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Otherwise it starts a spare renderer for each page.
  '--renderer-process-limit=1',
  // Otherwise each start of the product in a page starts a renderer, for a thirtieth of a journey's cost.
  '--disable-site-isolation-trials',
  // No page lives long enough to repay V8's optimizing compilers, each a tenth of a page's cost.
  '--js-flags=--no-opt,--no-maglev',
  ...(isRoot ? ['--no-sandbox'] : []),
];

/** Tests that start the product as its users do, and the walk through all screens. */
const LONG = ['start/*.test.ts', 'security/screens.test.ts'];

/** Each journey has its own server and database (the fixtures), so none sees another's data. */
export default defineConfig({
  testDir: '.',
  globalSetup: './product/global-setup.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  forbidOnly: true,
  workers: 3,
  // The longest journeys start first, so that no worker runs one while the others are idle.
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'journeys', testIgnore: LONG },
  ],
  // A second entity on a shared engine, more data, or behaviour that server tests cover without a browser: `npm run
  // test:all` runs them.
  ...(isFullRun ? {} : { grepInvert: /@nightly/ }),
  retries: 0,
  // Generous for two slow cores with other work; a passing test does not wait for it.
  timeout: 1_800_000,
  expect: { timeout: 180_000, toPass: { timeout: 180_000 } },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    locale: 'es-MX',
    // Neither UTC nor the clinic's zone, so that a date in the wrong zone is noticed.
    timezoneId: 'America/Tijuana',
    viewport: { width: 1440, height: 900 },
    // Rendered in software, motion is a third of a journey's cost. The journeys of the menu,
    // a dialog, the panel and the maps run with it, as most users do.
    reducedMotion: 'reduce',
    // Playwright's own option takes a screenshot in every test, in case it fails; the fixture of the page takes
    // those of failed tests.
    screenshot: 'off',
    // Recording every journey costs a third of its time; `--trace on` records one that fails.
    trace: 'off',
    // The next journey of a worker begins without cookies and storage, but with the code already compiled:
    // loading it again in a new context costs about a second of CPU time.
    reuseContext: true,
    launchOptions: { executablePath: findChromium(), args },
  },
});
