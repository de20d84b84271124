import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import type { ProviderSettings } from '../../platform/identity/provider/provider.ts';

const CLIENT = { clientId: 'simiente', clientSecret: 'un secreto del proveedor de prueba' };
const ALGORITHM = 'ES256';

export interface TestIdentityProvider {
  readonly settings: ProviderSettings;
  /** Replaces claims of each ID token, and signs it again with the provider's key, or another one. */
  deviate(change: ((claims: JWTPayload) => JWTPayload) | null, otherKey?: boolean): void;
  /** Time of the users' authentication there: now by default. */
  authenticatedAt(seconds: number | undefined): void;
  /** Signs with a new key from now on, and publishes only that key. */
  rotateKeys(): Promise<void>;
  /** Sets the answers to our server and to browsers. */
  answer(how: 'usual' | 'error' | 'redirect' | 'never'): void;
  /**
   * Follows an address as a browser does, and signs in there.
   * @returns the query with which the provider sends the browser back
   */
  visit(url: string, login: string | 'cancel'): Promise<string>;
  /** Lets it send browsers to the product at another origin. */
  allow(origin: string): void;
  /** Requested addresses, without their queries. */
  readonly requested: string[];
  close(): Promise<void>;
}

/** A real OpenID Connect provider on the loopback address. It accepts any typed name. */
export async function startIdentityProvider(
  whenDone: (cleanUp: () => Promise<void>) => void,
): Promise<TestIdentityProvider> {
  const requested: string[] = [];
  let origins = ['http://localhost'];
  let change: ((claims: JWTPayload) => JWTPayload) | null = null;
  let isOtherKey = false;
  let authenticated: number | undefined;
  let how: 'usual' | 'error' | 'redirect' | 'never' = 'usual';
  let key = await newKey();
  let handle: ReturnType<Provider['callback']> = async () => {};

  const server = createServer((request, response) => {
    requested.push(String(request.url).split('?')[0] ?? '');
    if (how === 'never') return;
    if (how === 'error') return void response.writeHead(500).end('fault');
    if (how === 'redirect') {
      return void response.writeHead(302, { location: `${issuer}/elsewhere` }).end();
    }
    void handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function serve() {
    const provider = new Provider(issuer, makeConfiguration(key, origins));
    provider.use(async (context, next) => {
      const [, uid] = /^\/interaction\/([\w-]+)$/.exec(context.path) ?? [];
      if (context.path === '/favicon.ico') context.status = 204;
      else if (uid === undefined) await next();
      else if (context.method === 'GET') {
        context.type = 'html';
        context.body = signInPage(context.path);
      } else {
        const login = new URLSearchParams(await readBody(context.req)).get('login') ?? '';
        const ts = authenticated === undefined ? {} : { ts: authenticated };
        const result =
          login === 'cancel' ? { error: 'access_denied' } : { login: { accountId: login, ...ts } };
        await provider.interactionFinished(context.req, context.res, result);
      }
      const body = context.body as { id_token?: string } | undefined;
      if (context.path === '/token' && body?.id_token && change) {
        body.id_token = await signAgain(
          body.id_token,
          change,
          isOtherKey ? await newKey(key.kid) : key,
        );
      }
    });
    handle = provider.callback();
  }
  serve();

  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    return closed;
  };
  whenDone(close);
  return {
    settings: { issuer, name: 'Almena ID', ...CLIENT },
    requested,
    deviate(wanted, otherKey = false) {
      change = wanted;
      isOtherKey = otherKey;
    },
    authenticatedAt(seconds) {
      authenticated = seconds;
    },
    async rotateKeys() {
      key = await newKey();
      serve();
    },
    answer(wanted) {
      how = wanted;
    },
    allow(origin) {
      origins = [...origins, origin];
      serve();
    },
    visit: (url, login) => visit(issuer, url, login),
    close,
  };
}

type SigningKey = JWK & { readonly kid: string };

async function newKey(kid: string = crypto.randomUUID()): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: ALGORITHM, use: 'sig' };
}

async function signAgain(
  token: string,
  change: (claims: JWTPayload) => JWTPayload,
  key: SigningKey,
): Promise<string> {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return new SignJWT(change(claims))
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid })
    .sign(await importJWK(key, ALGORITHM));
}

function makeConfiguration(key: SigningKey, origins: readonly string[]): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: origins.map((origin) => `${origin}/proveedor`),
        id_token_signed_response_alg: ALGORITHM,
      },
    ],
    jwks: { keys: [key as never] },
    cookies: { keys: ['the provider of the tests'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // The default of most providers.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: `${accountId}@almena.example`,
        email_verified: true,
      }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: { Session: 600, Grant: 600, Interaction: 600, AccessToken: 600, IdToken: 600 },
  };
}

const signInPage = (action: string) => `<!doctype html><html lang="es"><title>Almena ID</title>
<main><h1>Almena ID</h1><form method="post" action="${action}">
<label>Usuario <input name="login"></label> <button>Entrar en Almena</button></form></main></html>`;

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** A new browser, without a session there. */
async function visit(issuer: string, start: string, login: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = start;
  let init: RequestInit = {};
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...jar].map((one) => one.join('=')).join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { cookie, ...init.headers },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    init = {};
    if (location !== null) {
      url = new URL(location, issuer).href;
      if (!url.startsWith(issuer)) return new URL(url).search.slice(1);
    } else if (response.ok) {
      init = { method: 'POST', body: new URLSearchParams({ login }) };
    } else {
      throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    }
  }
  throw new Error('The provider redirects the browser in a loop');
}
