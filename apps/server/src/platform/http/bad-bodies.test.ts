import { gzipSync } from 'node:zlib';
import { errorBody } from '@simiente/contract/common/errors';
import { MAX_DELETION_SIZE } from '@simiente/contract/trash/calls';
import { describe, expect, test } from 'vitest';
import { MANY_ATTEMPTS, sharedApplication } from '../../testing/application.ts';

const TOO_LARGE = errorBody('PAYLOAD_TOO_LARGE');

/** The calls that read credentials. */
const AUTH_CALLS = [
  '/api/auth/sign-in/email',
  '/api/auth/two-factor/verify-totp',
  '/api/auth/two-factor/verify-backup-code',
  '/api/auth/two-factor/enable',
  '/api/auth/two-factor/confirm',
  '/api/auth/two-factor/generate-backup-codes',
  '/api/auth/two-factor/disable',
  '/api/auth/passkey/sign-in-options',
  '/api/auth/passkey/sign-in',
  '/api/auth/passkey/confirm-options',
  '/api/auth/passkey/add-options',
  '/api/auth/passkey/add',
  '/api/auth/passkey/remove',
  '/api/auth/provider/sign-in',
  '/api/auth/provider/confirm',
  '/api/auth/provider/bind',
  '/api/auth/provider/accept',
  '/api/auth/provider/complete',
  '/api/auth/provider/remove',
  '/api/auth/prove',
  // Last, because it ends the session.
  '/api/auth/sign-out',
];

const testApp = sharedApplication({
  attemptLimits: MANY_ATTEMPTS,
});

describe('the body of a request', () => {
  const json = { 'content-type': 'application/json' };
  const urls = ['/v1/user/delete', '/v1/trash/restore', '/api/auth/sign-in/email'];

  const send = (url: string, payload: string | Buffer, headers: Record<string, string> = json) =>
    testApp().staff.request({ method: 'POST', url, headers, payload });

  async function sendBody(payload: string | Buffer, headers: Record<string, string> = json) {
    const answers = [];
    for (const url of urls) answers.push(await send(url, payload, headers));
    return answers;
  }

  test.each([
    '{',
    '{"a":}',
    '[1,]',
    "{'a':1}",
    '\u0000',
    'undefined',
    '{"a":1}x',
    '\ufeff{',
    'NaN',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{}}}',
    '{"idUsers":["usr_0"],"__proto__":null}',
  ])('T-C5: invalid JSON returns a 400: %j', async (payload) => {
    for (const answer of await sendBody(payload)) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(errorBody('MALFORMED_JSON'));
    }
  });

  test.each(['null', '1', '"x"', '[]', 'true', '{}'])(
    'valid JSON that is not the input returns a 400: %s',
    async (payload) => {
      for (const answer of await sendBody(payload)) {
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toMatchObject(errorBody('BAD_REQUEST'));
      }
    },
  );

  test('an empty body returns a 400', async () => {
    for (const answer of await sendBody('')) expect(answer.statusCode).toBe(400);
  });

  test('T-C3: a body of 1 MB returns a 413, whatever its content', async () => {
    const megabyte = 'x'.repeat(1024 * 1024);
    for (const payload of [
      JSON.stringify({ idUsers: [megabyte] }),
      JSON.stringify({ email: megabyte, password: megabyte }),
      `{"idUsers":[${'"usr_1",'.repeat(150_000)}"usr_1"]}`,
      megabyte,
    ]) {
      for (const answer of await sendBody(payload)) {
        expect(answer.statusCode).toBe(413);
        expect(answer.json()).toEqual(errorBody('PAYLOAD_TOO_LARGE'));
      }
    }
  });

  test('a body nested as deeply as its size allows returns a 400', async () => {
    for (const [url, bytes] of [
      ['/v1/user/delete', 250_000],
      ['/v1/user/create', 64_000],
      ['/api/auth/sign-in/email', 4_000],
    ] as const) {
      for (const payload of [
        '['.repeat(bytes),
        `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
        '{"a":'.repeat(bytes / 5),
      ]) {
        const answer = await send(url, payload);
        expect(answer.statusCode, url).toBe(400);
      }
    }
  });

  test('T-K4: calls of the session reject a body over 4 kB', async () => {
    const credentials = (bytes: number) =>
      JSON.stringify({ email: 'a@b.example', password: 'x', more: 'x'.repeat(bytes) });
    const person = await testApp().signInAs('grande@simiente.example');
    for (const url of AUTH_CALLS) {
      const sendCredentials = (bytes: number) =>
        person.request({ method: 'POST', url, headers: json, payload: credentials(bytes) });
      expect((await sendCredentials(4_100)).json(), url).toEqual(TOO_LARGE);
      expect((await sendCredentials(3_900)).json(), url).not.toMatchObject(TOO_LARGE);
    }
  });

  test('T-K4: a body over 64 kB is rejected except by calls that need more', async () => {
    const body = (count: number) =>
      JSON.stringify({
        idUsers: Array.from({ length: count }, (_, at) => `${at}`.padEnd(120, 'x')),
      });
    for (const url of ['/v1/user/create', '/v1/search', '/v1/doctor/create']) {
      const answers = [await send(url, body(500)), await send(url, body(600))];
      expect(
        answers.map(({ statusCode }) => statusCode),
        url,
      ).toEqual([400, 413]);
    }
    expect((await send('/v1/user/delete', body(MAX_DELETION_SIZE))).statusCode).toBe(404);
    expect((await send('/v1/user/delete', body(3_000))).statusCode).toBe(413);
  });

  test('T-K4: an unknown route ignores the body', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      for (const payload of ['{', 'x'.repeat(1024 * 1024)]) {
        const answer = await testApp().app.inject({
          method,
          url: '/v1/none',
          headers: json,
          payload,
        });
        expect([answer.statusCode, answer.json()]).toEqual([404, errorBody('ROUTE_NOT_FOUND')]);
      }
    }
  });

  test('T-K4: a body with many errors is answered with at most 20 issues, none of them long', async () => {
    const wrong = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [`${'campo'.repeat(4)}${at}`, 0]),
    );
    const payload = JSON.stringify({ ...wrong, idUsers: Array(900).fill(0) });
    for (const [url, body] of [
      ['/v1/user/delete', payload],
      ['/api/auth/sign-in/email', payload.slice(0, 3_800).replace(/,[^,]*$/, '}')],
    ] as const) {
      const answer = await send(url, body);
      expect(answer.statusCode, url).toBe(400);
      const { issues } = answer.json<{ issues: { path: string; message: string }[] }>();
      expect(issues.length).toBeLessThanOrEqual(20);
      for (const { path, message } of issues) {
        expect(path.length).toBeLessThanOrEqual(100);
        expect(message.length).toBeLessThanOrEqual(300);
      }
      expect(answer.body.length, url).toBeLessThan(4_000);
    }
  });

  test('a compressed body is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(3 * 1024 * 1024, ' '));
    for (const encoding of ['gzip', 'deflate', 'br', 'foo', 'gzip, gzip']) {
      for (const answer of await sendBody(bomb, { ...json, 'content-encoding': encoding })) {
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toEqual(errorBody('MALFORMED_JSON'));
      }
    }
  });

  test.each([
    'application/json; charset=utf-8',
    'application/json;charset=latin1',
    'APPLICATION/JSON',
  ])('E-7.1: a body of type %s is read', async (type) => {
    const [answer] = await sendBody('{"idUsers":["nadie"]}', { 'content-type': type });
    expect(answer?.statusCode).toBe(404);
  });
});
