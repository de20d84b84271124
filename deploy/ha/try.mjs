import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled } from '../../scripts/prepare.mjs';

const USAGE = `Usage: deploy/ha/try [-- COMMAND…]

Brings up deploy/ha on this machine: three machines, each with etcd, Patroni with PostgreSQL, HAProxy and one
process of Simiente, from Debian 13's packages, and an S3 service. They have a network of their own, which
nothing outside reaches. It is taken down on Ctrl-C, or after COMMAND, whose exit code it gives. HA_CLUSTER names a JSON file that describes it to COMMAND.`;

const INSIDE = fileURLToPath(new URL('inside.mjs', import.meta.url));

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const missing = ['apt-get', 'dpkg-deb', 'unshare', 'nsenter', 'chroot', 'ip'].filter(
    (tool) => spawnSync(tool, ['--version']).error,
  );
  if (process.getuid?.() !== 0 || missing.length > 0) {
    throw new Error(
      `It needs a Linux with Debian's apt and root, who makes namespaces${missing.length > 0 ? `; missing here: ${missing.join(', ')}` : ''}.`,
    );
  }
  await ensureInstalled();
  await ensureBuilt();
  const root = ensurePackages();
  const folder = mkdtempSync(join(tmpdir(), 'simiente-ha-'));
  try {
    return await runInside(root, folder, positionals);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Everything runs in namespaces of networks, processes and mounts: when their first process ends, the kernel ends
 * and unmounts the rest. That process ends when the pipe to this one breaks, however this one ends.
 */
function runInside(root, folder, command) {
  const isolated = ['--net', '--mount', '--mount-proc', '--pid', '--fork', '--kill-child'];
  const init = [join(root, 'usr/bin/tini-static'), '-s', '--'];
  const order = JSON.stringify({ root, folder, command });
  const inside = [...init, process.execPath, INSIDE, order];
  // Inside, the host's process id of the namespaces is not visible.
  const unshare = ['-c', 'exec unshare "$@" "$$"', 'sh', ...isolated];
  const child = spawn('sh', [...unshare, ...inside], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    detached: true,
  });
  child.stdio[3].on('error', () => {});
  let signalled = 0;
  for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 })) {
    process.on(signal, () => {
      signalled = 128 + number;
      child.stdio[3].destroy();
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(signalled || (code ?? 1)));
  });
}

const RELEASE = 'trixie';
/** Packages of `install`, and those that Debian has on every machine. */
const PACKAGES = [
  ...['ca-certificates', 'patroni', 'postgresql-17', 'etcd-server', 'etcd-client', 'haproxy'],
  ...[
    'python3-etcd',
    'python3-dnspython',
    'pgbackrest',
    'bash',
    'dash',
    'coreutils',
    'grep',
    'sed',
    'passwd',
    'tini',
    'systemd',
    'mawk',
  ],
];
const ACCOUNTS = { postgres: 5432, etcd: 5433, haproxy: 5434 };

/**
 * A root of Debian 13 with the packages of the cluster, unpacked beside this machine's own ones. It is created once, in
 * the user's cache; the local configuration of apt names the mirror, and is not changed.
 * @returns {string} its folder
 */
function ensurePackages() {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(cache, 'simiente', `ha-${RELEASE}`);
  const root = join(folder, 'root');
  const stamp = join(root, '.packages');
  const wanted = PACKAGES.join(' ');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return root;
  console.log(
    `Unpacking Debian 13's Patroni, PostgreSQL, etcd, HAProxy and pgBackRest into ${folder}…`,
  );
  const unpacking = join(folder, 'unpacking');
  for (const old of [root, unpacking]) rmSync(old, { recursive: true, force: true });
  mkdirSync(unpacking, { recursive: true });
  for (const deb of download(folder)) {
    const args = ['-c', 'dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" --keep-directory-symlink'];
    run('sh', [...args, 'sh', deb, unpacking]);
  }
  finish(unpacking);
  writeFileSync(join(unpacking, '.packages'), wanted);
  renameSync(unpacking, root);
  return root;
}

/** The packages and their dependencies, from this machine's Debian mirror. */
function download(folder) {
  const sources = listSources();
  const archives = join(folder, 'archives');
  for (const part of ['lists/partial', 'archives/partial']) {
    mkdirSync(join(folder, part), { recursive: true });
  }
  writeFileSync(join(folder, 'sources.list'), sources);
  writeFileSync(join(folder, 'status'), '');
  const options = {
    'Dir::State': folder,
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': folder,
    'Dir::Etc::SourceList': join(folder, 'sources.list'),
    'Dir::Etc::SourceParts': '-',
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
  };
  const args = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  run('apt-get', [...args, 'update', '--error-on=any']);
  const install = ['install', '--yes', '--download-only', '--no-install-recommends'];
  run('apt-get', [...args, ...install, ...PACKAGES]);
  return readdirSync(archives)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => join(archives, name));
}

function listSources() {
  const sites = new Set(
    run('apt-get', ['indextargets', '--format', '$(SITE)', 'Origin: Debian']).trim().split('\n'),
  );
  const lines = [...sites].flatMap((site) => {
    if (/\/debian\/?$/.test(site)) return [`deb ${site} ${RELEASE} main`];
    if (/\/debian-security\/?$/.test(site)) return [`deb ${site} ${RELEASE}-security main`];
    return [];
  });
  if (lines.length === 0) throw new Error("This machine's apt names no Debian.");
  return `${lines.join('\n')}\n`;
}

/** Does the work of the packages' own scripts. */
function finish(root) {
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    if (!existsSync(join(root, name))) symlinkSync(`usr/${name}`, join(root, name));
  }
  for (const name of ['dev', 'proc', 'tmp', 'run', 'root', 'srv/simiente']) {
    mkdirSync(join(root, name), { recursive: true });
  }
  rmSync(join(root, 'var/run'), { recursive: true, force: true });
  symlinkSync('/run', join(root, 'var/run'));
  // Debian's default for awk, which pgbackrest-wal.sh needs.
  symlinkSync('mawk', join(root, 'usr/bin/awk'));
  for (const name of ['passwd', 'group']) {
    const master = readFileSync(join(root, `usr/share/base-passwd/${name}.master`), 'utf8');
    writeFileSync(join(root, 'etc', name), master.replaceAll(':*:', ':x:'));
  }
  for (const [name, id] of Object.entries(ACCOUNTS)) {
    appendFileSync(
      join(root, 'etc/passwd'),
      `${name}:x:${id}:${id}::/var/lib/${name === 'postgres' ? 'postgresql' : name}:/bin/sh\n`,
    );
    appendFileSync(join(root, 'etc/group'), `${name}:x:${id}:\n`);
  }
  run('chmod', ['1777', join(root, 'tmp')]);
  const folders = { postgres: ['var/lib/postgresql', 'run/postgresql'], etcd: ['var/lib/etcd'] };
  for (const [name, owned] of Object.entries(folders)) {
    for (const folder of owned) {
      mkdirSync(join(root, folder), { recursive: true });
      run('chown', [`${ACCOUNTS[name]}:${ACCOUNTS[name]}`, join(root, folder)]);
    }
  }
  run('chroot', [
    root,
    'sh',
    '-c',
    'ldconfig; cat /usr/share/ca-certificates/*/*.crt > /etc/ssl/certs/ca-certificates.crt',
  ]);
}

function run(command, args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const why = error.code ?? String(error.stderr).trim().split('\n').slice(-3).join('\n');
    throw new Error(`${command} ${args.at(-1)}: ${why}`);
  }
}

process.exitCode = await main().catch((error) => {
  console.error(error.message);
  return 1;
});
