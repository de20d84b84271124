import { errorBody } from '@simiente/contract/common/errors';
import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';

const testApp = sharedApplication();

describe('T-A3: a path that does not exist', () => {
  test.each([
    '//api/auth/sign-in/email',
    '/api//auth/sign-in/email',
    '/api/auth//sign-in/email',
    '/api/auth/sign-in/email//',
    '/api%2Fauth/sign-in/email',
    '/api/auth/sign-in%2Femail',
    '/API/auth/sign-in/email',
    '/api/auth/sign-up/email',
    '/api/auth/sign-up/email/',
    '//api/auth/sign-up/email',
    '/api/auth/%73ign-up/email',
    '/api/auth/request-password-reset',
    '/api/auth/forget-password',
    '/api/auth/reset-password',
    '/api/auth/change-password',
    '/api/auth/change-email',
    '/api/auth/update-user',
    '/api/auth/update-session',
    '/api/auth/delete-user',
    '/api/auth/list-sessions',
    '/api/auth/revoke-session',
    '/api/auth/revoke-sessions',
    '/api/auth/revoke-other-sessions',
    '/api/auth/sign-in/social',
    '/api/auth/link-social',
    '/api/auth/list-accounts',
    '/api/auth/unlink-account',
    '/api/auth/verify-email',
    '/api/auth/send-verification-email',
    '/api/auth/verify-password',
    '/api/auth/refresh-token',
    '/api/auth/get-access-token',
    '/api/auth/account-info',
    '/api/auth/callback/google',
    '/api/auth/two-factor/get-totp-uri',
    '/api/auth/two-factor/send-otp',
    '/api/auth/two-factor/verify-otp',
    '/api/auth/two-factor/view-backup-codes',
    '/api/auth/two-factor/generate-totp',
    '/api/auth/two-factor',
    '//api/auth/two-factor/verify-totp',
    '/api/auth//two-factor/verify-totp',
    '/api/auth/two-factor//verify-totp',
    '/api/auth/two-factor%2Fverify-totp',
    '/api/auth/%74wo-factor/get-totp-uri',
    '/API/auth/two-factor/enable',
    '//v1/account/update',
    '/v1/account%2Fupdate',
    '/api/auth/ok',
    '/api/auth/error',
    '/api/auth',
    '//v1/user/list',
    '/v1//user/list',
    '/v1/user/list//',
    '/V1/user/list',
    '/v1/user%2Flist',
    '/v1/trash',
    '/.git/config',
    '/.env',
  ])('%s returns a 404, signed in or not', async (url) => {
    const { app } = testApp();
    const payload = { email: 'nueva@simiente.example', password: 'contraseña', name: 'Nueva' };
    for (const headers of [{}, { cookie: testApp().staff.cookie }]) {
      for (const request of [{ url }, { url, method: 'POST' as const, payload }]) {
        const answer = await app.inject({ ...request, headers });
        expect(answer.statusCode).toBe(404);
        expect(answer.json()).toEqual(errorBody('ROUTE_NOT_FOUND'));
      }
    }
  });

  test('a path with another method returns a 404 too, and a preflight is not answered', async () => {
    const { app } = testApp();
    const headers = { cookie: testApp().staff.cookie };
    const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'SEARCH', 'PROPFIND'];
    for (const method of methods) {
      for (const url of ['/v1/user/list', '/v1/none', '/']) {
        for (const body of [{}, { payload: { a: 1 } }]) {
          const answer = await app.inject({ ...body, method: method as 'GET', url, headers });
          expect([answer.statusCode, answer.json()], `${method} ${url}`).toEqual([
            404,
            errorBody('ROUTE_NOT_FOUND'),
          ]);
          expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
        }
      }
    }
    expect((await app.inject({ url: '/v1/user/delete', headers })).statusCode).toBe(404);
  });

  test.each(['/%', '/v1/files/%E0%A4%A', '/v1/user/%zz'])(
    'the malformed path %s returns a 400 in the common form',
    async (url) => {
      const answer = await testApp().app.inject({ url });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(errorBody('BAD_REQUEST'));
    },
  );

  test('a path longer than any of ours returns a 404 in the common form', async () => {
    const answer = await testApp().app.inject({ url: `/v1/files/${'a'.repeat(2000)}` });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual(errorBody('NOT_FOUND'));
  });
});
