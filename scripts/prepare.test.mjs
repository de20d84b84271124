import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { NODE, ROOT, withAddresses } from './prepare.mjs';

const execute = promisify(execFile);

/** The folder of the npm package that contains the pinned Node.js of this platform. */
const NODE_FOLDER = dirname(dirname(NODE));

/** A project whose only dependency is a package beside it without a bin, so that npm needs no network and links nothing. */
async function smallProject() {
  const root = await mkdtemp(join(tmpdir(), 'simiente-install-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const folder of ['scripts', 'node']) await mkdir(join(root, folder));
  await cp(join(ROOT, 'scripts', 'prepare.mjs'), join(root, 'scripts', 'prepare.mjs'));
  await mkdir(join(root, 'node', 'bin'));
  await writeFile(join(root, 'node', 'bin', basename(NODE)), '');
  const name = basename(NODE_FOLDER);
  await writeFile(join(root, 'node', 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
  const project = { name: 'small', type: 'module', optionalDependencies: { [name]: 'file:node' } };
  await writeFile(join(root, 'package.json'), JSON.stringify(project));
  await execute('npm', ['install', '--package-lock-only', '--offline'], { cwd: root });
  return root;
}

async function ensureInstalled(root) {
  const call = "import('./scripts/prepare.mjs').then((prepare) => prepare.ensureInstalled())";
  const { stdout } = await execute(process.execPath, ['-e', call], { cwd: root });
  return stdout;
}

test('M1: a new clone installs its lockfile once, and needs no node in node_modules/.bin', async () => {
  const root = await smallProject();
  expect(await ensureInstalled(root)).toContain('Installing dependencies');
  expect(existsSync(join(root, relative(ROOT, NODE)))).toBe(true);
  expect(existsSync(join(root, 'node_modules', '.bin', 'node'))).toBe(false);
  expect(await ensureInstalled(root)).toBe('');
});

test('M1: a clone fails with an instruction if the Node.js package is missing', async () => {
  const root = await smallProject();
  await ensureInstalled(root);
  await rm(join(root, 'node', 'bin'), { recursive: true });
  await expect(ensureInstalled(root)).rejects.toThrow(
    `the package ${basename(NODE_FOLDER)} is not installed. Delete the folder node_modules and run 'npm start'.`,
  );
});

/** Runs `work` in another process that holds the installation lock, after `before`, which runs without the lock. */
function runExclusively(root, work, before = '') {
  const script = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const until = (isDone) => {
      while (!isDone()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    };
    ${before}
    const { withLock } = await import('./scripts/prepare.mjs');
    await withLock(() => { ${work} });`;
  return execute(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
}

test('E-10.2940: a late removal of the lock of a dead process keeps the lock of its new owner', async () => {
  const root = await mkdtemp(join(tmpdir(), 'simiente-lock-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await cp(join(ROOT, 'scripts', 'prepare.mjs'), join(root, 'scripts', 'prepare.mjs'));
  await expect(runExclusively(root, 'process.exit(9);')).rejects.toMatchObject({ code: 9 });
  const lateProcess = runExclusively(
    root,
    "if (!fs.existsSync('released')) throw new Error('Two processes hold the lock');",
    `
    const { rmSync, renameSync } = fs;
    const [dead] = fs.readdirSync('.cache/preparing');
    fs.rmSync = (path, options) => {
      const isDead = path.endsWith('/' + dead);
      if (isDead) fs.writeFileSync('found', '');
      if (isDead) until(() => fs.existsSync('taken'));
      rmSync(path, options);
      if (isDead) fs.renameSync = (...paths) => {
        try { renameSync(...paths); } finally { fs.writeFileSync('tried', ''); }
      };
      syncBuiltinESMExports();
    };
    syncBuiltinESMExports();`,
  );
  await expect.poll(() => existsSync(join(root, 'found'))).toBe(true);
  await runExclusively(
    root,
    `fs.writeFileSync('taken', '');
    until(() => fs.existsSync('tried'));
    fs.writeFileSync('released', '');`,
  );
  await lateProcess;
});

test('each package of the lockfile gets its address in the configured registry', () => {
  const integrity = 'sha512-x';
  const own = { 'apps/web': { version: '1.0.0' }, 'node_modules/web': { link: true } };
  const bundled = {
    'node_modules/a/node_modules/b': { version: '1.0.0', integrity, inBundle: true },
  };
  const packages = {
    ...own,
    ...bundled,
    'node_modules/react': { version: '19.2.0', integrity },
    'node_modules/a/node_modules/@x/tool': { version: '1.0.0-rc.1', integrity },
    'node_modules/other': { name: '@x/real', version: '2.0.0', integrity },
  };
  const registry = 'https://packages.example/npm';
  expect(withAddresses({ lockfileVersion: 3, packages }, `${registry}/`)).toEqual({
    lockfileVersion: 3,
    packages: {
      ...own,
      ...bundled,
      'node_modules/react': {
        version: '19.2.0',
        integrity,
        resolved: `${registry}/react/-/react-19.2.0.tgz`,
      },
      'node_modules/a/node_modules/@x/tool': {
        version: '1.0.0-rc.1',
        integrity,
        resolved: `${registry}/@x/tool/-/tool-1.0.0-rc.1.tgz`,
      },
      'node_modules/other': {
        name: '@x/real',
        version: '2.0.0',
        integrity,
        resolved: `${registry}/@x/real/-/real-2.0.0.tgz`,
      },
    },
  });
});
