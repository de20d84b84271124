import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { ROOT, SERVE } from '../../scripts/prepare.mjs';
import { ask } from './guard.mjs';
import { render } from './render.mjs';

/** Milliseconds. */
const RESTARTS_AFTER = 1_000;
const STARTS_WITHIN = 300_000;
const NETWORK = '10.77.0';
const WEB_PORT = 8080;
const BUCKET = 'simiente';
const SRV = '/srv/simiente';
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
const UNITS = [
  ...['etcd.service', 'patroni.service', 'haproxy.service', 'simiente@3001.service'],
  ...['simiente-migrate.service', 'simiente-guard.service'],
  ...['simiente-backup-full.timer', 'simiente-backup-diff.timer'],
  ...['simiente-backup@full.service', 'simiente-backup@diff.service'],
];

const [, , order, pid] = process.argv;
const { root, folder, command } = JSON.parse(order);

/** @typedef {{ name: string, address: string, root: string, within: string[] }} Machine */

async function main() {
  run('ip', ['link', 'set', 'lo', 'up']);
  run('ip', ['link', 'add', 'machines', 'type', 'bridge']);
  run('ip', ['address', 'add', `${NETWORK}.1/24`, 'dev', 'machines']);
  run('ip', ['link', 'set', 'machines', 'up']);
  const endpoint = await startStore(`${NETWORK}.1`);
  const rendered = join(folder, 'rendered');
  const { machines: named, ports, secrets } = render(writeValues(endpoint), rendered);
  const machines = [];
  for (const { NAME, ADDRESS } of named) {
    machines.push({
      name: NAME,
      address: ADDRESS,
      root: makeRoot(NAME, join(rendered, NAME)),
      within: await makeNetwork(NAME, ADDRESS),
      web: `http://${ADDRESS}:${WEB_PORT}`,
    });
  }
  for (const machine of machines) start(machine, ports);
  const web = machines.map((machine) => machine.web);
  await untilReady(web);
  const primary = await startBackups(machines);
  const cluster = join(folder, 'cluster.json');
  writeFileSync(
    cluster,
    JSON.stringify({
      machines,
      primary: primary.root,
      secrets,
      store: join(folder, 'store', BUCKET),
    }),
  );
  console.log(`The cluster is up, with its primary on ${primary.name}. ${web.join('  ')}
Account: jefa@simiente.example, ${secrets.ADMIN_PASSWORD}`);
  if (command.length === 0) {
    console.log(`As one of its machines: nsenter --target ${pid} --mount --net chroot ${primary.root} \\
  patronictl -c /etc/patroni/config.yml list
Ctrl-C takes it down.`);
    return await new Promise(() => {});
  }
  const [program, ...args] = command;
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, HA_CLUSTER: cluster, NODE_EXTRA_CA_CERTS: join(folder, 'store.pem') },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) keepLogs();
  return code ?? 1;
}

/** Copies the logs of a failed run out of its folder, which is removed. */
function keepLogs() {
  const kept = join(ROOT, 'test-results/ha');
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.log'))) {
    cpSync(join(folder, name), join(kept, name));
  }
  console.log(`The logs of its programs are in ${kept}.`);
}

function writeValues(endpoint) {
  const file = join(folder, 'values.env');
  const values = {
    MACHINES: [11, 12, 13].map((at) => `${NETWORK}.${at}`).join(' '),
    PROCESSES: '1',
    PUBLIC_URL: `http://${NETWORK}.11:${WEB_PORT}`,
    WEB_BIND: `ADDRESS:${WEB_PORT}`,
    ADMIN_EMAIL: 'jefa@simiente.example',
    CLINIC_TIME_ZONE: 'America/Mexico_City',
    S3_ENDPOINT: endpoint,
    S3_REGION: 'us-east-1',
    S3_BUCKET: BUCKET,
    S3_KEY: 'S3RVER',
    S3_SECRET: 'S3RVER',
    S3_CA_FILE: '/etc/simiente/ca/store.pem',
    BACKUP_WEEKS: '4',
  };
  writeFileSync(
    file,
    Object.entries(values)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(''),
  );
  return file;
}

/** The S3 service of the project's tests, with TLS, which pgBackRest requires. */
async function startStore(address) {
  const [key, certificate] = [join(folder, 'store.key'), join(folder, 'store.pem')];
  const openssl = 'req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=store'.split(' ');
  const names = ['-addext', `subjectAltName=IP:${address}`];
  run('openssl', [...openssl, ...names, '-keyout', key, '-out', certificate]);
  const s3rver = join(
    dirname(createRequire(import.meta.url).resolve('s3rver/package.json')),
    'bin/s3rver.js',
  );
  const args = [
    '-d',
    join(folder, 'store'),
    '-a',
    address,
    '-p',
    '9000',
    '--key',
    key,
    '--cert',
    certificate,
  ];
  keep('store', [
    process.execPath,
    '--openssl-legacy-provider',
    s3rver,
    ...args,
    '--configure-bucket',
    BUCKET,
    '--no-vhost-buckets',
    '-s',
  ]);
  return `https://${address}:9000`;
}

/** A machine's own files over the unpacked packages, installed as an operator does. */
function makeRoot(name, files) {
  const own = join(folder, name);
  const [upper, work, merged] = ['upper', 'work', 'root'].map((part) => join(own, part));
  for (const part of [upper, work, merged]) mkdirSync(part, { recursive: true });
  const options = `lowerdir=${root},upperdir=${upper},workdir=${work}`;
  run('mount', ['-t', 'overlay', 'overlay', '-o', options, merged]);
  run('mount', ['-t', 'proc', 'proc', join(merged, 'proc')]);
  run('mount', ['--rbind', '/dev', join(merged, 'dev')]);
  run('mount', ['--bind', ROOT, join(merged, SRV)]);
  mkdirSync(join(merged, 'tmp/files'));
  run('mount', ['--bind', files, join(merged, 'tmp/files')]);
  inRoot(merged, ['sh', `${SRV}/deploy/ha/install`, '/tmp/files', 'files']);
  run('cp', [join(folder, 'store.pem'), join(merged, 'etc/simiente/ca/store.pem')]);
  inRoot(merged, ['haproxy', '-c', '-q', '-f', '/etc/haproxy/haproxy.cfg']);
  inRoot(merged, ['systemd-analyze', 'verify', '--recursive-errors=no', '--man=no', ...UNITS]);
  return merged;
}

async function makeNetwork(name, address) {
  const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
  await once(holder, 'spawn');
  const space = `/proc/${holder.pid}/ns/net`;
  const own = readLink('/proc/self/ns/net');
  while (readLink(space) === own) await delay(10);
  const within = ['nsenter', `--net=${space}`];
  run('ip', [
    'link',
    'add',
    name,
    'type',
    'veth',
    'peer',
    'name',
    'eth0',
    'netns',
    String(holder.pid),
  ]);
  run('ip', ['link', 'set', name, 'master', 'machines', 'up']);
  for (const args of [
    ['address', 'add', `${address}/24`, 'dev', 'eth0'],
    ['link', 'set', 'eth0', 'up'],
    ['link', 'set', 'lo', 'up'],
  ]) {
    run(within[0], [...within.slice(1), 'ip', ...args]);
  }
  return within;
}

/** Starts the processes of the systemd units. */
function start(machine, ports) {
  const as = (user, args) => [
    ...machine.within,
    'chroot',
    `--userspec=${user}`,
    machine.root,
    ...args,
  ];
  const environment = (file) => parseEnv(readFileSync(join(machine.root, file), 'utf8'));
  keep(`${machine.name}-etcd`, as('etcd', ['etcd']), () => environment('etc/default/etcd'));
  const patroni = as('postgres', ['patroni', '/etc/patroni/config.yml']);
  keep(`${machine.name}-patroni`, patroni, () => ({ HOME: '/var/lib/postgresql' }));
  const haproxy = ['haproxy', '-db', '-f', '/etc/haproxy/haproxy.cfg'];
  keep(`${machine.name}-haproxy`, as('root', haproxy));
  const node = `${SRV}/deploy/node`;
  const serve = SERVE.map((part) => part.replace(ROOT, SRV));
  const guard = [node, '/etc/simiente/guard.mjs', machine.address, '/var/lib/postgresql/simiente'];
  keep(`${machine.name}-guard`, as('postgres', guard));
  const getDataFolder = (name) => {
    const data = `/var/lib/simiente/${name}`;
    inRoot(machine.root, ['install', '-d', '-o', 'simiente', '-m', '700', data]);
    return data;
  };
  const settings = () => environment('etc/simiente/simiente.env');
  // Runs once, like its unit: it waits for the database.
  const log = openSync(join(folder, `${machine.name}-migrate.log`), 'a');
  const [program, ...args] = as('simiente', [node, ...serve.with(-1, 'migrate')]);
  const env = { ...settings(), ...environment('etc/simiente/migrate.env'), PATH };
  spawn(program, args, {
    env: { ...env, DATA_DIR: getDataFolder('migrate') },
    stdio: ['ignore', log, log],
  });
  for (const port of ports) {
    const data = getDataFolder(port);
    keep(`${machine.name}-simiente-${port}`, as('simiente', [node, ...serve]), () => ({
      ...settings(),
      PORT: String(port),
      METRICS_TOKEN: 'a token of the trial',
      // The trial signs in with a password.
      REQUIRE_TWO_FACTOR: '0',
      DATA_DIR: data,
    }));
  }
}

/**
 * Starts a process and restarts it whenever it ends, unless a file marks it as stopped. Its environment is read at
 * each start; its output goes to a file.
 */
function keep(name, [program, ...args], environment = () => ({})) {
  const log = openSync(join(folder, `${name}.log`), 'a');
  const again = () => setTimeout(begin, RESTARTS_AFTER);
  const begin = () => {
    if (existsSync(join(folder, `${name}.stopped`))) return again();
    const env = { PATH, ...environment() };
    return spawn(program, args, { env, stdio: ['ignore', log, log] }).once('exit', again);
  };
  begin();
}

async function untilReady(web) {
  const deadline = Date.now() + STARTS_WITHIN;
  for (const url of web) {
    while ((await fetchStatus(`${url}/health/ready`)) !== 200) {
      if (Date.now() > deadline) throw new Error(`${url} did not become ready.\n${lastWords()}`);
      await delay(300);
    }
  }
}

/** The first full backup, which an operator makes by hand. */
async function startBackups(machines) {
  for (const machine of machines) {
    const { status } = await ask(
      `https://${machine.address}:8008/primary`,
      undefined,
      machine.root,
    );
    if (status !== 200) continue;
    for (const args of [['stanza-create'], ['--type=full', 'backup']]) {
      inRoot(
        machine.root,
        ['pgbackrest', '--stanza=simiente', ...args],
        machine.within,
        'postgres',
      );
    }
    return machine;
  }
  throw new Error('There is no primary.');
}

async function fetchStatus(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status;
}

function inRoot(place, args, within = [], user = 'root') {
  const [program, ...rest] = [...within, 'chroot', `--userspec=${user}`, place, ...args];
  run(program, rest);
}

function run(program, args) {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe', env });
  } catch (error) {
    throw new Error(
      `${program} ${args.join(' ')}: ${error.stderr || error.message}${error.stdout ?? ''}`,
    );
  }
}

function lastWords() {
  return run('sh', ['-c', `tail -n 5 ${folder}/*.log`]);
}

const readLink = (link) => execFileSync('readlink', [link], { encoding: 'utf8' });

new Socket({ fd: 3 })
  .on('error', () => {})
  .on('close', () => process.exit(1))
  .resume();
process.exitCode = await main().catch((error) => {
  console.error(error.message);
  return 1;
});
process.exit();
