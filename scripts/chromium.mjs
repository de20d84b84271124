import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { NODE, ROOT } from './prepare.mjs';

/**
 * The headless shell, which Playwright also prefers, takes a sixth less time for the same pages.
 */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Packages of Debian; Ubuntu has only the second. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

const HELP = [
  'Chromium was not found and could not be installed; the browser tests do not run without it.',
  "Install it (on Debian or Ubuntu: 'apt-get install chromium') or say where it is with CHROMIUM_PATH.",
].join('\n');

/**
 * The browser for the tests: CHROMIUM_PATH, then Debian's and Google's names in PATH, then Playwright's own.
 *
 * @returns {string | undefined} the path of the executable
 * @throws {Error} when CHROMIUM_PATH names nothing that can be run: it is not silently passed over
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is not an executable program: ${chosen}`);
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const installed = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return installed.find(isExecutable) ?? findPlaywrights();
}

/**
 * Finds Chromium, or installs it: with apt-get when root on Debian or Ubuntu, else (or after that failed) with Playwright.
 *
 * @returns {Promise<string>} the path of the executable
 * @throws {Error} saying what to do
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;

  console.log('No Chromium on this machine: installing one…');
  for (const install of [installWithApt, installWithPlaywright]) {
    await install();
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error(HELP);
}

function findPlaywrights() {
  try {
    const { chromium } = createRequire(join(ROOT, 'e2e/package.json'))('@playwright/test');
    const path = chromium.executablePath();
    return isExecutable(path) ? path : undefined;
  } catch (error) {
    // Not installed yet, or Playwright has no build for this system.
    if (error.code === 'MODULE_NOT_FOUND' || /executable/i.test(error.message)) return undefined;
    throw error;
  }
}

async function installWithApt() {
  if (process.getuid?.() !== 0 || !isDebianLike()) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (!(await succeeds('apt-get', ['update', '-q'], env))) return;
  for (const name of PACKAGES) {
    if (await succeeds('apt-get', ['install', '-y', '-q', name], env)) return;
  }
}

async function installWithPlaywright() {
  await succeeds(NODE, [join(ROOT, 'node_modules/.bin/playwright'), 'install', 'chromium']);
}

/** Runs an installer. Other tests run at the same time, so its lines are shown only if it fails. */
function succeeds(file, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const lines = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => lines.push(text));
    }
    const fail = (text) => {
      console.log([...lines, text].join('').trim());
      resolve(false);
    };
    child.once('error', ({ message }) => fail(message));
    child.once('close', (code) => (code === 0 ? resolve(true) : fail('')));
  });
}

function isDebianLike() {
  const file = '/etc/os-release';
  return existsSync(file) && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(file, 'utf8'));
}

/** Whether a file may be run. */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
