import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBarePath } from './bare-path.mjs';
import { runChecks } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { countPlaywright, countVitest, readCounts } from './counts.mjs';
import { readNotMade } from './fault-figures.mjs';
import { makeMemoryFolder } from './memory-folder.mjs';
import { ensureBuilt, ensureInstalled, ROOT } from './prepare.mjs';
import { runTool, toolPath } from './run-tool.mjs';
import { WITHOUT_SETTINGS } from './settings.mjs';

/**
 * `npm test` runs the checks, Vitest and Playwright; `npm test -- FILE…` only the tests in these files or
 * folders. `npm run test:all` (`--all`) adds every repetition, and the tests that need programs of the system.
 */

const RESULTS = join(ROOT, 'test-results');
const [all, ...paths] = process.argv.includes('--all')
  ? [true, ...process.argv.slice(2).filter((arg) => arg !== '--all')]
  : [false, ...process.argv.slice(2)];
const isJourney = (path) => path.startsWith('e2e');

/** Settings of an operator are kept out of the tests; `npm test` also has only the programs of a bare image. */
const environment = () => ({
  ...WITHOUT_SETTINGS,
  ...(all ? { TEST_LENGTH: 'all' } : { PATH: toolPath(makeBarePath()) }),
});

async function runVitest(name, args, env) {
  const report = join(RESULTS, `${name}.json`);
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const run = await runTool('vitest', ['run', '--silent=passed-only', ...reporters, ...args], {
    env,
    isShown: true,
  });
  return readCounts(report, countVitest, run.code);
}

async function runJourneys(args, env) {
  const report = join(RESULTS, 'e2e.json');
  rmSync(report, { force: true });
  const run = await runTool('playwright', ['test', '-c', 'e2e/playwright.config.ts', ...args], {
    // Node.js reads the tests itself, in half the time that Playwright's own compiler takes.
    env: { ...env, CHROMIUM_PATH: await ensureChromium(), PW_DISABLE_TS_ESM: '1' },
    isShown: true,
  });
  return readCounts(report, countPlaywright, run.code);
}

/** Runs a stage; one that cannot run counts as one failure. */
async function runStage(name, run) {
  console.log(`\n── ${name} ──`);
  const {
    passed,
    failed,
    names = [],
  } = await run().catch((error) => ({
    passed: 0,
    failed: 1,
    names: [`✘ ${error.message}`],
  }));
  return { name, passed, failed, names };
}

/** Counts as one test. */
async function build() {
  await ensureBuilt();
  return { passed: 1, failed: 0 };
}

async function runEverything(env) {
  const external = process.env.TEST_DATABASE_URL;
  return [
    // Tests wait for the lock of the build. The checks leave a processor idle for half of their time.
    ...(await Promise.all([
      runStage('Build', build),
      runStage('Checks', runChecks),
      runStage('Tests', () => runVitest('vitest', [], env)),
    ])),
    ...(external
      ? [
          await runStage('Server tests on the PostgreSQL of TEST_DATABASE_URL', () =>
            runVitest('vitest-external', ['--project', 'server'], {
              ...env,
              TEST_DATABASE_URL: external,
            }),
          ),
        ]
      : []),
    await runStage('Journeys', () => runJourneys([], env)),
  ];
}

async function runFiles(env) {
  const [journeys, others] = [paths.filter(isJourney), paths.filter((path) => !isJourney(path))];
  return [
    ...(others.length > 0 ? [await runStage('Tests', () => runVitest('vitest', others, env))] : []),
    ...(journeys.length > 0 ? [await runStage('Journeys', () => runJourneys(journeys, env))] : []),
  ];
}

async function main() {
  await ensureInstalled();
  process.env.TMPDIR = makeMemoryFolder() ?? tmpdir();
  mkdirSync(RESULTS, { recursive: true });
  const env = environment();
  const results = paths.length > 0 ? await runFiles(env) : await runEverything(env);
  console.log('');
  for (const { name, passed, failed } of results) {
    console.log(`${failed === 0 ? '✔' : '✘'} ${name}: ${passed} passed, ${failed} failed`);
  }
  // Faults that this machine cannot make count neither as passed nor as failed.
  const notMade = paths.length > 0 ? [] : readNotMade(ROOT, all ? 'all' : undefined);
  for (const line of [...notMade, ...results.flatMap(({ names }) => names)]) console.log(line);
  const sum = (key) => results.reduce((total, counts) => total + counts[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
const allPassed = await main().catch((error) => {
  console.error(error?.message ?? error);
  console.log('0 passed, 1 failed');
  return false;
});
process.exitCode = allPassed ? 0 : 1;
