import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { runChecks } from './check.mjs';
import { ensureChromium, isExecutable } from './chromium.mjs';
import { readNotSimulated } from './fault-results.mjs';
import { makeMemoryFolder } from './memory-folder.mjs';
import { ensureBuilt, ensureInstalled, ROOT } from './prepare.mjs';
import { runTool, toolPath } from './run-tool.mjs';
import { WITHOUT_SETTINGS } from './settings.mjs';

/**
 * `npm test` runs the checks, Vitest and Playwright. `npm test -- FILE…` runs only the tests in these files or folders.
 * `npm run test:all` (`--all`) adds every repetition, and the tests that need programs of the system.
 */

const RESULTS = join(ROOT, 'test-results');
const isAll = process.argv.includes('--all');
const paths = process.argv.slice(2).filter((arg) => arg !== '--all');
const external = process.env.TEST_DATABASE_URL;

/** The environment without an operator's settings. In `npm test`, PATH has only the programs of a bare image. */
function environment() {
  return {
    ...WITHOUT_SETTINGS,
    // Without UTF-8, Chromium saves no download in a folder whose path has an accent.
    LANG: 'C.UTF-8',
    ...(isAll ? { TEST_LENGTH: 'all' } : { PATH: toolPath(makeBarePath()) }),
  };
}

/**
 * Runs a test runner, and reads its report. A report without tests, or a failed exit code without a failed test, counts
 * as one failure.
 */
async function runTests(name, tool, args, env, count) {
  const report = join(RESULTS, `${name}.json`);
  rmSync(report, { force: true });
  const { code } = await runTool(tool, args, { env, isShown: true });
  const { passed, failed, names } = count(JSON.parse(readFileSync(report, 'utf8')));
  const isSound = failed > 0 || (code === 0 && passed > 0);
  return { passed, failed: isSound ? failed : 1, names };
}

function runVitest(args, env, name = 'vitest') {
  const reporters = ['--reporter=default', '--reporter=json'];
  const output = `--outputFile.json=${join(RESULTS, `${name}.json`)}`;
  const command = ['run', '--silent=passed-only', ...reporters, output, ...args];
  return runTests(name, 'vitest', command, env, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    names: report.testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => `${relative(ROOT, file)} › ${fullName}`),
    ),
  }));
}

async function runJourneys(args, env) {
  const command = ['test', '-c', 'e2e/playwright.config.ts', ...args];
  // PW_DISABLE_TS_ESM lets Node.js read the tests, in half the time that Playwright's compiler takes.
  // Its lines stand between those of Vitest, so it must not move the terminal's cursor.
  const settings = {
    CHROMIUM_PATH: ensureChromium(),
    PW_DISABLE_TS_ESM: '1',
    PLAYWRIGHT_FORCE_TTY: '0',
  };
  return runTests('e2e', 'playwright', command, { ...env, ...settings }, (report) => ({
    passed: report.stats.expected,
    failed: report.stats.unexpected + report.stats.flaky + report.errors.length,
    names: failedJourneys(report),
  }));
}

/** @returns {string[]} the files and titles of failed journeys in a suite of Playwright's report */
function failedJourneys({ suites = [], specs = [] }) {
  return [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file} › ${title}`),
    ...suites.flatMap(failedJourneys),
  ];
}

async function build() {
  await ensureBuilt();
  return { passed: 1, failed: 0 };
}

/** Runs a stage. An error counts as one failure. */
async function runStage(name, run) {
  console.log(`\n── ${name} ──`);
  const counts = await run().catch((error) => {
    console.error(error?.message ?? error);
    return { passed: 0, failed: 1 };
  });
  return { name, ...counts };
}

async function runEverything(env) {
  const onExternal = { ...env, TEST_DATABASE_URL: external };
  const externally = () => runVitest(['--project', 'server'], onExternal, 'vitest-external');
  const built = runStage('Build', build);
  return [
    // Together, because each leaves processors idle: the checks half of their time, and journeys, which wait for
    // locks of buttons and for answers, a third. Tests wait for the build's lock.
    ...(await Promise.all([
      built,
      runStage('Checks', runChecks),
      runStage('Tests', () => runVitest([], env)),
      built.then(() => runStage('Journeys', () => runJourneys([], env))),
    ])),
    ...(external ? [await runStage('Tests on TEST_DATABASE_URL', externally)] : []),
  ];
}

async function runFiles(env) {
  const journeys = paths.filter((path) => path.startsWith('e2e'));
  const others = paths.filter((path) => !path.startsWith('e2e'));
  return [
    ...(others.length > 0 ? [await runStage('Tests', () => runVitest(others, env))] : []),
    ...(journeys.length > 0 ? [await runStage('Journeys', () => runJourneys(journeys, env))] : []),
  ];
}

async function main() {
  await ensureInstalled();
  process.env.TMPDIR = makeMemoryFolder() ?? tmpdir();
  mkdirSync(RESULTS, { recursive: true });
  const env = environment();
  const stages = paths.length > 0 ? await runFiles(env) : await runEverything(env);
  console.log('');
  for (const { name, passed, failed, names = [] } of stages) {
    console.log(`${failed === 0 ? '✔' : '✘'} ${name}: ${passed} passed, ${failed} failed`);
    for (const test of names) console.log(`  ✘ ${test}`);
  }
  // Faults that this machine cannot simulate count neither as passed nor as failed.
  const notSimulated = paths.length > 0 ? [] : readNotSimulated(ROOT, isAll ? 'all' : undefined);
  for (const line of notSimulated) console.log(line);
  const sum = (key) => stages.reduce((total, counts) => total + counts[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

/** Programs that the tests need, of packages that every Debian has (essential, or of priority required). */
const SYSTEM = `
  sh awk bash env cat chmod chown chroot cp cut date dd df dirname basename du echo expr false find grep gzip head
  hostname id install kill ln ls mkdir mkfifo mktemp mount mv nice nproc od printf pwd readlink realpath rm rmdir
  sed setpriv sleep sort stat su tail tar tee test touch tr true truncate umount uname uniq unshare useradd
  groupadd wc which xargs`
  .trim()
  .split(/\s+/);
/** Other programs that a clone needs. */
const NEEDED = ['git', 'node', 'npm'];

/**
 * Creates a folder with links to the programs of a bare Node image with git, as the PATH of the tests. A test that needs
 * another program fails here as in such an image.
 * @returns {string} the folder; on Windows, where not every user may create links, the original PATH
 */
function makeBarePath() {
  const path = process.env.PATH ?? '';
  if (process.platform === 'win32') return path;
  const bare = join(ROOT, '.cache', 'programs');
  rmSync(bare, { recursive: true, force: true });
  mkdirSync(bare, { recursive: true });
  const folders = path.split(delimiter).filter(Boolean);
  for (const name of [...SYSTEM, ...NEEDED]) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found) symlinkSync(found, join(bare, name));
  }
  return bare;
}

const allPassed = await main().catch((error) => {
  console.error(error?.message ?? error);
  console.log('0 passed, 1 failed');
  return false;
});
process.exitCode = allPassed ? 0 : 1;
