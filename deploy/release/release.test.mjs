import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * `npm run test:release`: installs, updates and rescues Simiente on a Debian 12 that systemd-nspawn boots, with the
 * commands of docs/es/primer-dia.md and docs/es/emergencias.md. Needs root, debootstrap, systemd-container and a
 * mirror of Debian (DEBIAN_MIRROR).
 */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const CACHE = join(ROOT, '.cache');
const DEBIAN = join(CACHE, 'debian-12');
const MACHINE = join(CACHE, 'machine');
const HOME = join(MACHINE, 'root');
const PACKAGES =
  'systemd,systemd-sysv,dbus,sudo,caddy,curl,ca-certificates,openssl,libnss-myhostname';
const PASSPHRASE = 'cuatro jacarandas en la esquina';
const DOMAIN = 'simiente.test';

/** The archives: of this commit, of a later one that changes the tables, and of one that does not start. */
const archives = {};
const seconds = {};
let container;

before(async () => {
  for (const program of ['debootstrap', 'systemd-nspawn', 'nsenter']) {
    assert.equal(spawnSync('which', [program]).status, 0, `Install ${program} to run this test`);
  }
  assert.equal(process.getuid(), 0, 'Run this test as root');
  makeArchives();
  if (!existsSync(DEBIAN)) {
    const mirror = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';
    const args = [
      '--variant=minbase',
      `--include=${PACKAGES}`,
      'bookworm',
      `${DEBIAN}.new`,
      mirror,
    ];
    rmSync(`${DEBIAN}.new`, { recursive: true, force: true });
    execFileSync('debootstrap', args, { stdio: 'ignore' });
    execFileSync('mv', [`${DEBIAN}.new`, DEBIAN]);
  }
  await boot();
});

after(() => container?.kill('SIGKILL'));

/** A clone of the commit; a second commit adds a migration, a third one breaks the start. */
function makeArchives() {
  const clone = join(CACHE, 'release-clone');
  const kept = join(CACHE, 'archives');
  const commitId = execFileSync('git', ['-C', ROOT, 'rev-parse', 'HEAD'], { encoding: 'utf8' });
  const stamp = join(kept, 'made-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === commitId) {
    for (const name of ['now', 'later', 'broken']) archives[name] = findArchive(join(kept, name));
    return;
  }
  rmSync(kept, { recursive: true, force: true });
  rmSync(clone, { recursive: true, force: true });
  execFileSync('git', ['clone', '-q', '--shared', ROOT, clone]);
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), join(clone, 'node_modules')]);
  for (const workspace of ['apps/server', 'apps/web']) {
    const modules = join(workspace, 'node_modules');
    if (existsSync(join(ROOT, modules))) {
      execFileSync('cp', ['-al', join(ROOT, modules), join(clone, modules)]);
    }
  }
  const commit = (words) =>
    execFileSync('git', [
      '-C',
      clone,
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@simiente.example',
      'commit',
      '-qam',
      words,
    ]);
  const make = (name) => {
    execFileSync('node', ['scripts/release.mjs'], { cwd: clone, stdio: 'ignore' });
    const folder = join(clone, '.cache', 'release');
    cpSync(folder, join(kept, name), { recursive: true });
    archives[name] = findArchive(folder);
  };
  make('now');
  const journal = join(clone, 'apps/server/migrations/meta/_journal.json');
  const entries = JSON.parse(readFileSync(journal, 'utf8'));
  const last = entries.entries.at(-1);
  entries.entries.push({
    ...last,
    idx: last.idx + 1,
    when: last.when + 1,
    tag: '9999_release_test',
  });
  writeFileSync(journal, JSON.stringify(entries, null, 2));
  writeFileSync(
    join(dirname(journal), '..', '9999_release_test.sql'),
    'create table release_test (id integer primary key);\n',
  );
  execFileSync('git', ['-C', clone, 'add', '-A']);
  commit('db: add a table');
  make('later');
  const serve = join(clone, 'apps/server/src/commands/serve/serve.ts');
  const source = readFileSync(serve, 'utf8');
  writeFileSync(
    serve,
    source.replace(
      'await openInstallation(config',
      "await openInstallation(config, 'server', log).then((opened) => opened.close());\n  if (config.port > 0) throw new Error('broken on purpose');\n  await openInstallation(config",
    ),
  );
  commit('serve: fail after migrating');
  make('broken');
  writeFileSync(stamp, commitId);
}

function findArchive(folder) {
  return readdirSync(folder).find((entry) => entry.endsWith('.tar.gz'));
}

/** A new Debian without network, except its own loopback, and with the archives in /root. */
async function boot() {
  container?.kill('SIGKILL');
  // The last processes of a killed machine may still write.
  rmSync(MACHINE, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  execFileSync('cp', ['-a', DEBIAN, MACHINE]);
  writeFileSync(join(MACHINE, 'etc/hosts'), `127.0.0.1 localhost ${DOMAIN}\n`);
  for (const name of Object.keys(archives)) {
    execFileSync('cp', ['-r', join(CACHE, 'archives', name), HOME]);
  }
  for (const file of readdirSync(join(HOME, 'now')))
    copyFileSync(join(HOME, 'now', file), join(HOME, file));
  const args = ['-D', MACHINE, '--boot', '--private-network', '--register=no', '--keep-unit'];
  container = spawn('systemd-nspawn', args, { stdio: 'ignore' });
  await until(() => /running|degraded/.test(inside('systemctl is-system-running').text));
}

/** Runs a line in the machine. A `typed` text is entered at a terminal. */
function inside(line, { typed } = {}) {
  const [leader] = spawnSync('pgrep', ['-P', String(container.pid)], {
    encoding: 'utf8',
  }).stdout.split('\n');
  if (!leader) return { code: 1, text: '' };
  const there = `cd /root && ${line}`;
  const command =
    typed === undefined ? ['bash', '-c', there] : ['script', '-qec', there, '/dev/null'];
  const { status, stdout, stderr } = spawnSync(
    'nsenter',
    [
      '-t',
      leader,
      '-a',
      'env',
      '-i',
      'HOME=/root',
      'LANG=C.UTF-8',
      'TERM=dumb',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      ...command,
    ],
    { encoding: 'utf8', input: typed },
  );
  return { code: status, text: `${stdout}${stderr}` };
}

/** Runs a command inside the machine, and fails if it fails. */
function succeed(line, options) {
  const started = Date.now();
  const { code, text } = inside(line, options);
  assert.equal(code, 0, `${line}\n${text}`);
  seconds[line] = Math.round((Date.now() - started) / 1000);
  return text;
}

async function until(holds) {
  const end = Date.now() + 180_000;
  while (!holds()) {
    assert.ok(Date.now() < end, 'It took more than three minutes');
    await delay(500);
  }
}

const isReady = () => inside('/opt/simiente/current/is-answering ready').code === 0;
const version = () => succeed('readlink /opt/simiente/current').trim();

/** The commands of a document's part, in their order. */
function commandsIn(document, heading) {
  const text = readFileSync(join(ROOT, 'docs/es', document), 'utf8');
  const part = text.split(/^## /m).find((piece) => piece.startsWith(heading));
  assert.ok(part, `${document} has no «${heading}»`);
  return [...part.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block]) => block.trim().split('\n'));
}

test('E-10.1535: the first day: every command of the document, from an empty Debian to a verified backup', () => {
  for (const line of commandsIn('primer-dia.md', 'Instalar')) {
    // The package is there: the machine has no network.
    if (line.includes('apt-get')) continue;
    const typed = line.includes('install.sh')
      ? `${[DOMAIN, '/srv/respaldos', PASSPHRASE, 'jefa@clinica.mx', 'Ana Jefa'].join('\n')}\n`
      : undefined;
    const text = succeed(line, { typed });
    if (typed)
      assert.match(
        text,
        /Contraseña \(se muestra una sola vez\): \S+[\s\S]*Listo: https:\/\/simiente\.test/,
      );
  }
  assert.ok(isReady());
  for (const part of ['El primer respaldo', 'Saber que está bien']) {
    for (const line of commandsIn('primer-dia.md', part)) succeed(line);
  }
  assert.match(succeed('simiente --version'), /^\d+\.\d+\.\d+ \([0-9a-f]{10}\)$/m);
});

test('the unit is valid, the settings are private and the service runs without rights', () => {
  assert.equal(succeed('systemd-analyze verify /etc/systemd/system/simiente.service').trim(), '');
  assert.equal(succeed('stat -c "%a %U" /etc/simiente/simiente.env').trim(), '600 simiente');
  assert.equal(
    succeed('stat -c %U /var/lib/simiente/data/postgres /srv/respaldos/*.respaldo')
      .replaceAll('simiente', '')
      .trim(),
    '',
  );
  assert.match(
    succeed('systemctl show -p User,KillMode,NoNewPrivileges simiente'),
    /NoNewPrivileges=yes/,
  );
  const repeated = succeed('simiente-0.1.0/install.sh');
  assert.match(repeated, /Se conserva|se conserva/);
});

test('Caddy serves the domain with a certificate of our own', async () => {
  const make =
    'openssl req -x509 -newkey rsa:2048 -nodes -keyout /etc/caddy/key.pem -out /etc/caddy/cert.pem -days 2 -subj /CN=simiente.test -addext subjectAltName=DNS:simiente.test';
  succeed(`${make} 2>/dev/null && chown caddy /etc/caddy/*.pem`);
  succeed(
    "sed -i 's|^simiente.test {|&\\n\\ttls /etc/caddy/cert.pem /etc/caddy/key.pem|' /etc/simiente/Caddyfile && systemctl restart caddy",
  );
  await until(
    () =>
      inside('curl -fsS --cacert /etc/caddy/cert.pem https://simiente.test/health/ready').code ===
      0,
  );
  const head = succeed('curl -sSI --cacert /etc/caddy/cert.pem https://simiente.test/login');
  assert.match(head, /strict-transport-security/i);
});

test('a damaged archive changes nothing', () => {
  const before = version();
  succeed(`mkdir -p damaged && cp later/* damaged/ && printf x >> damaged/${archives.later}`);
  const { code, text } = inside(`simiente update damaged/${archives.later}`);
  assert.equal(code, 1);
  assert.match(text, /está dañado o incompleto/);
  assert.equal(version(), before);
});

test('E-10.1536: an update to a later version keeps the data, and a rollback brings the earlier data back', () => {
  const before = version();
  succeed(`simiente update later/${archives.later}`);
  assert.notEqual(version(), before);
  succeed('simiente staff add --email nueva@clinica.mx --name Nueva');
  for (const line of commandsIn('emergencias.md', 'La versión nueva no funciona'))
    succeed(line, { typed: 'sí\n' });
  assert.equal(version(), before);
  assert.ok(isReady());
  const accounts = succeed('simiente staff list');
  assert.match(accounts, /jefa@clinica\.mx/);
  assert.doesNotMatch(accounts, /nueva@clinica\.mx/);
});

test('a version that does not start is replaced by the earlier one with its data', () => {
  const before = version();
  const { code, text } = inside(`simiente update broken/${archives.broken}`);
  assert.equal(code, 1, text);
  assert.match(text, /se regresa a la anterior/);
  assert.equal(version(), before);
  assert.ok(isReady());
  assert.match(succeed('simiente staff list'), /jefa@clinica\.mx/);
});

for (const moment of [1, 4, 8, 14]) {
  test(`an update that is killed after ${moment} s leaves one of the two versions running`, async () => {
    const [earlier, later] = [version(), 'later'];
    const running = spawn('true');
    running.unref();
    inside(
      `(setsid simiente update ${later}/${archives.later} > /dev/null 2>&1 &) ; sleep ${moment}; systemctl kill -s KILL simiente-update; pkill -9 -f 'manage update'; true`,
    );
    await until(isReady);
    assert.match(succeed('simiente staff list'), /jefa@clinica\.mx/);
    if (version() !== earlier) succeed('simiente update --rollback --yes');
  });
}

test('emergencies: the commands of the document', async () => {
  for (const part of [
    'Nadie puede abrir Simiente',
    'Alguien no puede entrar',
    'Una cuenta hizo algo',
  ]) {
    if (part.startsWith('Una')) succeed('simiente staff add --email otra@clinica.mx --name Otra');
    for (const line of commandsIn('emergencias.md', part)) {
      // The only administrator cannot be suspended.
      succeed(line.replace(/(suspend|activate) jefa/, '$1 otra'));
      if (line.includes('restart')) await until(isReady);
    }
  }
});

test('emergencies: back to a minute, to a backup, and on another machine', async () => {
  // `--to` takes whole minutes.
  const now = (shift = '') =>
    succeed(`TZ=America/Mexico_City date -d 'now ${shift}' '+%Y-%m-%d %H:%M'`).trim();
  const minute = now('+1 minute');
  await until(() => now() === minute);
  succeed('simiente staff add --email despues@clinica.mx --name Después');
  await until(() => /despues/.test(succeed('simiente staff list')));
  const [toMinute] = commandsIn('emergencias.md', 'Volver a un minuto');
  succeed(toMinute.replace(/'.*'/, `'${minute}'`), { typed: 'sí\n' });
  assert.doesNotMatch(succeed('simiente staff list'), /despues@/);
  for (const line of commandsIn('emergencias.md', 'Volver a un respaldo'))
    succeed(line, { typed: 'sí\n' });
  assert.ok(isReady());
  assert.doesNotMatch(succeed('simiente staff list'), /otra@/);

  succeed('cp /srv/respaldos/primero.respaldo /srv/respaldos/secretos.tar.gz /root');
  const kept = ['primero.respaldo', 'secretos.tar.gz'].map((name) => [
    name,
    readFileSync(join(HOME, name)),
  ]);
  await boot();
  for (const [name, bytes] of kept) writeFileSync(join(HOME, name), bytes);
  writeFileSync(join(HOME, 'phrase'), PASSPHRASE);
  succeed(
    `tar -xzf ${archives.now} && simiente-*/install.sh --domain ${DOMAIN} --email x@clinica.mx --name X --backup-dir /srv/respaldos --passphrase-file phrase`,
  );
  for (const line of commandsIn('emergencias.md', 'Se perdió el servidor'))
    succeed(line, { typed: 'sí\n' });
  assert.match(succeed('simiente staff list'), /jefa@clinica\.mx/);
});

test('the figures: size of the archive, memory and seconds', () => {
  const size = statSync(join(CACHE, 'archives', 'now', archives.now)).size;
  assert.ok(size < 200_000_000);
  const memory = succeed(
    "find /proc -maxdepth 1 -user simiente -exec cat {}/smaps_rollup ';' 2> /dev/null | awk '/^Pss:/ {sum += $2} END {print int(sum / 1000)}'",
  ).trim();
  console.log(`archive ${Math.round(size / 1e6)} MB; memory of the service ${memory} MB`);
  console.table(
    Object.entries(seconds)
      .filter(([, took]) => took > 2)
      .map(([line, took]) => ({ line: line.slice(0, 80), seconds: took })),
  );
});
