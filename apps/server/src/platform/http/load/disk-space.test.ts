import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorBody } from '@simiente/contract/common/errors';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { signIn, startApplication } from '../../../testing/application.ts';
import { queryAsOwner } from '../../../testing/database.ts';
import { makeDiskSpace } from './disk-space.ts';

test('T-G5: a full disk rejects changes and allows reads', async () => {
  let hasSpace = true;
  const { app, staff } = await startApplication({ diskSpace: { hasSpace: async () => hasSpace } });
  const change = {
    method: 'POST',
    url: '/v1/user/create',
    payload: { name: 'Ana Pérez', email: null, phone: null },
  } as const;
  expect((await staff.request(change)).statusCode).toBe(200);

  hasSpace = false;
  const rejected = await staff.request(change);
  expect(rejected.statusCode).toBe(507);
  expect(rejected.json()).toEqual(errorBody('STORAGE_FULL'));
  expect((await staff.get('/v1/user/list')).status).toBe(200);
  expect((await signIn(app, { email: staff.email })).statusCode).toBe(200);
  // A visitor without a session must not see the state of the disk.
  expect((await app.inject(change)).statusCode).toBe(401);

  hasSpace = true;
  expect((await staff.request(change)).statusCode).toBe(200);
});

test('M9, E-10.905: a read whose audit row has no disk space returns a 507, and the process is not ready until there is space', async () => {
  let hasSpace = false;
  const { app, staff, database } = await startApplication({
    diskSpace: { hasSpace: async () => hasSpace },
  });
  const ready = async () => (await app.inject({ url: '/health/ready' })).statusCode;
  expect((await staff.get('/v1/user/list')).status).toBe(200);
  expect(await ready()).toBe(200);

  await queryAsOwner(
    database,
    `create function refuse_for_space() returns trigger language plpgsql as $$
       begin raise exception 'full' using errcode = '53100'; end $$;
     create trigger refuse_for_space before insert on audit_events
       for each row execute function refuse_for_space()`,
  );
  expect((await staff.get('/v1/user/list')).status).toBe(507);
  expect(await ready()).toBe(503);

  await queryAsOwner(database, 'drop trigger refuse_for_space on audit_events');
  hasSpace = true;
  expect(await ready()).toBe(200);
  hasSpace = false;
  expect(await ready()).toBe(200);
});

test('T-G5: changes are allowed until little disk space is left', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const log = pino({ level: 'silent' });
  expect(await makeDiskSpace(folder, log).hasSpace()).toBe(true);
  expect(await makeDiskSpace(folder, log, Number.MAX_SAFE_INTEGER).hasSpace()).toBe(false);
});
