import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

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
 * A root of Debian 13 with the packages of the cluster, unpacked beside this machine's own ones. It is made once, in
 * the user's cache; the local configuration of apt names the mirror, and is not changed.
 * @returns {string} its folder
 */
export function ensurePackages() {
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
