import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { signIn, startApplication } from '../../testing/application.ts';
import { forwardedAddresses } from './origin.ts';

describe('X-Forwarded-For', () => {
  test.each([
    ['203.0.113.9', ['203.0.113.9']],
    ['198.51.100.7, 203.0.113.9', ['198.51.100.7', '203.0.113.9']],
    ['203.0.113.9:4711', ['203.0.113.9']],
    ['[2001:db8::1]:4711', ['2001:db8::1']],
    ['2001:db8::1', ['2001:db8::1']],
    ['unknown', []],
    ['', []],
    [' , ', []],
    ['ana, 203.0.113.9', ['203.0.113.9']],
    ['198.51.100.7, ana', []],
    ['198.51.100.7, , 203.0.113.9', ['203.0.113.9']],
    ['203.0.113.999', []],
    [`fe80::1%${'x'.repeat(4_000)}`, []],
    ['203.0.113.9\u0000', []],
  ])('%j has the addresses %j', (header, addresses) => {
    expect(forwardedAddresses(header)).toEqual(addresses);
  });

  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['198.51.100.7:4711', '198.51.100.7'],
    ['x'.repeat(50), '127.0.0.1'],
    ['198.51.100.8, x', '127.0.0.1'],
  ])('T-A2: %s from a trusted proxy yields the address %s', async (header, address) => {
    const { app, database } = await startApplication({ trustProxy: 'loopback' });
    await signIn(
      app,
      { email: 'nadie@simiente.example' },
      { headers: { 'x-forwarded-for': header } },
    );
    const rows = await database.db.select().from(auditEvents);
    expect(rows.filter(({ action }) => action === 'session.refused')).toMatchObject([{ address }]);
  });
});
