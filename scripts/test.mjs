import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeBarePath } from './bare-path.mjs';
import { runChecks } from './check.mjs';
import { runTool, toolPath } from './checks/run.mjs';
import { ensureChromium } from './chromium.mjs';
import { countPlaywright, countVitest, readCounts } from './counts.mjs';
import { endDescendantsOnSignals } from './end-processes.mjs';
import { readNotMade } from './fault-figures.mjs';
import { makeMemoryFolder } from './memory-folder.mjs';
import { ensureBuilt, ensureInstalled, ROOT } from './prepare.mjs';
import { WITHOUT_SETTINGS } from './settings.mjs';

const USAGE = `Usage: npm test [-- --shard=1/4]
       npm run test:all [-- --shard=1/4]

  --shard=K/N  run the K-th of N parts of the tests; the checks belong to the first`;

const RESULTS = join(ROOT, 'test-results');

/** Runs Vitest with its usual output, without the console of passing tests. */
async function runVitest(name, args, env = {}) {
  const report = join(RESULTS, `${name}.json`);
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const run = await runTool('vitest', ['run', '--silent=passed-only', ...reporters, ...args], {
    env: { ...WITHOUT_SETTINGS, ...env },
    show: true,
  });
  return readCounts(report, countVitest, run);
}

/** Faults that this machine cannot make are listed, and count neither as passed nor as failed. */
async function runTests({ env, shardArgs }) {
  const { notes, ...counts } = await runVitest('vitest', shardArgs, env);
  // Another shard may have all faults.
  const notMade = shardArgs.length > 0 ? [] : readNotMade(ROOT, env.TEST_LENGTH);
  return { ...counts, notes: [...notes, ...notMade] };
}

async function runBrowserTests({ env, shardArgs }, chromium) {
  const report = join(RESULTS, 'e2e.json');
  rmSync(report, { force: true });
  const args = ['test', '-c', 'e2e/playwright.config.ts', ...shardArgs];
  const run = await runTool('playwright', args, {
    env: {
      ...WITHOUT_SETTINGS,
      ...env,
      CHROMIUM_PATH: await chromium,
      // Node.js reads the tests itself, in half the time that Playwright's own compiler takes.
      PW_DISABLE_TS_ESM: '1',
    },
    show: true,
  });
  return readCounts(report, countPlaywright, run);
}

/** One test: all builds. A failed build does not stop the other stages. */
async function build() {
  await ensureBuilt();
  return { passed: 1, failed: 0 };
}

/**
 * In order. Those that are aside run together with the next one that is not, whose waits leave a processor idle,
 * and say their lines after it: the build leaves one idle for half of its time. What needs it waits for its lock.
 * @param {Length} length
 * @param {Promise<string>} chromium the path of the browser
 */
function listStages(length, chromium) {
  const external = process.env.TEST_DATABASE_URL;
  return [
    ...(length.isFirstShard ? [{ name: 'Checks', run: runChecks, isAside: true }] : []),
    { name: 'Build', run: build, isAside: true },
    { name: 'Tests', run: () => runTests(length) },
    ...(external
      ? [
          {
            name: 'Server tests on the PostgreSQL of TEST_DATABASE_URL',
            run: () =>
              runVitest('vitest-external', ['--project', 'server', ...length.shardArgs], {
                ...length.env,
                TEST_DATABASE_URL: external,
              }),
          },
        ]
      : []),
    { name: 'Browser tests', run: () => runBrowserTests(length, chromium) },
  ];
}

/** Runs every stage, even after a failure. */
async function runStages(length) {
  const results = [];
  // Where there is none it is downloaded, which leaves the processor to the other tests.
  const chromium = ensureChromium();
  // Its failure is one of the browser tests.
  chromium.catch(() => {});
  const aside = [];
  for (const stage of listStages(length, chromium)) {
    if (stage.isAside) {
      aside.push(runAside(stage));
      continue;
    }
    console.log(`\n── ${stage.name} ──`);
    results.push(await runStage(stage, console.log));
    results.push(...(await Promise.all(aside.splice(0).map((show) => show()))));
  }
  return results;
}

/** Starts a stage, and returns what waits for its end and then shows its lines. */
function runAside(stage) {
  const lines = [];
  const running = runStage(stage, (line) => lines.push(line));
  return async () => {
    const result = await running;
    console.log(`\n── ${stage.name} ──`);
    for (const line of lines) console.log(line);
    return result;
  };
}

async function runStage({ name, run }, say) {
  const counts = await run(say).catch((error) => {
    const message = error?.message ?? String(error);
    say(message);
    return { passed: 0, failed: 1, notes: message.split('\n').slice(0, 1) };
  });
  return { name, notes: [], failures: [], ...counts };
}

/**
 * @typedef {{ env: Record<string, string>, shardArgs: string[], isFirstShard: boolean }} Length
 * how much of the tests to run: variables for the runners, and their arguments
 *
 * @returns {Length}
 * @throws {Error} with the usage, when the arguments are none of it
 */
function readLength() {
  let values;
  try {
    ({ values } = parseArgs({ options: { all: { type: 'boolean' }, shard: { type: 'string' } } }));
  } catch (error) {
    throw new Error(`${error.message}\n\n${USAGE}`);
  }
  const { all, shard } = values;
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(shard ?? '1/1') ?? [];
  if (part === undefined || Number(part) < 1 || Number(part) > Number(parts)) {
    throw new Error(`--shard wants K/N with K from 1 to N.\n\n${USAGE}`);
  }
  return {
    env: all ? { TEST_LENGTH: 'all' } : { PATH: toolPath(makeBarePath()) },
    shardArgs: shard ? [`--shard=${shard}`] : [],
    isFirstShard: part === '1',
  };
}

async function main() {
  const length = readLength();
  endDescendantsOnSignals();
  await ensureInstalled();
  process.env.TMPDIR = makeMemoryFolder() ?? tmpdir();
  mkdirSync(RESULTS, { recursive: true });
  const results = await runStages(length);

  console.log('');
  for (const { name, passed, failed, notes } of results) {
    const more = notes.length > 0 ? ` (${notes.join('; ')})` : '';
    console.log(`${failed === 0 ? '✔' : '✘'} ${name}: ${passed} passed, ${failed} failed${more}`);
  }
  for (const test of results.flatMap(({ skipped = [] }) => skipped))
    console.log(`– skipped: ${test}`);
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
