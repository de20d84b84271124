import { expect, test } from 'vitest';
import { createDeliverySecrets } from './secrets.ts';

const [now, later] = [new Date('2026-11-24T12:00:00Z'), new Date('2026-11-24T12:15:00Z')];
const secrets = createDeliverySecrets(['a secret of the tests']);

test('E-10.575: a grant belongs to one delivery, expires, and cannot be extended', () => {
  const grant = secrets.createGrant('rdl_1', later);
  expect(secrets.isGrant('rdl_1', grant, now)).toBe(true);
  expect(secrets.isGrant('rdl_1', grant, later)).toBe(false);
  expect(secrets.isGrant('rdl_2', grant, now)).toBe(false);
  const [, mac] = grant.split('.');
  const longer = `${(later.getTime() + 60_000).toString(36)}.${mac}`;
  expect(secrets.isGrant('rdl_1', longer, now)).toBe(false);
  for (const invalid of ['', '.', 'x', `${mac}`, '\u0000', 'zzzzzzzzzz.']) {
    expect(secrets.isGrant('rdl_1', invalid, now)).toBe(false);
  }
});

test('E-10.574: token and code depend on delivery and secret; an earlier secret still verifies the code', () => {
  const others = createDeliverySecrets(['another secret of the tests', 'a secret of the tests']);
  const code = secrets.deriveCode('rdl_1');
  expect(code).toMatch(/^\d{6}$/);
  expect(secrets.deriveToken('rdl_1')).toMatch(/^[\w-]{22}$/);
  expect(secrets.deriveToken('rdl_2')).not.toBe(secrets.deriveToken('rdl_1'));
  expect(others.deriveToken('rdl_1')).not.toBe(secrets.deriveToken('rdl_1'));
  expect(others.isCode('rdl_1', code)).toBe(true);
  expect(createDeliverySecrets(['another secret of the tests']).isCode('rdl_1', code)).toBe(false);
});

test('E-10.574: codes are distributed evenly over a million', () => {
  const codes = Array.from({ length: 20_000 }, (_, index) =>
    Number(secrets.deriveCode(`rdl_${index}`)),
  );
  const tenths = Array.from({ length: 10 }, (_, tenth) =>
    codes.filter((code) => Math.floor(code / 100_000) === tenth),
  );
  // Expected are 2 000 each; the tolerance is six standard deviations of 42.
  for (const { length } of tenths) expect(Math.abs(length - 2000)).toBeLessThan(255);
});
