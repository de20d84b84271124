import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { TestStaff } from '../application.ts';

/** The page of an installation without a public address. */
export const LOCAL_PAGE = 'http://localhost';

/** Ways in which an authenticator or a page differs from a correct one. */
interface Deviation {
  readonly origin?: string;
  readonly domain?: string;
  readonly userVerified?: boolean;
  readonly challenge?: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const NEW_CREDENTIAL = 0x40;

/** An authenticator in software with one ES256 key, and the browser that uses it (WebAuthn, level 2). */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  let uses = 0;

  function clientData(
    type: string,
    { challenge, origin }: Required<Pick<Deviation, 'challenge' | 'origin'>>,
  ) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function authenticatorData(domain: string, flags: number, credential = Buffer.alloc(0)) {
    const counter = Buffer.alloc(4);
    uses += 1;
    counter.writeUInt32BE(uses);
    return Buffer.concat([sha256(domain), Buffer.from([flags]), counter, credential]);
  }

  const verifiedBit = ({ userVerified = true }: Deviation) => (userVerified ? USER_VERIFIED : 0);

  return {
    id,
    /** `navigator.credentials.create` */
    create(options: { challenge: string; rp: { id: string } }, deviation: Deviation = {}) {
      const {
        origin = LOCAL_PAGE,
        domain = options.rp.id,
        challenge = options.challenge,
      } = deviation;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
          [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, rawId, key]);
      const flags = USER_PRESENT | NEW_CREDENTIAL | verifiedBit(deviation);
      const authData = Uint8Array.from(authenticatorData(domain, flags, credential));
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', { challenge, origin }).toString(
            'base64url',
          ),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** `navigator.credentials.get` */
    get(options: { challenge: string; rpId: string }, deviation: Deviation = {}) {
      const {
        origin = LOCAL_PAGE,
        domain = options.rpId,
        challenge = options.challenge,
      } = deviation;
      const client = clientData('webauthn.get', { challenge, origin });
      const data = authenticatorData(domain, USER_PRESENT | verifiedBit(deviation));
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
    },
  };
}

export type TestPasskey = ReturnType<typeof createAuthenticator>;

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Sends a call of passkeys as our page at `origin` does. */
export function passkeyCall(
  app: FastifyInstance,
  name: string,
  cookie: string,
  payload: object,
  origin = LOCAL_PAGE,
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: `/api/auth/passkey/${name}`,
    headers: { cookie, origin, host: new URL(origin).host },
    payload,
  });
}

/** The cookie of the challenge in an answer, as a header. */
export function getChallengeCookie(answer: LightMyRequestResponse): string {
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  return cookies.find((one) => one.includes('simiente.passkey='))?.split(';')[0] ?? '';
}

/** Asks for a challenge to sign in with. */
export async function beginPasskeySignIn(app: FastifyInstance, origin = LOCAL_PAGE) {
  const answer = await passkeyCall(app, 'sign-in-options', '', {}, origin);
  return { options: answer.json(), cookie: getChallengeCookie(answer) };
}

export async function signInWithPasskey(
  app: FastifyInstance,
  passkey: TestPasskey,
  {
    deviation,
    cookies = '',
    origin,
  }: { deviation?: Deviation; cookies?: string; origin?: string } = {},
): Promise<LightMyRequestResponse> {
  const { options, cookie } = await beginPasskeySignIn(app, origin);
  const response = passkey.get(options, { ...(origin && { origin }), ...deviation });
  return passkeyCall(app, 'sign-in', `${cookie}; ${cookies}`, { response }, origin);
}

/** Requests a challenge for confirming the call at `path`, and signs it with the passkey. */
export async function confirmWith(
  app: FastifyInstance,
  session: string,
  passkey: TestPasskey,
  path = '/api/auth/passkey/remove',
  subject?: string,
) {
  const answer = await passkeyCall(app, 'confirm-options', session, { path, subject });
  return {
    cookie: `${session}; ${getChallengeCookie(answer)}`,
    confirmation: { passkey: passkey.get(answer.json()) },
  };
}

/** Adds a passkey to an account without a second step, confirmed by its password by default. */
export async function addPasskey(
  app: FastifyInstance,
  person: Pick<TestStaff, 'cookie' | 'password'>,
  name = 'Portátil',
  origin = LOCAL_PAGE,
  confirm: () => Promise<object> = async () => ({ password: person.password }),
) {
  const passkey = createAuthenticator();
  const began = await passkeyCall(app, 'add-options', person.cookie, await confirm(), origin);
  const cookie = `${person.cookie}; ${getChallengeCookie(began)}`;
  const response = passkey.create(began.json(), { origin });
  const added = await passkeyCall(app, 'add', cookie, { name, response }, origin);
  if (added.statusCode !== 200) throw new Error(`not added: ${began.body} ${added.body}`);
  return { passkey, idPasskey: String(added.json().idPasskey) };
}
