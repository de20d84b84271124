import { gzipSync } from 'node:zlib';
import { errorBody } from '@simiente/contract/common/errors';
import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';

const running = sharedApplication({
  attemptLimits: { perAccount: 1e6, perAddress: 1e6, windowSeconds: 900 },
});

describe('a body', () => {
  const json = { 'content-type': 'application/json' };
  const urls = ['/v1/user/delete', '/v1/trash/restore', '/api/auth/sign-in/email'];

  async function sendBody(payload: string | Buffer, headers: Record<string, string> = json) {
    const answers = [];
    for (const url of urls) {
      answers.push(await running().staff.request({ method: 'POST', url, headers, payload }));
    }
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
  ])('T-C5: %j is no JSON that we take: 400', async (payload) => {
    for (const answer of await sendBody(payload)) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(errorBody('MALFORMED_JSON'));
    }
  });

  test.each(['null', '1', '"x"', '[]', 'true', '{}'])(
    '%s is JSON and not the input: 400',
    async (payload) => {
      for (const answer of await sendBody(payload)) {
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toMatchObject(errorBody('BAD_REQUEST'));
      }
    },
  );

  test('that is empty is a 400', async () => {
    for (const answer of await sendBody('')) expect(answer.statusCode).toBe(400);
  });

  test('T-C3: of 1 MB is a 413, whatever is in it', async () => {
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

  test('that is nested a hundred thousand times is a 400', async () => {
    for (const payload of [
      '['.repeat(100_000),
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      '{"a":'.repeat(50_000),
    ]) {
      for (const answer of await sendBody(payload)) expect(answer.statusCode).toBe(400);
    }
  });

  test('that is compressed is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '));
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
  ])('E-7.1: of type %s is read', async (type) => {
    const [answer] = await sendBody('{"idUsers":["nadie"]}', { 'content-type': type });
    expect(answer?.statusCode).toBe(404);
  });
});
