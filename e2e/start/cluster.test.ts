import { execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { VARIABLES } from '@simiente/server/config';
import { parse } from 'yaml';
import { ask } from '../../deploy/ha/guard.mjs';
import { ROOT, withFolder } from './run.ts';

const EXAMPLE = readFileSync(path.join(ROOT, 'deploy/ha/values.example.env'), 'utf8');
const GIVEN = EXAMPLE.replace('S3_BUCKET=', 'S3_BUCKET=clinica')
  .replace('S3_KEY=', 'S3_KEY=una')
  .replace('S3_SECRET=', 'S3_SECRET=otra')
  .replace('PROCESSES=1', 'PROCESSES=2');

function render(folder: string, values: string): string {
  const file = path.join(folder, 'values.env');
  writeFileSync(file, values);
  const script = path.join(ROOT, 'deploy/ha/render.mjs');
  return execFileSync(process.execPath, [script, file, path.join(folder, 'out')], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** A program beside the rendered files, which deploy/ha/install copies. */
const INSTALLED = '/etc/simiente/guard.mjs';
/** Files that deploy/ha/install creates empty, and those that the operator may add. */
const OWN = ['/etc/simiente/ca', '/etc/simiente/propio.env'];

interface Service {
  readonly command?: string[];
  readonly env_file?: string | (string | { path: string; required: false })[];
  readonly environment?: Record<string, string>;
  readonly network_mode: string;
  readonly cap_drop: string[];
  readonly volumes: string[];
}

test('the cluster is rendered from one set of values, completely, privately and reproducibly', async () => {
  await withFolder(async (folder) => {
    const [secrets, ...folders] = render(folder, GIVEN).trim().split('\n');
    expect(secrets).toContain('Secretos nuevos en');
    expect(folders).toHaveLength(3);
    const out = path.join(folder, 'out');
    const texts = new Map(listFiles(out).map((file) => [file, readFileSync(file, 'utf8')]));
    for (const [file, text] of texts) {
      expect(text, file).not.toMatch(/\$\{|undefined/);
      expect(statSync(file).mode & 0o077, file).toBe(0);
    }
    // Rendering with existing secrets reports no new ones.
    expect(render(folder, GIVEN).trim().split('\n')).toHaveLength(3);
    for (const [file, text] of texts) expect(readFileSync(file, 'utf8')).toBe(text);

    const machine = path.join(out, 'simiente-2');
    const read = (name: string) => readFileSync(path.join(machine, name), 'utf8');
    const namesIn = (file: string) =>
      [...read(file).matchAll(/^(\w+)=(.+)$/gm)].map(([, name = '']) => name);
    const names = namesIn('etc/simiente/simiente.env');
    expect(names.length).toBeGreaterThan(12);
    // S11: the processes that serve have no address of the owner.
    expect(names).not.toContain('DATABASE_OWNER_URL');
    expect(namesIn('etc/simiente/migrate.env')).toEqual(['DATABASE_OWNER_URL']);
    expect(read('etc/systemd/system/simiente@.service')).not.toContain('migrate.env');
    for (const name of names) expect(VARIABLES).toContain(name);
    expect(parse(read('etc/patroni/config.yml'))).toMatchObject({
      name: 'simiente-2',
      etcd3: { hosts: '10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379' },
      bootstrap: {
        dcs: { synchronous_mode: true, synchronous_mode_strict: true, failsafe_mode: true },
      },
    });
    const servers = read('etc/haproxy/haproxy.cfg').match(/^ {2}server .+$/gm);
    expect(servers).toHaveLength(3 + 6 + 6 + 2);
    expect(read('ports')).toBe('3001 3002');
    // A shell that reads the settings gets each value whole.
    const sourced = execFileSync(
      'sh',
      ['-c', '. "$0"; printf %s "$FILES_URL"', path.join(machine, 'etc/simiente/simiente.env')],
      {
        encoding: 'utf8',
      },
    );
    expect(sourced).toBe(
      's3://clinica/simiente?endpoint=https://s3.us-east-1.amazonaws.com&region=us-east-1',
    );
    // The line that names an authority is absent without one.
    expect(read('etc/pgbackrest.conf')).not.toContain('ca-file');

    const compose = parse(read('compose.yaml'), { merge: true }) as {
      services: Record<string, Service>;
      volumes: Record<string, unknown>;
    };
    expect(Object.keys(compose.services)).toEqual([
      ...['etcd', 'patroni', 'guard', 'haproxy', 'migrate', 'simiente-3001', 'simiente-3002'],
    ]);
    for (const service of Object.values(compose.services)) {
      expect(service).toMatchObject({ network_mode: 'host', cap_drop: ['ALL'] });
      for (const name of Object.keys(service.environment ?? {})) expect(VARIABLES).toContain(name);
      const settings = [service.env_file ?? []]
        .flat()
        .map((file) => (typeof file === 'string' ? file : file.path));
      for (const mounted of [...service.volumes, ...settings]) {
        const [source = ''] = mounted.split(':');
        if (OWN.includes(source)) continue;
        if (source === INSTALLED)
          expect(existsSync(path.join(ROOT, 'deploy/ha', path.basename(source)))).toBe(true);
        else if (source.startsWith('/'))
          expect(existsSync(path.join(machine, source)), source).toBe(true);
        else expect(compose.volumes).toHaveProperty(source);
      }
    }
  });
});

/** Paths from the root of the program, and from the folder of the file that names them. */
const FROM_ROOT =
  /(?:\/srv\/simiente\/|\$program\/|\b(?=(?:apps|deploy|docs|node_modules|packages|scripts)\/))([\w./@$-]+)/g;
const FROM_FILE = /(?:\$here\/|(?=\.\.\/))([\w./@$-]+)/g;

test('M3: every path of the program that a file of deploy/ names exists', () => {
  const named = listFiles(path.join(ROOT, 'deploy')).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const resolve = (from: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, name = '']) => path.join(from, name.replace(/\.$/, '')));
    return [...resolve(ROOT, FROM_ROOT), ...resolve(path.dirname(file), FROM_FILE)];
  });
  expect(named).toContain(path.join(ROOT, 'deploy/node'));
  expect(named).toContain(path.join(ROOT, 'deploy/ha/restore.mjs'));
  // The launcher's own path has a variable: the next test runs it.
  const missing = named.filter((file) => !file.includes('$') && !existsSync(file));
  expect(missing).toEqual([]);
});

test('M3: the launcher becomes the pinned Node of each architecture', () => {
  const launcher = path.join(ROOT, 'deploy/node');
  const { optionalDependencies } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  ) as { optionalDependencies: Record<string, string> };
  const systems = readFileSync(launcher, 'utf8').match(/linux-\w+/g) ?? [];
  expect(systems).toHaveLength(2);
  const [pinned, other] = systems.map((system) => optionalDependencies[`node-${system}`]);
  expect(other).toBe(pinned);
  // The machines of a cluster are of Linux.
  if (process.platform !== 'linux') return;
  const { stdout, pid } = spawnSync(launcher, ['-p', 'process.version + process.pid']);
  expect(String(stdout)).toBe(`v${pinned}${pid}\n`);
});

test('S10, T-L9: a machine answers only holders of a certificate of the cluster', async () => {
  await withFolder(async (folder) => {
    for (const name of ['own', 'other']) {
      mkdirSync(path.join(folder, name));
      render(path.join(folder, name), GIVEN);
    }
    const read = (name: string) => readFileSync(path.join(folder, name));
    const pem = read('own/out/simiente-1/etc/etcd/machine.pem');
    const server = createServer({
      ...{ cert: pem, key: pem, ca: read('own/out/simiente-1/etc/simiente/ca/machines.pem') },
      ...{ requestCert: true, rejectUnauthorized: true },
    });
    server.on('request', (_, answer) => answer.end('{}'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const askFrom = (machine: string) =>
      ask(`https://127.0.0.1:${port}`, undefined, path.join(folder, machine));
    try {
      expect(await askFrom('own/out/simiente-2')).toEqual({ status: 200, body: '{}' });
      // Neither side accepts a certificate of another authority.
      await expect(askFrom('other/out/simiente-1')).rejects.toThrow(/certificate/);
      const authority = 'out/simiente-1/etc/simiente/ca/machines.pem';
      copyFileSync(path.join(folder, 'own', authority), path.join(folder, 'other', authority));
      await expect(askFrom('other/out/simiente-1')).rejects.toThrow();
    } finally {
      server.close();
    }

    // A new address is a new machine; the other machines keep their certificates.
    const certificates = () =>
      [1, 2, 3].map((at) => String(read(`own/out/simiente-${at}/etc/patroni/machine.pem`)));
    const before = certificates();
    render(path.join(folder, 'own'), GIVEN.replace('10.0.0.13', '10.0.0.14'));
    const [first, second, third] = certificates();
    expect([first, second]).toEqual(before.slice(0, 2));
    expect(new X509Certificate(third ?? '').checkIP('10.0.0.14')).toBe('10.0.0.14');
  });
});

test('values that are missing are named, and nothing is rendered', async () => {
  await withFolder(async (folder) => {
    for (const [values, missing] of [
      [EXAMPLE, 'falta S3_BUCKET'],
      [GIVEN.replace(' 10.0.0.13', ''), 'tres direcciones'],
      [GIVEN.replace('PROCESSES=2', 'PROCESSES=dos'), 'PROCESSES'],
    ] as const) {
      expect(() => render(folder, values)).toThrow(missing);
      expect(existsSync(path.join(folder, 'out'))).toBe(false);
    }
  });
});

test('a segment of a timeline that ended before is not fetched, and does not stop the archive', async () => {
  await withFolder(async (folder) => {
    mkdirSync(path.join(folder, 'pg_wal'));
    writeFileSync(path.join(folder, 'pg_wal/0000002C.history'), '43\t0/91000028\tnone\n');
    const histories = '43\t0/91000028\tnone\n44\t1/A34250A8\tnone\n45\tA/5425000\tnone\n';
    writeFileSync(path.join(folder, 'pg_wal/0000002E.history'), histories);
    // pgBackRest's answers: 45 if it has another segment of the name, 0 if it has the given one.
    const program = '#!/bin/sh\necho "$@" >> calls\ncase $2 in archive-push) exit $PUSH;; esac\n';
    writeFileSync(path.join(folder, 'pgbackrest'), program, { mode: 0o755 });
    const wal = (args: readonly string[], PUSH = '0') =>
      spawnSync(path.join(ROOT, 'deploy/ha/pgbackrest-wal.sh'), args, {
        cwd: folder,
        env: { PATH: `${folder}:${process.env.PATH}`, PUSH },
      }).status;
    const push = (name: string, answer: string) => wal(['push', `pg_wal/${name}`], answer);

    const before = '0000002C00000001000000A2';
    const atItsEnd = '0000002C00000001000000A3';
    const atANarrowEnd = '0000002D0000000A00000005';
    const present = '0000002E0000000A00000005';
    for (const name of [before, atItsEnd, present]) expect(push(name, '0')).toBe(0);
    for (const name of [atItsEnd, atANarrowEnd, '0000002B00000001000000FF'])
      expect(push(name, '45'), name).toBe(0);
    // All other errors keep the segment.
    for (const name of [before, present, '0000002E.history', `${present}.partial`])
      expect(push(name, '45'), name).toBe(45);
    for (const name of [atItsEnd, present]) expect(push(name, '103'), name).toBe(103);

    const get = (name: string) => wal(['get', name, 'pg_wal/RECOVERYXLOG']);
    for (const name of [before, present, '0000002E.history']) expect(get(name), name).toBe(0);
    for (const name of [atItsEnd, atANarrowEnd]) expect(get(name), name).toBe(1);
    const calls = readFileSync(path.join(folder, 'calls'), 'utf8');
    expect(calls).toContain(`--stanza=simiente archive-get ${before} pg_wal/RECOVERYXLOG`);
    expect(calls).not.toContain(`archive-get ${atItsEnd}`);
  });
});
