import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedPostgres } from './embedded.ts';
import { giveOwnership } from './run-as.ts';
import {
  open,
  postmasterPid,
  preparedDataDir,
  query,
  temporaryDataDir,
} from './testing/data-folder.ts';

describe('a new database', () => {
  let dataDir: string;
  let database: EmbeddedPostgres;

  const endings: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    dataDir = await temporaryDataDir('', (end) => endings.unshift(end));
    database = await open(dataDir, {}, (end) => endings.unshift(end));
  });

  afterAll(async () => {
    for (const end of endings) {
      await end();
    }
  });

  test('has an owner that may change the schema, and an application role that may not', async () => {
    await query(database.owner, 'create table things (name text)');
    await query(database.owner, `grant select on things to ${database.app.user}`);

    expect(await query(database.app, 'select count(*)::int from things')).toEqual([0]);
    await expect(query(database.app, 'create table mine ()')).rejects.toThrow('permission denied');
    await expect(query(database.app, 'create temp table mine ()')).rejects.toThrow(
      'permission denied',
    );
    const elsewhere = { ...database.app, database: 'postgres' };
    await expect(query(elsewhere, 'select 1')).rejects.toThrow('permission denied');
  });

  test('lets only the owner choose whether its WAL is compressed', async () => {
    const may = "select has_parameter_privilege('wal_compression', 'set')";
    expect(await query(database.owner, may)).toEqual([true]);
    expect(await query(database.app, may)).toEqual([false]);
  });

  test('classifies accented letters as letters, in trigram searches and in patterns', async () => {
    await query(database.owner, 'create extension pg_trgm');

    expect(await query(database.owner, "select cardinality(show_trgm('ñú'))")).toEqual([3]);
    expect(await query(database.owner, "select lower('ÁÑ') = 'áñ' and 'Ñ' ~ '\\w'")).toEqual([
      true,
    ]);
  });

  test('T-G8: stores each password in a file that only its owner can read, and accepts no other password', async () => {
    const secrets = join(dataDir, 'secrets');

    const names = await readdir(secrets);
    expect(names.sort()).toEqual(['simiente_app', 'simiente_owner', 'superuser']);
    for (const name of names) {
      expect((await stat(join(secrets, name))).mode & 0o777).toBe(0o600);
    }
    const passwords = [database.app, database.owner, database.superuser].map((it) => it.password);
    expect(new Set(passwords).size).toBe(3);
    for (const connection of [database.app, database.owner, database.superuser]) {
      const wrong = { ...connection, password: 'password' };
      await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    }
  });

  test('leaves no password in statements, logs or temporary files', async () => {
    const { app, owner, superuser } = database;
    const statements = await query(superuser, 'select query from pg_stat_statements');
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    const text = `${statements.join('\n')}\n${log}`;
    expect(text).toContain('create role simiente_app');
    for (const { password } of [app, owner, superuser]) {
      expect(text).not.toContain(password);
    }
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log', 'run', 'secrets']);
  });

  test('T-G8: listens on a socket in its folder and on no port', async () => {
    const { superuser } = database;
    expect(superuser.host).toBe(join(dataDir, 'run'));
    expect(await query(superuser, 'show listen_addresses')).toEqual(['']);
    expect((await stat(join(dataDir, 'run'))).mode & 0o777).toBe(0o700);
  });
});

test('T-G8: PostgreSQL listens only on the loopback address if the path is too long for a socket', async () => {
  const dataDir = await preparedDataDir('una-carpeta-con-un-nombre-muy-largo'.repeat(3));
  const { superuser, app, close } = await open(dataDir);

  expect(superuser.host).toBe('127.0.0.1');
  expect(await query(superuser, 'show listen_addresses')).toEqual(['127.0.0.1']);
  expect(await query(superuser, 'show unix_socket_directories')).toEqual(['']);
  const wrong = { ...app, password: 'password' };
  await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  await close();
  const again = await open(dataDir);
  expect(await query(again.app, 'select 1')).toEqual([1]);
});

test('PostgreSQL falls back to the loopback address if sockets cannot be created', async () => {
  const dataDir = await preparedDataDir();
  await mkdir(join(dataDir, 'run', '.s.PGSQL.5432'), { recursive: true });

  const { app } = await open(dataDir);

  expect(app.host).toBe('127.0.0.1');
  expect(await query(app, 'select 1')).toEqual([1]);
});

test('T-G3: PostgreSQL writes durably, with any configuration', async () => {
  const dataDir = await temporaryDataDir();
  const first = await open(dataDir);
  await query(first.superuser, 'alter system set fsync = off');
  await query(first.superuser, 'alter system set full_page_writes = off');
  await query(first.superuser, 'alter system set synchronous_commit = off');
  await first.close();

  const { app } = await open(dataDir);

  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']) {
    expect(await query(app, `show ${setting}`)).toEqual(['on']);
  }
});

test('a database reopens with its data, and sets a replaced password for its role', async () => {
  const dataDir = await preparedDataDir();
  const first = await open(dataDir);
  await query(first.owner, "create table kept as select 'aquí' as word");
  const verifier = `select rolpassword from pg_authid where rolname = '${first.app.user}'`;
  const [before] = await query(first.superuser, verifier);
  await first.close();
  expect(await postmasterPid(dataDir)).toBeUndefined();

  const second = await open(dataDir);
  expect(await query(second.owner, 'select word from kept')).toEqual(['aquí']);
  expect(await query(second.superuser, verifier)).toEqual([before]);
  await second.close();

  await writeFile(join(dataDir, 'secrets', 'simiente_app'), 'another-one\n');
  const third = await open(dataDir);
  expect(third.app.password).toBe('another-one');
  expect(await query(third.app, 'select 1')).toEqual([1]);
});

test('a start adopts a database that root copied, and that others may read', async () => {
  const dataDir = await preparedDataDir();
  const cluster = join(dataDir, 'postgres');
  if (process.getuid?.() === 0) await giveOwnership({ account: { uid: 0, gid: 0 } }, cluster);
  await chmod(cluster, 0o755);
  const { app } = await open(dataDir);
  expect(await query(app, 'select 1')).toEqual([1]);
  expect((await stat(cluster)).mode & 0o777).toBe(0o700);
});

test('a database works in a folder that others may enter, and in one that they may not', async () => {
  const dataDir = await temporaryDataDir();
  for (const mode of [0o755, 0o700]) {
    await chmod(dirname(dataDir), mode);
    const { app, close } = await open(dataDir);
    expect(await query(app, 'select 1')).toEqual([1]);
    await close();
  }
});
