import { errorBody } from '@simiente/contract/common/errors';
import { count } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { inboxMessages } from '../../schema/operation/inbox.ts';
import { sharedApplication, startApplication } from '../../testing/application.ts';
import {
  calendlySignature,
  calendlyWebhook,
  signedWebhook,
  TEST_CALENDLY_SECRET,
} from '../../testing/services/calendly.ts';
import { newInvitee, post, type WebhookRequest } from '../../testing/services/calendly-webhook.ts';
import { CALENDLY_WEBHOOK_PATH, MAX_WEBHOOK_SIZE } from './webhook.ts';

const testApp = sharedApplication({ calendlyWebhookSecret: TEST_CALENDLY_SECRET });

describe('the signature of a Calendly webhook', () => {
  const body = () => JSON.stringify(calendlyWebhook({ invitee: newInvitee() }));
  const json = { 'content-type': 'application/json' };
  const signed = (payload: string, signature: string) => ({
    payload,
    headers: { ...json, 'calendly-webhook-signature': signature },
  });
  /** Counts stored rows, because a rejection must store nothing. */
  const countStored = async () => {
    const [row] = await testApp().database.db.select({ rows: count() }).from(inboxMessages);
    return row?.rows;
  };

  test('E-10.1: is accepted with our secret and the current time', async () => {
    expect((await post(testApp(), signedWebhook(body()))).statusCode).toBe(200);
  });

  test('may be one of several, in any case, with spaces between', async () => {
    const payload = body();
    const [time, fitting = ''] = calendlySignature(payload).split(',');
    const header = `${time}, v1=${'0'.repeat(64)}, ${fitting.toUpperCase().replace('V1', 'v1')},v2=x`;
    expect((await post(testApp(), signed(payload, header))).statusCode).toBe(200);
  });

  test('E-10.1: may be up to three minutes old or ahead', async () => {
    for (const [seconds, status] of [
      [-178, 200],
      [178, 200],
      [-182, 401],
      [182, 401],
      [-86_400, 401],
    ] as const) {
      const payload = body();
      const header = calendlySignature(payload, { at: Date.now() + seconds * 1000 });
      expect((await post(testApp(), signed(payload, header))).statusCode, `${seconds} s`).toBe(
        status,
      );
    }
  });

  const rejected: [string, (payload: string) => WebhookRequest][] = [
    ['missing', (payload) => ({ payload, headers: json })],
    ['empty', (payload) => signed(payload, '')],
    [
      'of another secret',
      (payload) => signed(payload, calendlySignature(payload, { secret: 'x'.repeat(40) })),
    ],
    ['of another body', (payload) => signed(payload, calendlySignature(`${payload} `))],
    [
      'of a body changed by one letter',
      (payload) => signed(payload.replace('Rosa', 'Rasa'), calendlySignature(payload)),
    ],
    [
      'of another time',
      (payload) => {
        const [, digest] = calendlySignature(payload).split(',');
        return signed(payload, `t=${Math.floor(Date.now() / 1000) + 1},${digest}`);
      },
    ],
    ['with a second time', (payload) => signed(payload, `t=1,${calendlySignature(payload)}`)],
    [
      'without a time',
      (payload) => signed(payload, calendlySignature(payload).replace(/^t=\d+,/, '')),
    ],
    [
      'without a digest',
      (payload) => signed(payload, calendlySignature(payload).replace(/,.*/, '')),
    ],
    ['cut off', (payload) => signed(payload, calendlySignature(payload).slice(0, -1))],
    ['that is nonsense', (payload) => signed(payload, 'nada')],
    [
      'that is endless',
      (payload) => signed(payload, `${calendlySignature(payload)}${',v1=a'.repeat(500)}`),
    ],
    ['of an empty body', () => signed('', calendlySignature('x'))],
  ];

  test.each(rejected)(
    'E-10.1: is rejected if %s: a 401 in the common form, and nothing is stored',
    async (_, make) => {
      const before = await countStored();
      const answer = await post(testApp(), make(body()));
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual(errorBody('WEBHOOK_SIGNATURE_INVALID'));
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(await countStored()).toBe(before);
    },
  );

  test('is checked before the body is parsed', async () => {
    expect((await post(testApp(), { payload: '{', headers: json })).statusCode).toBe(401);
  });

  test('E-10.1: without a configured secret the route does not exist', async () => {
    const without = await startApplication();
    const answer = await post(without, signedWebhook(body()));
    expect([answer.statusCode, answer.json()]).toEqual([404, errorBody('ROUTE_NOT_FOUND')]);
  });

  test('a request with another method, type or origin, or with a larger body, is rejected', async () => {
    const { app } = testApp();
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      expect((await app.inject({ method, url: CALENDLY_WEBHOOK_PATH })).statusCode).toBe(404);
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const request = signedWebhook(body());
      const answer = await post(testApp(), {
        ...request,
        headers: { ...request.headers, 'content-type': type },
      });
      expect([answer.statusCode, answer.json()]).toEqual([
        415,
        errorBody('UNSUPPORTED_MEDIA_TYPE'),
      ]);
    }
    const large = await post(
      testApp(),
      signedWebhook(JSON.stringify('x'.repeat(MAX_WEBHOOK_SIZE))),
    );
    expect([large.statusCode, large.json()]).toEqual([413, errorBody('PAYLOAD_TOO_LARGE')]);
    const request = signedWebhook(body());
    const elsewhere = await post(testApp(), {
      ...request,
      headers: { ...request.headers, origin: 'https://evil.example' },
    });
    expect(elsewhere.statusCode).toBe(403);
  });
});
