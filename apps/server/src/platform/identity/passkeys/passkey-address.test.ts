import { errorBody } from '@simiente/contract/common/errors';
import { describe, expect, test } from 'vitest';
import {
  addPasskey,
  beginPasskeySignIn,
  LOCAL_PAGE,
  passkeyCall,
  signInWithPasskey,
} from '../../../testing/accounts/passkeys.ts';
import { sharedApplication, startApplication } from '../../../testing/application.ts';
import { makeRelyingParty } from './passkeys.ts';

const testApp = sharedApplication();

describe('the address to which passkeys are bound', () => {
  test('E-10.357: is the domain of PUBLIC_URL, or this machine without it', async () => {
    const publicUrl = 'https://simiente.example/inicio';
    const { database } = testApp();
    const { app, staff: person } = await startApplication(
      { database, publicUrl, secure: true },
      undefined,
      'otra@simiente.example',
    );
    const origin = 'https://simiente.example';
    const { passkey } = await addPasskey(app, person, 'Portátil', origin);
    const answer = await signInWithPasskey(app, passkey, { origin });
    expect(answer.json()).toMatchObject({ user: { email: person.email } });
    const { options } = await beginPasskeySignIn(app, origin);
    expect(options.rpId).toBe('simiente.example');
    const unavailable = errorBody('PASSKEYS_UNAVAILABLE');
    expect((await passkeyCall(app, 'sign-in-options', '', {}, 'https://10.0.0.7')).json()).toEqual(
      unavailable,
    );
    const local = await passkeyCall(
      testApp().app,
      'sign-in-options',
      '',
      {},
      'http://127.0.0.1:3000',
    );
    expect(local.json()).toEqual(unavailable);
  });

  test.each([
    [null, 'localhost'],
    ['https://simiente.example', 'simiente.example'],
    ['https://simiente.example:8443/', 'simiente.example'],
    ['http://localhost:3000', 'localhost'],
    ['http://simiente.example', undefined],
    ['https://10.0.0.7', undefined],
    ['https://[fd00::7]', undefined],
    ['http://127.0.0.1:3000', undefined],
  ])('E-10.357: PUBLIC_URL %s gives %s', (publicUrl, id) => {
    expect(makeRelyingParty(publicUrl)?.id).toBe(id);
  });
});

test('T-A1: a client address gets at most 300 challenges in a quarter of an hour', async () => {
  const { app } = testApp();
  const requestOptions = () =>
    app.inject({
      method: 'POST',
      url: '/api/auth/passkey/sign-in-options',
      headers: { origin: LOCAL_PAGE, host: 'localhost' },
      remoteAddress: '203.0.113.77',
      payload: {},
    });
  const statuses: number[] = [];
  while (statuses.length < 301) statuses.push((await requestOptions()).statusCode);
  expect(statuses.slice(0, 300)).toEqual(Array(300).fill(200));
  expect(statuses.at(-1)).toBe(429);
});
