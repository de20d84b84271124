import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { TestIdentityProvider } from '../services/identity-provider.ts';
import { LOCAL_PAGE } from './passkeys.ts';

/** Sends a call of the sign-in with a provider as our page does. */
export function providerCall(
  app: FastifyInstance,
  name: string,
  payload: object,
  cookie = '',
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: `/api/auth/provider/${name}`,
    headers: { cookie, origin: LOCAL_PAGE, host: new URL(LOCAL_PAGE).host },
    payload,
  });
}

/** Cookies that an answer sets, without those that it deletes, as a header. */
export function getCookies({ headers }: LightMyRequestResponse): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((one) => one.split(';')[0] ?? '')
    .filter((one) => !one.endsWith('='))
    .join('; ');
}

export interface ProviderVisit {
  /** The login at the provider; 'cancel' for a user who returns without signing in. */
  readonly login: string;
  readonly payload?: object;
  /** Cookies that the browser has already. */
  readonly cookie?: string;
}

/** Goes to the provider and back, up to the call that completes it. */
export async function goToProvider(
  app: FastifyInstance,
  identityProvider: TestIdentityProvider,
  name: string,
  { login, payload = {}, cookie = '' }: ProviderVisit,
): Promise<{ query: string; cookie: string; url: URL }> {
  const firstAnswer = await providerCall(app, name, payload, cookie);
  if (firstAnswer.statusCode !== 200) throw new Error(`not begun: ${firstAnswer.body}`);
  const url = new URL(firstAnswer.json().url);
  const query = await identityProvider.visit(url.href, login);
  return { query, cookie: `${cookie}; ${getCookies(firstAnswer)}`, url };
}

/** Goes to the provider and back, and completes the call. */
export async function signInWithProvider(
  app: FastifyInstance,
  identityProvider: TestIdentityProvider,
  name: string,
  visit: ProviderVisit,
): Promise<LightMyRequestResponse> {
  const { query, cookie } = await goToProvider(app, identityProvider, name, visit);
  return providerCall(app, 'complete', { query }, cookie);
}
