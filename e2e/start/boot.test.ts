import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { isFullRun } from '../../scripts/test-length.mjs';
import { ROOT, run, withFolder } from './run.ts';

/** The files of a fresh clone of the project. */
function copyProject(folder: string): void {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT })
    .toString()
    .split('\0');
  for (const file of files.filter(Boolean)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(folder, file));
  }
}

/**
 * The packages and the web application of this clone, without its stamp: `npm start` checks the packages and builds
 * the server alone. `npm run test:all` downloads and builds everything.
 */
function lendPackages(folder: string): void {
  const [from = '', to = ''] = [ROOT, folder].map((root) => path.join(root, 'node_modules'));
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name === '@simiente' || name === '.simiente-install') continue;
    symlinkSync(path.join(from, name), path.join(to, name));
  }
  // Relative links, to the copy's own workspaces.
  const options = { recursive: true, verbatimSymlinks: true };
  cpSync(path.join(from, '@simiente'), path.join(to, '@simiente'), options);
  for (const name of readdirSync(path.join(from, '@simiente'))) {
    const workspace = realpathSync(path.join(from, '@simiente', name));
    const own = path.join(workspace, 'node_modules');
    if (existsSync(own)) symlinkSync(own, path.join(folder, path.relative(ROOT, own)));
  }
  cpSync(path.join(ROOT, 'apps/web/dist'), path.join(folder, 'apps/web/dist'), options);
}

/** Environment of a user's machine: without our Node in the path, and without our settings. */
function cleanEnvironment(port: number): Record<string, string> {
  const own = path.join(ROOT, 'node_modules');
  const PATH = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((entry) => !entry.startsWith(own))
    .join(path.delimiter);
  return { PATH, HOME: process.env.HOME ?? '', PORT: String(port), DEMO_PATIENTS: '25' };
}

test('npm start on a fresh copy gives a working product, and again with its data', async ({
  page,
}) => {
  test.skip(!existsSync(path.join(ROOT, '.git')), 'git lists the files of a clone');
  await withFolder(async (folder) => {
    copyProject(folder);
    if (!isFullRun) lendPackages(folder);
    const start = async () => {
      const server = run('npm', ['start'], { cwd: folder, env: cleanEnvironment(0) });
      const [, url = '', email = '', password = ''] = await server.line(
        /Dirección:\s+(\S+)\n\s*Correo:\s+(\S+)\n\s*Contraseña:\s+(\S+)/,
      );
      return { server, url, email, password };
    };

    const first = await start();
    await page.goto(`${first.url}/login`);
    await page.getByLabel('Correo electrónico').fill(first.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(first.password);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Pacientes', exact: true }).click();
    await expect(page.getByText('25 pacientes registrados')).toBeVisible();
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByText('1 elemento eliminado')).toBeVisible();
    first.server.child.kill('SIGINT');
    expect(await first.server.ended).toBe(0);

    const second = await start();
    expect(second.password).toBe(first.password);
    // The session persists: cookies do not depend on the port.
    await page.goto(`${second.url}/pacientes`);
    await expect(page.getByText('24 pacientes registrados')).toBeVisible();
    second.server.child.kill('SIGTERM');
    expect(await second.server.ended).toBe(0);
  });
});

/** npm of Node 20 and 22, and of Node 24. */
const NPM_VERSIONS = ['10.8.2', '10.9.4', '11.6.1'];

// Each of these tests downloads every package.
if (isFullRun) {
  for (const version of NPM_VERSIONS) {
    test(`M1: a fresh clone starts with npm ${version}, in a folder with spaces and accents, and stays clean`, async () => {
      await withFolder(async (parent) => {
        const npm = path.join(parent, 'npm');
        execFileSync('npm', ['install', '--no-save', '--prefix', npm, `npm@${version}`]);
        const folder = path.join(parent, 'Clínica del Niño');
        mkdirSync(folder);
        copyProject(folder);
        const git = (...args: string[]) =>
          execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
            cwd: folder,
            encoding: 'utf8',
          });
        git('init', '--quiet');
        git('add', '--all');
        git('commit', '--quiet', '--message', 'clone');
        // Runs as an ordinary user who owns the clone, if the test is root.
        const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
        if ('uid' in user) execFileSync('chown', ['-R', '65534:65534', parent]);
        const cli = path.join(npm, 'node_modules', 'npm', 'bin', 'npm-cli.js');
        const env = { ...cleanEnvironment(0), HOME: parent };
        const server = run('node', [cli, 'start'], { cwd: folder, env, ...user });
        const [, url = ''] = await server.line(/Dirección:\s+(\S+)/);
        expect((await fetch(`${url}/health/ready`)).status).toBe(200);
        server.child.kill('SIGINT');
        expect(await server.ended).toBe(0);
        expect(git('-c', `safe.directory=${folder}`, 'status', '--porcelain')).toBe('');
      });
    });
  }
}
