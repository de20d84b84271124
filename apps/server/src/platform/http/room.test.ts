import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorBody } from '@simiente/contract/common/errors';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { signIn, startApplication } from '../../testing/application.ts';
import { roomOf } from './room.ts';

test('T-G5: changes are refused while there is no room, and nothing else is', async () => {
  let isLeft = true;
  const { app, staff } = await startApplication({ room: { isLeft: async () => isLeft } });
  const change = {
    method: 'POST',
    url: '/v1/user/create',
    payload: { name: 'Ana Pérez', email: null, phone: null },
  } as const;
  expect((await staff.request(change)).statusCode).toBe(200);

  isLeft = false;
  const refused = await staff.request(change);
  expect(refused.statusCode).toBe(507);
  expect(refused.json()).toEqual(errorBody('STORAGE_FULL'));
  expect((await staff.get('/v1/user/list')).status).toBe(200);
  expect((await signIn(app, { email: staff.email })).statusCode).toBe(200);
  // Nobody learns of it who is not signed in.
  expect((await app.inject(change)).statusCode).toBe(401);

  isLeft = true;
  expect((await staff.request(change)).statusCode).toBe(200);
});

test('T-G5: there is room for changes until little is left of a disk', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-room-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const log = pino({ level: 'silent' });
  expect(await roomOf(folder, log).isLeft()).toBe(true);
  expect(await roomOf(folder, log, Number.MAX_SAFE_INTEGER).isLeft()).toBe(false);
});
