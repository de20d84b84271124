import { type ErrorCode, errorBody, isErrorCode } from '@simiente/contract/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { RETRY_AFTER_UNAVAILABLE } from '../http/failures.ts';
import { copyHeaders, fetchHeaders } from '../http/fetch-bridge.ts';
import { Problem } from '../http/problem.ts';
import type { SignInAttempts } from './attempts.ts';
import { IDENTITY_PATH, type Identity } from './identity.ts';
import { LONGEST_PASSWORD } from './password.ts';
import type { FindSession } from './sessions.ts';

const credentials = z.strictObject({
  email: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(LONGEST_PASSWORD),
});

/** What happens to a session, for whoever keeps the audit; when that fails, it does not happen. */
export interface SessionEvents {
  signedIn(request: FastifyRequest, staffId: string): Promise<void>;
  refused(request: FastifyRequest, email: string, code: ErrorCode): Promise<void>;
  signedOut(request: FastifyRequest, staffId: string): Promise<void>;
}

interface IdentityRoutes {
  readonly identity: Identity;
  readonly attempts: SignInAttempts;
  readonly findSession: FindSession;
  readonly events: SessionEvents;
  /** Told to who is signed in, whose screens show the clinic's time beside UTC. */
  readonly clinicTimeZone: string;
}

/**
 * The three calls of the identity library that we use; its others do not exist here.
 * - `POST /api/auth/sign-in/email` `{email, password}`
 * - `POST /api/auth/sign-out`
 * - `GET /api/auth/get-session`: `{user, clinicTimeZone}` or null
 */
export function registerIdentityRoutes(app: FastifyInstance, parts: IdentityRoutes): void {
  app.post(`${IDENTITY_PATH}/sign-in/email`, { config: { access: 'open' } }, (request, reply) =>
    signIn(parts, request, reply),
  );
  app.post(`${IDENTITY_PATH}/sign-out`, { config: { access: 'open' } }, (request, reply) =>
    signOut(parts, request, reply),
  );
  app.get(
    `${IDENTITY_PATH}/get-session`,
    { config: { access: 'open' } },
    async (request, reply) => {
      const session = await parts.findSession(fetchHeaders(request));
      for (const cookie of session?.setCookies ?? []) reply.header('set-cookie', cookie);
      const user = session && { name: session.actor.name, email: session.actor.email };
      return reply
        .header('cache-control', 'no-store')
        .send(user && { user, clinicTimeZone: parts.clinicTimeZone });
    },
  );
}

async function signIn(
  parts: IdentityRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { identity, attempts, events, clinicTimeZone } = parts;
  const { data, error } = credentials.safeParse(request.body);
  if (error) {
    const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    throw new Problem('BAD_REQUEST', { issues });
  }
  const throttled = await attempts.begin(data.email, request.ip);
  if (throttled) {
    // The first of a row is news for the audit; all the others would let anybody fill it.
    if (throttled.first) await events.refused(request, data.email, 'TOO_MANY_REQUESTS');
    throw new Problem('TOO_MANY_REQUESTS', { retryAfter: throttled.retryAfter });
  }
  const response = await identity.handler(toFetchRequest(request, '/sign-in/email', data));
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    if (response.status >= 500) {
      throw new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER_UNAVAILABLE });
    }
    const code = refusalOf(body);
    await events.refused(request, data.email, code);
    const { status } = errorBody(code);
    return reply.code(status).send(errorBody(code));
  }
  const { token, user } = signedIn.parse(body);
  await events.signedIn(request, user.id).catch(async (fault: unknown) => {
    const { internalAdapter } = await identity.$context;
    await internalAdapter.deleteSession(token);
    throw fault;
  });
  await attempts.succeeded(data.email, request.ip);
  await endCarriedSession(parts, request);
  copyHeaders(response.headers, reply);
  return reply.header('cache-control', 'no-store').send({
    user: { id: user.id, name: user.name, email: user.email },
    clinicTimeZone,
  });
}

const signedIn = z.object({
  token: z.string(),
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
});

/** An e-mail that is none is answered like a wrong one: nobody learns more from it. */
function refusalOf(body: unknown): ErrorCode {
  const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
  if (code === 'INVALID_EMAIL') return 'INVALID_EMAIL_OR_PASSWORD';
  return isErrorCode(code) ? code : 'INVALID_EMAIL_OR_PASSWORD';
}

/** A browser that signs in again gives up the session it had. */
async function endCarriedSession(
  { identity, findSession, events }: IdentityRoutes,
  request: FastifyRequest,
): Promise<void> {
  const carried = await findSession(fetchHeaders(request));
  if (!carried) return;
  await events.signedOut(request, carried.actor.id);
  await identity.handler(toFetchRequest(request, '/sign-out', {}));
}

async function signOut(
  { identity, findSession, events }: IdentityRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await findSession(fetchHeaders(request));
  if (session) await events.signedOut(request, session.actor.id);
  const response = await identity.handler(toFetchRequest(request, '/sign-out', {}));
  if (!response.ok) throw new Problem('INTERNAL', { cause: await response.text() });
  copyHeaders(response.headers, reply);
  return reply.header('content-type', 'application/json').send({ success: true });
}

/** The library wants an address to work at. The guard has compared the true origin already. */
const INTERNAL_ORIGIN = 'http://simiente.invalid';

/** The request as the identity library reads it: its own body, the caller's cookies, token and address. */
function toFetchRequest(request: FastifyRequest, path: string, body: unknown): Request {
  const headers = fetchHeaders(request);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  headers.set('origin', INTERNAL_ORIGIN);
  headers.set('x-forwarded-for', request.ip);
  return new Request(`${INTERNAL_ORIGIN}${IDENTITY_PATH}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
}
