import type { Role } from '@simiente/contract/common/access/roles';
import { type ErrorCode, errorBody, isErrorCode } from '@simiente/contract/common/errors';
import { pastedText } from '@simiente/contract/common/text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { RETRY_AFTER_UNAVAILABLE } from '../failures.ts';
import { Problem } from '../problem.ts';
import { prove, readBody } from './confirmation.ts';
import type { News } from './events.ts';
import { seenAs, viewedRole } from './guard.ts';
import { IDENTITY_PATH } from './identity.ts';
import type { IdentityRoutes } from './identity-parts.ts';
import { libraryCode, setSessionCookies, toLibraryRequest } from './library-call.ts';
import { registerPasskeyRoutes } from './passkeys/passkey-routes.ts';
import { signInWithPasskey } from './passkeys/passkey-sign-in.ts';
import {
  type Credential,
  isCurrent,
  readCredential,
  refreshHash,
} from './passwords/credentials.ts';
import { LONGEST_PASSWORD } from './passwords/password.ts';
import { hasPassword } from './provider/bindings.ts';
import { registerProviderRoutes } from './provider/provider-routes.ts';
import { fetchHeaders } from './sessions/session-token.ts';
import type { FoundSession } from './sessions/sessions.ts';
import { beginAttempt } from './sign-in/attempts.ts';
import { endWaiting, findMember } from './staff-accounts.ts';
import { type CompletedSignIn, makeSecondStep } from './two-factor/second-step.ts';
import type { TwoFactorKind } from './two-factor/two-factor.ts';
import { registerTwoFactorRoutes } from './two-factor/two-factor-routes.ts';
import { needsTwoFactor } from './two-factor/two-factor-rule.ts';

/** Maximum bytes, several times an e-mail and a password, because strangers can send them too. */
const LARGEST_CREDENTIALS = 4 * 1024;

const credentials = z.strictObject({
  email: pastedText.min(1).max(320),
  password: z.string().min(1).max(LONGEST_PASSWORD),
});

/**
 * The calls of the identity library that we use; its others do not exist here.
 * - `POST /api/auth/sign-in/email` `{email, password}`; `{twoFactorRequired: true}` if a second step follows,
 * within ten minutes:
 * - `POST /api/auth/two-factor/verify-totp` and `…/verify-backup-code` `{code}`
 * - `POST /api/auth/passkey/sign-in` `{response, email?}`, after `…/sign-in-options` `{}`
 * - `POST /api/auth/sign-out`
 * - `POST /api/auth/prove` `{password, code?}` or `{passkey}`: for calls that need a recent confirmation
 * - `GET /api/auth/get-session`: `{user, clinicTimeZone, mapTiles, twoFactor}` or null; with `roles`,
 * `capabilities` and `idDoctor` for an account that is not only `todo`, and `viewAs` for one that views the
 * product as a role; `hasPassword: false` for one without a password
 * The calls that set up the second step are in two-factor-routes.ts, those of passkeys in passkey-routes.ts, those
 * of an OpenID Connect provider in provider-routes.ts.
 */
export function registerIdentityRoutes(app: FastifyInstance, parts: IdentityRoutes): void {
  app.addHook('onRoute', (route) => {
    route.bodyLimit = LARGEST_CREDENTIALS;
  });
  app.post(`${IDENTITY_PATH}/sign-in/email`, { config: { access: 'open' } }, (request, reply) =>
    signIn(parts, request, reply),
  );
  for (const [path, complete] of COMPLETING) {
    app.post(`${IDENTITY_PATH}${path}`, { config: { access: 'open' } }, async (request, reply) => {
      const { account, news } = await complete(parts, request, reply);
      await endPreviousSession(parts, request);
      parts.devices.remember(request, reply, account);
      const member = await findMember(parts.db, account.staffId);
      return answerSignedIn(parts, reply, member, news);
    });
  }
  registerTwoFactorRoutes(app, parts);
  registerPasskeyRoutes(app, parts);
  registerProviderRoutes(app, parts, async (request, reply, opened) => {
    await endPreviousSession(parts, request);
    if ('twoFactorRequired' in opened) {
      return reply.header('cache-control', 'no-store').send({ purpose: 'sign-in', ...opened });
    }
    parts.devices.remember(request, reply, opened.account);
    const member = await findMember(parts.db, opened.account.staffId);
    return answerSignedIn(parts, reply, member, opened.news, { purpose: 'sign-in' });
  });
  app.post(`${IDENTITY_PATH}/sign-out`, { config: { access: 'open' } }, (request, reply) =>
    signOut(parts, request, reply),
  );
  app.post(
    `${IDENTITY_PATH}/prove`,
    { config: { access: 'session', capabilities: [] } },
    (request, reply) => prove(parts, request, reply),
  );
  app.get(
    `${IDENTITY_PATH}/get-session`,
    { config: { access: 'open' } },
    async (request, reply) => {
      const session = await parts.findSession(fetchHeaders(request));
      for (const cookie of session?.setCookies ?? []) reply.header('set-cookie', cookie);
      return reply.header('cache-control', 'no-store').send(
        session && {
          ...describeSession(parts, session, viewedRole(session.actor, request.headers)),
          ...(await withoutPassword(parts, session)),
        },
      );
    },
  );
}

type Complete = (
  parts: IdentityRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<CompletedSignIn>;

const secondStep =
  (kind: TwoFactorKind): Complete =>
  (parts, request, reply) =>
    makeSecondStep(parts, kind, request, reply);

/** The calls that complete a sign-in. */
const COMPLETING: readonly (readonly [path: string, Complete])[] = [
  ['/two-factor/verify-totp', secondStep('totp')],
  ['/two-factor/verify-backup-code', secondStep('recovery')],
  ['/passkey/sign-in', signInWithPasskey],
];

/** An account without roles gets the answer from before roles existed, which clients treat as `todo`. */
const ORDINARY: Role = 'todo';

/** Whether the account signs in without a password; without a provider every account has one. */
function describeSession(
  { clinicTimeZone, mapTiles, requireTwoFactor }: IdentityRoutes,
  { actor, isVerified }: FoundSession,
  viewAs: Role | null,
) {
  const { name, email, roles, capabilities, doctorId: idDoctor } = seenAs(actor, viewAs);
  const missing = needsTwoFactor(requireTwoFactor, actor) ? 'missing' : 'off';
  return {
    user: { name, email },
    ...(String(roles) === ORDINARY ? {} : { roles, capabilities: [...capabilities], idDoctor }),
    ...(viewAs !== null && { viewAs }),
    clinicTimeZone,
    mapTiles,
    twoFactor: isVerified ? 'on' : missing,
  };
}

/** Every account has a password if there is no provider. */
async function withoutPassword({ db, provider }: IdentityRoutes, { actor }: FoundSession) {
  if (provider === null || (await hasPassword(db, actor.id))) return {};
  return { hasPassword: false };
}

async function signIn(
  parts: IdentityRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { identity, attempts, devices, events } = parts;
  const data = readBody(credentials, request.body);
  // Checked before the counters: no account can have it, so it reveals nothing and is not a guess.
  if (!z.email().safeParse(data.email).success) throw new Problem('INVALID_EMAIL');
  const credential = await readCredential(parts.db, data.email);
  const device = devices.find(request, credential);
  const attempt = { email: data.email, address: request.ip, device };
  await beginAttempt(parts, request, attempt);
  const response = await identity.handler(toLibraryRequest(request, '/sign-in/email', data));
  const body: unknown = await response.json().catch(() => null);
  if (response.status >= 500) {
    throw new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER_UNAVAILABLE });
  }
  const code = response.ok
    ? await endOutdated(parts, credential, data.password, body)
    : toErrorCode(body);
  if (code !== null || !credential) {
    const refusal = errorBody(code ?? 'INVALID_EMAIL_OR_PASSWORD');
    await events.refused(request, data.email, refusal.code);
    return reply.code(refusal.status).send(refusal);
  }
  await refreshHash(
    parts.db,
    parts.passwords,
    credential,
    data.password,
    (transaction, method) =>
      events.happened(transaction, request, credential.staffId, 'account.password_rehashed', {
        method,
      }),
    // An error of the driver has the statement's parameters, including the hashes.
  ).catch(() => request.log.warn('a password was not hashed anew'));
  if (secondStepAsked.safeParse(body).success) {
    await events.secondStepAsked(request, data.email);
    await endPreviousSession(parts, request);
    // The library's session is deleted already; only its two-factor cookie is passed on.
    response.headers.delete('set-auth-token');
    setSessionCookies(response, request, reply);
    return reply.header('cache-control', 'no-store').send({ twoFactorRequired: true });
  }
  const { token, user } = signedIn.parse(body);
  const news = await events
    .signedIn(request, user.id, { isNewDevice: device === null })
    .catch(async (fault: unknown) => {
      const { internalAdapter } = await identity.$context;
      await internalAdapter.deleteSession(token);
      throw fault;
    });
  await attempts.succeeded(attempt);
  await endPreviousSession(parts, request);
  setSessionCookies(response, request, reply);
  devices.remember(request, reply, credential);
  return answerSignedIn(parts, reply, user, news);
}

const secondStepAsked = z.object({ twoFactorRedirect: z.literal(true) });

const signedIn = z.object({
  token: z.string(),
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
});

/**
 * Ends outdated sessions. Checking a password takes time, and a concurrent second sign-in of the same browser
 * ended the session that existed then, but not the one that the library created afterwards. That one is ended
 * here, as is that of an expired password.
 * @returns why the sign-in is rejected; null if it is not
 */
async function endOutdated(
  { db, identity, passwords }: IdentityRoutes,
  credential: Credential | undefined,
  password: string,
  body: unknown,
): Promise<ErrorCode | null> {
  const isStill = (known: Credential) =>
    db.transaction((transaction) => isCurrent(transaction, passwords, known, password));
  const isCurrentOne = credential !== undefined && (await isStill(credential));
  const isExpired = Date.now() > Number(credential?.passwordUntil ?? Number.POSITIVE_INFINITY);
  if (isCurrentOne && !isExpired) return null;
  const { data } = signedIn.safeParse(body);
  const { internalAdapter } = await identity.$context;
  if (data) await internalAdapter.deleteSession(data.token);
  else if (credential) await endWaiting(db, credential.staffId);
  return isCurrentOne ? 'PASSWORD_EXPIRED' : 'INVALID_EMAIL_OR_PASSWORD';
}

function answerSignedIn(
  { clinicTimeZone }: IdentityRoutes,
  reply: FastifyReply,
  { id, name, email }: { id: string; name: string; email: string },
  news: News,
  more: object = {},
): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json')
    .send({ user: { id, name, email }, clinicTimeZone, ...news, ...more });
}

function toErrorCode(body: unknown): ErrorCode {
  const code = libraryCode(body);
  return isErrorCode(code) ? code : 'INVALID_EMAIL_OR_PASSWORD';
}

/** Ends the earlier session of a browser that signs in again. */
async function endPreviousSession(
  { identity, findSession, events }: IdentityRoutes,
  request: FastifyRequest,
): Promise<void> {
  const previous = await findSession(fetchHeaders(request));
  if (!previous) return;
  await events.signedOut(request, previous.actor.id);
  await identity.handler(toLibraryRequest(request, '/sign-out', {}));
}

async function signOut(
  { identity, findSession, events }: IdentityRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await findSession(fetchHeaders(request));
  if (session) await events.signedOut(request, session.actor.id);
  const response = await identity.handler(toLibraryRequest(request, '/sign-out', {}));
  if (!response.ok) throw new Problem('INTERNAL', { cause: await response.text() });
  setSessionCookies(response, request, reply);
  return reply.header('content-type', 'application/json').send({ success: true });
}
