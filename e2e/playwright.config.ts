import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/chromium.mjs';

const isRoot = process.getuid?.() === 0;

/** Chromium must not reach out of the machine on its own, and its sandbox cannot be had as root. */
const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Else it starts a second renderer for each page, in case one were needed.
  '--renderer-process-limit=1',
  ...(isRoot ? ['--no-sandbox'] : []),
];

/** Each journey has a server and a database of its own (the fixtures), so none sees another's data. */
export default defineConfig({
  testDir: '.',
  globalSetup: './product/global-setup.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  forbidOnly: true,
  workers: 3,
  // What starts the product as a person does takes longest: begun first, the rest runs beside it.
  projects: [
    { name: 'start', testMatch: 'start/*.test.ts' },
    { name: 'journeys', testIgnore: 'start/*.test.ts' },
  ],
  retries: 0,
  // For a machine with two slow cores and other work: who passes waits for none of it.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    locale: 'es-MX',
    // Neither UTC nor the clinic's zone: a date that is shown in the wrong one shows.
    timezoneId: 'America/Tijuana',
    viewport: { width: 1440, height: 900 },
    // Drawn in software, motion is a third of what a journey costs. The journeys through the menu,
    // a dialog, the panel and the maps are made with it, as most people have it.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    // Recording every journey costs a third of its time; `--trace on` records one that fails.
    trace: 'off',
    launchOptions: { executablePath: findChromium(), args },
  },
});
