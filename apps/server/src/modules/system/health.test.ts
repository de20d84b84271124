import { errorBody } from '@simiente/contract/common/errors';
import { describe, expect, test } from 'vitest';
import { sharedApplication, startApplication } from '../../testing/application.ts';

const GOOD = { status: 200, data: { ok: true } };

const testApp = sharedApplication();

describe('T-I3: the health check', () => {
  test('T-I3: answers any client, and reveals nothing else', async () => {
    const { app } = testApp();
    for (const url of ['/health/live', '/health/ready']) {
      const answer = await app.inject({ url });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual(GOOD);
    }
  });

  test('T-I3: runs at most one query at a time, for any number of clients', async () => {
    const { app, database } = await startApplication();
    let taken = 0;
    database.pool.on('acquire', () => {
      taken += 1;
    });
    const requestMany = (url: string) =>
      Promise.all(Array.from({ length: 200 }, () => app.inject({ url })));
    for (const answer of await requestMany('/health/live')) expect(answer.json()).toEqual(GOOD);
    expect(taken).toBe(0);
    for (const answer of await requestMany('/health/ready')) expect(answer.json()).toEqual(GOOD);
    expect(taken).toBeLessThan(20);
    expect(database.pool.totalCount).toBeLessThanOrEqual(2);
  });

  test('T-I3: reports a process without a database as alive but not ready', async () => {
    const { app, database } = testApp();
    const taken = await Promise.all(Array.from({ length: 5 }, () => database.pool.connect()));
    const ready = await app.inject({ url: '/health/ready' });
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toEqual(errorBody('UNAVAILABLE'));
    expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
    for (const client of taken) client.release();
    expect((await app.inject({ url: '/health/ready' })).statusCode).toBe(200);
  });
});
