import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { getSessionCookie, signIn, type TestApplication, type TestStaff } from '../application.ts';
import { halfMinute, makeCodeGenerator } from './otp.ts';

/** A member of the staff with a second step. */
export interface TestAuthenticator {
  /** The cookie of the session in which the second step was set up. */
  readonly cookie: string;
  readonly recoveryCodes: readonly string[];
  /** The code of this time step, or of a later one; each is valid once. */
  code(later?: number): Promise<string>;
}

/** Calls a route of the second step, such as the check of a code at sign-in. */
export function twoFactorCall(
  app: FastifyInstance,
  name: string,
  cookie: string,
  payload: object,
  options: InjectOptions = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: `/api/auth/two-factor/${name}`,
    headers: { cookie },
    payload,
    ...options,
  });
}

/** Sets up the second step, with the code of the previous time step. */
export async function setUpTwoFactor(
  app: FastifyInstance,
  person: TestStaff,
): Promise<TestAuthenticator> {
  const enabled = await twoFactorCall(app, 'enable', person.cookie, { password: person.password });
  const { uri, recoveryCodes } = enabled.json<{ uri: string; recoveryCodes: string[] }>();
  const confirm = async (code: TestAuthenticator['code']) =>
    twoFactorCall(app, 'confirm', person.cookie, { code: await code(-1) });
  const timeStep = halfMinute();
  let code = makeCodeGenerator(uri);
  let confirmed = await confirm(code);
  // The time step may have changed, so that its code was too old.
  if (confirmed.statusCode !== 200 && halfMinute() !== timeStep) {
    code = makeCodeGenerator(uri);
    confirmed = await confirm(code);
  }
  if (confirmed.statusCode !== 200) throw new Error(`not confirmed: ${confirmed.body}`);
  return { cookie: getSessionCookie(confirmed), recoveryCodes, code };
}

/** A new member of the staff with a second step. */
export async function personWithAuthenticator({
  app,
  signInAs,
}: TestApplication): Promise<{ person: TestStaff; authenticator: TestAuthenticator }> {
  const person = await signInAs(`${crypto.randomUUID()}@simiente.example`);
  return { person, authenticator: await setUpTwoFactor(app, person) };
}

/**
 * Sends e-mail and password.
 * @returns the cookie of the sign-in that waits for its second step
 */
export async function beginSignIn(app: FastifyInstance, email: string): Promise<string> {
  return getPendingCookie(await signIn(app, { email }));
}

/** The cookie of a sign-in that waits for its second step, as a header. */
export function getPendingCookie(answer: LightMyRequestResponse): string {
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  const waiting = cookies.find((cookie) => cookie.includes('two_factor='));
  return waiting?.split(';')[0] ?? '';
}
