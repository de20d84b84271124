import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChecks } from './check.mjs';
import { runTool } from './checks/run.mjs';
import { ensureChromium } from './chromium.mjs';
import { countPlaywright, countVitest, readCounts } from './counts.mjs';
import { readNotMade } from './fault-figures.mjs';
import { ensureBuilt, ensureInstalled, ROOT } from './prepare.mjs';
import { WITHOUT_SETTINGS } from './settings.mjs';

const RESULTS = join(ROOT, 'test-results');

/** Vitest with its usual output, but what passing tests print is kept quiet. */
async function runVitest(name, args, env) {
  const report = join(RESULTS, `${name}.json`);
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await runTool('vitest', ['run', '--silent=passed-only', ...reporters, ...args], {
    env: { ...WITHOUT_SETTINGS, ...env },
    show: true,
  });
  return readCounts(report, countVitest, code);
}

/** What a machine does not let the tests do is said; it counts for nothing. */
async function runTests() {
  const { notes, ...counts } = await runVitest('vitest', [], {});
  return { ...counts, notes: [...notes, ...readNotMade(ROOT)] };
}

async function runBrowserTests() {
  const report = join(RESULTS, 'e2e.json');
  rmSync(report, { force: true });
  const chromium = ensureChromium();
  const { code } = await runTool('playwright', ['test', '-c', 'e2e/playwright.config.ts'], {
    env: { ...WITHOUT_SETTINGS, CHROMIUM_PATH: chromium },
    show: true,
  });
  return readCounts(report, countPlaywright, code);
}

/** One test: all builds. What it is built from may be broken and the rest is still worth knowing. */
async function build() {
  await ensureBuilt();
  return { passed: 1, failed: 0 };
}

function listStages() {
  const external = process.env.TEST_DATABASE_URL;
  return [
    { name: 'Build', run: build },
    { name: 'Checks', run: runChecks },
    { name: 'Tests', run: runTests },
    ...(external
      ? [
          {
            name: 'Server tests on the PostgreSQL of TEST_DATABASE_URL',
            run: () =>
              runVitest('vitest-external', ['--project', 'server'], {
                TEST_DATABASE_URL: external,
              }),
          },
        ]
      : []),
    { name: 'Browser tests', run: runBrowserTests },
  ];
}

/** Runs every stage, also after one has failed, so that one run tells all there is to mend. */
async function runStages() {
  const results = [];
  for (const { name, run } of listStages()) {
    console.log(`\n── ${name} ──`);
    const counts = await run().catch((error) => {
      const message = error?.message ?? String(error);
      console.log(message);
      return { passed: 0, failed: 1, notes: message.split('\n').slice(0, 1) };
    });
    results.push({ name, notes: [], failures: [], ...counts });
  }
  return results;
}

async function main() {
  await ensureInstalled();
  mkdirSync(RESULTS, { recursive: true });
  const results = await runStages();

  console.log('');
  for (const { name, passed, failed, notes } of results) {
    const more = notes.length > 0 ? ` (${notes.join('; ')})` : '';
    console.log(`${failed === 0 ? '✔' : '✘'} ${name}: ${passed} passed, ${failed} failed${more}`);
  }
  for (const failure of results.flatMap(({ failures }) => failures)) console.log(`✘ ${failure}`);
  const sum = (key) => results.reduce((total, counts) => total + counts[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0;
}

const allPassed = await main().catch((error) => {
  console.error(error?.message ?? error);
  console.log('0 passed, 1 failed');
  return false;
});
process.exitCode = allPassed ? 0 : 1;
