import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from './prepare.mjs';

const execute = promisify(execFile);

/** A project whose only dependency is a package beside it, so that npm needs no network. */
async function smallProject() {
  const root = await mkdtemp(join(tmpdir(), 'simiente-install-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const folder of ['scripts', 'node']) await mkdir(join(root, folder));
  await cp(join(ROOT, 'scripts', 'prepare.mjs'), join(root, 'scripts', 'prepare.mjs'));
  await writeFile(join(root, 'node', 'run.mjs'), '#!/usr/bin/env node\n');
  const own = { name: 'node', version: '1.0.0', bin: { node: 'run.mjs' } };
  await writeFile(join(root, 'node', 'package.json'), JSON.stringify(own));
  const project = { name: 'small', type: 'module', devDependencies: { node: 'file:node' } };
  await writeFile(join(root, 'package.json'), JSON.stringify(project));
  await execute('npm', ['install', '--package-lock-only'], { cwd: root });
  return root;
}

async function ensureInstalled(root) {
  const call = "import('./scripts/prepare.mjs').then((prepare) => prepare.ensureInstalled())";
  const { stdout } = await execute(process.execPath, ['-e', call], { cwd: root });
  return stdout;
}

test('a clone without packages gets those of its lockfile, once', async () => {
  const root = await smallProject();
  expect(await ensureInstalled(root)).toContain('Installing dependencies');
  expect(existsSync(join(root, 'node_modules', '.bin', 'node'))).toBe(true);
  expect(await ensureInstalled(root)).toBe('');
});
