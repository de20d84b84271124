import { errorBody } from '@simiente/contract/common/errors';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import { addPatient } from '../../testing/records.ts';

const running = sharedApplication();
let patientId: string;

beforeAll(async () => {
  patientId = await addPatient(running().database.db);
});

describe('T-B5: a change asked for from elsewhere', () => {
  const elsewhere: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:81' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'nonsense' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];

  test.each(elsewhere)(
    '%j is refused with 403, also a sign-in, and nothing happens',
    async (from) => {
      const { app, staff } = running();
      const headers = { cookie: staff.cookie, host: 'localhost', ...from };
      const requests: InjectOptions[] = [
        { url: '/v1/user/delete', payload: { idUsers: [patientId] } },
        { url: '/v1/trash/restore', payload: { ids: [patientId] } },
        { url: '/api/auth/sign-out', payload: {} },
        {
          url: '/api/auth/sign-in/email',
          payload: { email: staff.email, password: staff.password },
        },
      ];
      for (const request of requests) {
        const answer = await app.inject({ method: 'POST', ...request, headers });
        expect(answer.statusCode).toBe(403);
        expect(answer.json()).toEqual(errorBody('CROSS_ORIGIN'));
        expect(answer.headers).not.toHaveProperty('set-cookie');
      }
      expect((await staff.get(`/v1/user/get-one?idUser=${patientId}`)).status).toBe(200);
    },
  );

  test('from our own origin it is done', async () => {
    const id = await addPatient(running().database.db);
    const answer = await running().staff.request({
      method: 'POST',
      url: '/v1/user/delete',
      payload: { idUsers: [id] },
      headers: {
        host: 'clinica.example',
        origin: 'https://clinica.example',
        'sec-fetch-site': 'same-origin',
      },
    });
    expect(answer.statusCode).toBe(200);
  });

  test.each([
    ['application/x-www-form-urlencoded', `idUsers=1`],
    ['multipart/form-data; boundary=x', '--x--'],
    ['text/plain', '{"idUsers":["1"]}'],
    ['application/xml', '<a/>'],
    ['text/html', '<a>'],
    [';;', '{}'],
    ['application/jsonp', '{}'],
  ])('a body of type %s is a 415', async (type, payload) => {
    for (const url of ['/v1/user/delete', '/v1/trash/restore', '/api/auth/sign-in/email']) {
      const answer = await running().staff.request({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': type },
      });
      expect(answer.statusCode, url).toBe(415);
      expect(answer.json()).toEqual(errorBody('UNSUPPORTED_MEDIA_TYPE'));
    }
  });
});
