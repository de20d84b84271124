import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { NODE, ROOT } from './prepare.mjs';

/** The headless shell comes first, because it takes a sixth less time for the same pages. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/**
 * Finds the browser for the tests: CHROMIUM_PATH, then `NAMES` in PATH, then Playwright's own.
 * @returns {string | undefined} the path of the executable
 * @throws {Error} if CHROMIUM_PATH is not executable
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !isExecutable(chosen)) {
    throw new Error(`CHROMIUM_PATH is not an executable program: ${chosen}`);
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const installed = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return chosen || installed.find(isExecutable) || findPlaywrightChromium();
}

/**
 * Finds or installs Chromium. Root on Debian or Ubuntu uses apt-get. Otherwise, or if that fails, Playwright installs it.
 * @returns {string} the path of the executable
 * @throws {Error} with instructions
 */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  console.log('No Chromium on this machine: installing one…');
  if (process.getuid?.() === 0 && isDebianLike()) {
    run('apt-get', 'update', '-q');
    // Ubuntu has only the second package.
    run('apt-get', 'install', '-y', '-q', 'chromium-headless-shell') ||
      run('apt-get', 'install', '-y', '-q', 'chromium');
  }
  if (!findChromium()) run(NODE, join(ROOT, 'node_modules/.bin/playwright'), 'install', 'chromium');
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    "Chromium was not found and could not be installed; the browser tests do not run without it. Install it (on Debian or Ubuntu: 'apt-get install chromium') or say where it is with CHROMIUM_PATH.",
  );
}

function findPlaywrightChromium() {
  try {
    const { chromium } = createRequire(join(ROOT, 'e2e/package.json'))('@playwright/test');
    const path = chromium.executablePath();
    return isExecutable(path) ? path : undefined;
  } catch (error) {
    // Playwright is not installed yet, or has no build for this system.
    if (error.code === 'MODULE_NOT_FOUND' || /executable/i.test(error.message)) return undefined;
    throw error;
  }
}

/** @returns {boolean} whether the installer succeeded */
function run(file, ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(file, args, { cwd: ROOT, env, stdio: 'inherit' }).status === 0;
}

function isDebianLike() {
  const file = '/etc/os-release';
  return existsSync(file) && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(file, 'utf8'));
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
