import { LONGEST_PASSWORD } from '@simiente/contract/account/calls';
import type { Role } from '@simiente/contract/common/access/roles';
import { type ErrorCode, errorBody, isErrorCode } from '@simiente/contract/common/errors';
import { pastedText } from '@simiente/contract/common/text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { parseInput } from '../failures.ts';
import { Problem } from '../problem.ts';
import { prove } from './confirmation.ts';
import type { News } from './events.ts';
import { limitToRole, readViewedRole } from './guard.ts';
import { IDENTITY_PATH } from './identity.ts';
import type { IdentityCall, IdentityRoutes } from './identity-parts.ts';
import {
  asksForSecondStep,
  callLibrary,
  libraryCode,
  setSecondStepCookie,
  setSessionCookies,
  toLibraryRequest,
} from './library-call.ts';
import { registerPasskeyRoutes } from './passkeys/passkey-routes.ts';
import { signInWithPasskey } from './passkeys/passkey-sign-in.ts';
import {
  type Credential,
  isCurrent,
  readCredential,
  refreshHash,
} from './passwords/credentials.ts';
import { hasPassword } from './provider/bindings.ts';
import { registerProviderRoutes } from './provider/provider-routes.ts';
import { fetchHeaders } from './sessions/session-token.ts';
import type { FoundSession } from './sessions/sessions.ts';
import { beginAttempt } from './sign-in/attempts.ts';
import { endPendingSignIns, findMember } from './staff-accounts.ts';
import { type CompletedSignIn, completeSecondStep } from './two-factor/second-step.ts';
import { registerTwoFactorRoutes } from './two-factor/two-factor-routes.ts';
import { needsTwoFactor } from './two-factor/two-factor-rule.ts';

/** Maximum bytes of a body. It is small, because clients without an account can send it. */
const LARGEST_CREDENTIALS = 4 * 1024;

const credentials = z.strictObject({
  email: pastedText.min(1).max(320),
  password: z.string().min(1).max(LONGEST_PASSWORD),
});

/**
 * Registers the calls of the identity library that we use; its other calls are not reachable.
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
  const at = (path: string) => `${IDENTITY_PATH}${path}`;
  const open = { config: { access: 'open' } } as const;
  const settled = { config: { access: 'session', capabilities: [] } } as const;

  app.post(at('/sign-in/email'), open, (request, reply) => signIn({ parts, request, reply }));
  for (const [path, complete] of COMPLETING) {
    app.post(at(path), open, async (request, reply) => {
      const call = { parts, request, reply };
      return answerCompleted(call, await complete(call));
    });
  }
  registerTwoFactorRoutes(app, parts);
  registerPasskeyRoutes(app, parts);
  registerProviderRoutes(app, parts, async (call, opened) => {
    if (!('twoFactorRequired' in opened)) {
      return answerCompleted(call, opened, { purpose: 'sign-in' });
    }
    await endPreviousSession(parts, call.request);
    return call.reply.header('cache-control', 'no-store').send({ purpose: 'sign-in', ...opened });
  });
  app.post(at('/sign-out'), open, (request, reply) => signOut({ parts, request, reply }));
  app.post(at('/prove'), settled, (request, reply) => prove({ parts, request, reply }));
  app.get(at('/get-session'), open, async (request, reply) => {
    const session = await parts.findSession(fetchHeaders(request));
    for (const cookie of session?.setCookies ?? []) reply.header('set-cookie', cookie);
    return reply.header('cache-control', 'no-store').send(
      session && {
        ...describeSession(parts, session, readViewedRole(session.actor, request.headers)),
        ...(await withoutPassword(parts, session)),
      },
    );
  });
}

type Complete = (call: IdentityCall) => Promise<CompletedSignIn>;

/** The calls that complete a sign-in. */
const COMPLETING: readonly (readonly [path: string, Complete])[] = [
  ['/two-factor/verify-totp', (call) => completeSecondStep('totp', call)],
  ['/two-factor/verify-backup-code', (call) => completeSecondStep('recovery', call)],
  ['/passkey/sign-in', signInWithPasskey],
];

/** An account with only this role gets the answer from before roles existed, which clients treat as `todo`. */
const DEFAULT_ROLE: Role = 'todo';

function describeSession(
  { clinicTimeZone, mapTiles, requireTwoFactor }: IdentityRoutes,
  { actor, isVerified }: FoundSession,
  viewAs: Role | null,
) {
  const { name, email, roles, capabilities, doctorId: idDoctor } = limitToRole(actor, viewAs);
  const withoutStep = needsTwoFactor(requireTwoFactor, actor) ? 'missing' : 'off';
  return {
    user: { name, email },
    ...(String(roles) === DEFAULT_ROLE ? {} : { roles, capabilities: [...capabilities], idDoctor }),
    ...(viewAs !== null && { viewAs }),
    clinicTimeZone,
    mapTiles,
    twoFactor: isVerified ? 'on' : withoutStep,
  };
}

/** Every account has a password if there is no provider. */
async function withoutPassword({ db, provider }: IdentityRoutes, { actor }: FoundSession) {
  if (provider === null || (await hasPassword(db, actor.id))) return {};
  return { hasPassword: false };
}

async function signIn({ parts, request, reply }: IdentityCall): Promise<FastifyReply> {
  const { identity, attempts, devices, events } = parts;
  const data = parseInput(credentials, request.body);
  // Not counted as an attempt, because no account can have this address.
  if (!z.email().safeParse(data.email).success) throw new Problem('INVALID_EMAIL');
  const credential = await readCredential(parts.db, data.email);
  const device = devices.find(request, credential);
  const attempt = { email: data.email, address: request.ip, device };
  await beginAttempt(parts, request, attempt);
  const { response, body } = await callLibrary(
    identity,
    toLibraryRequest(request, '/sign-in/email', data),
  );
  const code = response.ok
    ? await rejectOutdated(parts, credential, data.password, body)
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
    // The error is not logged, because it has the statement's parameters, including the hashes.
  ).catch(() => request.log.warn('a password was not hashed anew'));
  if (asksForSecondStep(body)) {
    await events.secondStepAsked(request, data.email);
    await endPreviousSession(parts, request);
    setSecondStepCookie(response, reply);
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
  setSessionCookies(response, reply);
  devices.remember(request, reply, credential);
  return answerSignedIn(parts, reply, user, news);
}

const signedIn = z.object({
  token: z.string(),
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
});

/**
 * Ends the session that the library has just opened, if the password has expired, or was changed while the library
 * checked it. The change ended only the sessions that existed then.
 * @returns why the sign-in is rejected; null if it is not
 */
async function rejectOutdated(
  { db, identity, passwords }: IdentityRoutes,
  credential: Credential | undefined,
  password: string,
  body: unknown,
): Promise<ErrorCode | null> {
  const isUnchanged =
    credential !== undefined &&
    (await db.transaction((transaction) =>
      isCurrent(transaction, passwords, credential, password),
    ));
  const isExpired = Date.now() > Number(credential?.passwordUntil ?? Number.POSITIVE_INFINITY);
  if (isUnchanged && !isExpired) return null;
  const { data } = signedIn.safeParse(body);
  const { internalAdapter } = await identity.$context;
  if (data) await internalAdapter.deleteSession(data.token);
  else if (credential) await endPendingSignIns(db, credential.staffId);
  return isUnchanged ? 'PASSWORD_EXPIRED' : 'INVALID_EMAIL_OR_PASSWORD';
}

async function answerCompleted(
  { parts, request, reply }: IdentityCall,
  { account, news }: CompletedSignIn,
  more?: object,
): Promise<FastifyReply> {
  await endPreviousSession(parts, request);
  parts.devices.remember(request, reply, account);
  return answerSignedIn(parts, reply, await findMember(parts.db, account.staffId), news, more);
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

async function signOut({ parts, request, reply }: IdentityCall): Promise<FastifyReply> {
  const { identity, findSession, events } = parts;
  const session = await findSession(fetchHeaders(request));
  if (session) await events.signedOut(request, session.actor.id);
  const response = await identity.handler(toLibraryRequest(request, '/sign-out', {}));
  if (!response.ok) throw new Problem('INTERNAL', { cause: await response.text() });
  setSessionCookies(response, reply);
  return reply.header('content-type', 'application/json').send({ success: true });
}
