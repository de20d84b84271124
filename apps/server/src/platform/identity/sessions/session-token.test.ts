import { describe, expect, test } from 'vitest';
import { sharedApplication, signIn, TEST_SECRET } from '../../../testing/application.ts';
import { findSignedToken, ownCookies } from './session-token.ts';

const application = sharedApplication();

describe("the filter of a request's cookies", () => {
  test('keeps our cookies, the first of each name, and removes all others', () => {
    expect(ownCookies('a=1; simiente.session_token=x.y; b=%;simiente.session_token=z')).toBe(
      'simiente.session_token=x.y',
    );
    expect(ownCookies('__Host-simiente.two_factor=1; __Host-simiente.session_token=2')).toBe(
      '__Host-simiente.two_factor=1; __Host-simiente.session_token=2',
    );
    expect(ownCookies('xsimiente.session_token=1; simiente; =; ;')).toBe('');
  });

  test('removes cookies beyond the number that our browsers have', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `simiente.${at}=%`).join('; ');
    expect(ownCookies(many).split('; ')).toHaveLength(8);
  });
});

describe('T-K4: a session token', () => {
  test('is found in a cookie and in Authorization if it has our signature', async () => {
    const { app, staff } = application();
    const bearer = String((await signIn(app, { email: staff.email })).headers['set-auth-token']);
    const fromCookie = findSignedToken({ cookie: `other=1; ${staff.cookie}` }, TEST_SECRET, false);
    const fromBearer = findSignedToken({ authorization: `Bearer ${bearer}` }, TEST_SECRET, false);
    expect(fromCookie).toMatch(/^\w{20,}$/);
    expect(fromBearer).toMatch(/^\w{20,}$/);
    expect(
      findSignedToken({ authorization: 'Bearer x.y', cookie: staff.cookie }, TEST_SECRET, false),
    ).toBe(fromCookie);
  });

  test('is accepted over TLS only from the cookie that no sibling domain can set', () => {
    const { cookie } = application().staff;
    expect(findSignedToken({ cookie }, TEST_SECRET, true)).toBeNull();
    expect(
      findSignedToken({ cookie: `${cookie}; __Host-${cookie}` }, TEST_SECRET, true),
    ).not.toBeNull();
  });

  test('is ignored if it was invented, altered, or signed with another secret', () => {
    const { cookie } = application().staff;
    const [name, value = ''] = cookie.split('=');
    const altered = `${name}=${value.startsWith('a') ? 'b' : 'a'}${value.slice(1)}`;
    for (const headers of [
      {},
      { cookie: altered },
      { cookie: `${name}=${'a'.repeat(32)}.${'b'.repeat(43)}%3D` },
      { cookie: `${name}=.` },
      { cookie: `another${cookie}` },
      { authorization: `Basic ${value}` },
      { authorization: 'Bearer' },
      { authorization: `Bearer ${'.'.repeat(5_000)}` },
    ]) {
      expect(findSignedToken(headers, TEST_SECRET, false), JSON.stringify(headers)).toBeNull();
    }
    expect(
      findSignedToken({ cookie }, 'another secret of at least forty letters', false),
    ).toBeNull();
  });
});
