import { describe, expect, test } from 'vitest';
import { toClientAddress, toNetwork } from './limiter.ts';

describe('toClientAddress', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8:1:2::3]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::3]', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    [undefined, ''],
  ])('T-A1: %s counts as %s', (address, network) => {
    expect(toClientAddress(address)).toBe(network);
  });
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['203.0.113.7:51234', '203.0.113.0/24'],
  ['2001:db8:1:2::3', '2001:db8:1:2::/64'],
  ['', ''],
])('T-A1: %s counts in the network of %s', (address, block) => {
  expect(toNetwork(address)).toBe(block);
});
