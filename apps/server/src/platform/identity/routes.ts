import { MAX_PASSWORD_LENGTH } from '@simiente/contract/account/calls';
import type { Role } from '@simiente/contract/common/access/roles';
import { pastedText } from '@simiente/contract/common/text';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { staffSessions } from '../../schema/staff.ts';
import { parseInput } from '../failures.ts';
import { Problem } from '../problem.ts';
import { prove } from './confirmation.ts';
import { limitToRole, needsTwoFactor, readViewedRole } from './guard.ts';
import { IDENTITY_PATH } from './identity.ts';
import { type IdentityCall, type IdentityDeps, OPEN, SIGNED_IN } from './identity-deps.ts';
import { libraryHeaders, setSessionCookies, throwCause } from './library-call.ts';
import { registerPasskeyRoutes } from './passkeys/passkey-routes.ts';
import { signInWithPasskey } from './passkeys/passkey-sign-in.ts';
import {
  isCurrent,
  readCredential,
  refreshHash,
  verifyCredential,
} from './passwords/credentials.ts';
import { hasPassword } from './provider/bindings.ts';
import { registerProviderRoutes } from './provider/provider-routes.ts';
import type { FoundSession } from './sessions/sessions.ts';
import { beginAttempt } from './sign-in/attempts.ts';
import {
  completeSignIn,
  openOrAskSecondStep,
  rejectSignIn,
  type SignInOutcome,
} from './sign-in/open-session.ts';
import { requireMember } from './staff-accounts.ts';
import { completeSecondStep } from './two-factor/second-step.ts';
import { registerTwoFactorRoutes } from './two-factor/two-factor-routes.ts';

/** Maximum bytes of a body. It is small, because clients without an account can send it. */
const MAX_CREDENTIALS_SIZE = 4 * 1024;

const credentials = z.strictObject({
  email: pastedText.min(1).max(320),
  password: z.string().min(1).max(MAX_PASSWORD_LENGTH),
});

/**
 * Registers the calls of the identity library that we use; its other calls are not reachable.
 * - `POST /api/auth/sign-in/email` `{email, password}`; `{twoFactorRequired: true}` if a second step follows,
 * within ten minutes:
 * - `POST /api/auth/two-factor/verify-totp` and `…/verify-backup-code` `{code}`
 * - `POST /api/auth/passkey/sign-in` `{response, email?}`, after `…/sign-in-options` `{}`
 * - `POST /api/auth/sign-out`
 * - `POST /api/auth/prove` with a confirmation: for calls that need a recent one
 * - `GET /api/auth/get-session`: `{user, clinicTimeZone, mapTiles, twoFactor}` or null; with `roles`,
 * `capabilities` and `idDoctor` for an account that is not only `todo`, and `viewAs` for one that views the
 * product as a role; `hasPassword: false` for one without a password
 * The calls that set up the second step are in two-factor-routes.ts, those of passkeys in passkey-routes.ts, those
 * of an OpenID Connect provider in provider-routes.ts.
 */
export function registerIdentityRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  app.addHook('onRoute', (route) => {
    route.bodyLimit = MAX_CREDENTIALS_SIZE;
  });
  const at = (path: string) => `${IDENTITY_PATH}${path}`;

  for (const [path, complete] of SIGN_INS) {
    app.post(at(path), OPEN, async (request, reply) => {
      const call = { deps, request, reply };
      return answerSignIn(call, await complete(call));
    });
  }
  registerTwoFactorRoutes(app, deps);
  registerPasskeyRoutes(app, deps);
  registerProviderRoutes(app, deps, (call, outcome) =>
    answerSignIn(call, outcome, { purpose: 'sign-in' }),
  );
  app.post(at('/sign-out'), OPEN, (request, reply) => signOut({ deps, request, reply }));
  app.post(at('/prove'), SIGNED_IN, (request, reply) => prove({ deps, request, reply }));
  app.get(at('/get-session'), OPEN, async (request, reply) => {
    const session = await deps.findSession(request);
    for (const cookie of session?.setCookies ?? []) reply.header('set-cookie', cookie);
    const viewAs = session && readViewedRole(session.actor, request.headers);
    return reply
      .header('cache-control', 'no-store')
      .send(session && (await describeSession(deps, session, viewAs)));
  });
}

type SignInStep = (call: IdentityCall) => Promise<SignInOutcome>;

const SIGN_INS: readonly (readonly [path: string, SignInStep])[] = [
  ['/sign-in/email', signIn],
  ['/two-factor/verify-totp', (call) => completeSecondStep('totp', call)],
  ['/two-factor/verify-backup-code', (call) => completeSecondStep('recovery', call)],
  ['/passkey/sign-in', signInWithPasskey],
];

/** An account with only this role gets an answer without roles, as clients from before roles expect. */
const DEFAULT_ROLE: Role = 'todo';

async function describeSession(
  { db, provider, clinicTimeZone, mapTiles, requireTwoFactor }: IdentityDeps,
  { actor, isVerified }: FoundSession,
  viewAs: Role | null,
) {
  const { name, email, roles, capabilities, doctorId: idDoctor } = limitToRole(actor, viewAs);
  const unverified = needsTwoFactor(requireTwoFactor, actor) ? 'missing' : 'off';
  // Every account has a password if there is no provider.
  const lacksPassword = provider !== null && !(await hasPassword(db, actor.id));
  return {
    user: { name, email },
    ...(String(roles) === DEFAULT_ROLE ? {} : { roles, capabilities: [...capabilities], idDoctor }),
    ...(viewAs !== null && { viewAs }),
    clinicTimeZone,
    mapTiles,
    twoFactor: isVerified ? 'on' : unverified,
    ...(lacksPassword && { hasPassword: false }),
  };
}

/** The password is verified before the account's row is locked, because hashing may wait for other requests. */
async function signIn(call: IdentityCall): Promise<SignInOutcome> {
  const { deps, request } = call;
  const { db, passwords, events } = deps;
  const { email, password } = parseInput(credentials, request.body);
  // This is not counted as an attempt, because no account can have this address.
  if (!z.email().safeParse(email).success) throw new Problem('INVALID_EMAIL');
  const credential = await readCredential(db, email);
  const attempt = await beginAttempt(deps, request, email, credential);
  if (!(await verifyCredential(passwords, credential?.hash, password)) || !credential) {
    return rejectSignIn(deps, request, email, 'INVALID_EMAIL_OR_PASSWORD');
  }
  const { staffId: userId, passwordUntil } = credential;
  const outcome = await completeSignIn(call, {
    account: { ...credential, email },
    attempt,
    open: async (transaction) => {
      if (!(await isCurrent(transaction, passwords, credential, password))) {
        return { rejection: 'INVALID_EMAIL_OR_PASSWORD' };
      }
      if (passwordUntil !== null && passwordUntil < new Date()) {
        return { rejection: 'PASSWORD_EXPIRED' };
      }
      const session = { userId, provedAt: new Date() };
      return openOrAskSecondStep(deps, transaction, request, session);
    },
  });
  await refreshHash(db, passwords, credential, password, (transaction, method) =>
    events.record(transaction, request, userId, 'account.password_rehashed', { method }),
  )
    // The error is not logged, because it has the statement's parameters, including the hashes.
    .catch(() => request.log.warn('a password was not hashed anew'));
  return outcome;
}

/** Answers a sign-in, and ends the earlier session of its browser. */
async function answerSignIn(
  { deps, request, reply }: IdentityCall,
  outcome: SignInOutcome,
  more?: object,
): Promise<FastifyReply> {
  const previous = await deps.findSession(request);
  if (previous) await endSession(deps, request, previous);
  reply.header('cache-control', 'no-store');
  if ('twoFactorRequired' in outcome) return reply.send({ ...more, ...outcome });
  const { account, summary } = outcome;
  deps.devices.remember(request, reply, account);
  const { id, name, email } = await requireMember(deps.db, account.staffId);
  const { clinicTimeZone } = deps;
  return reply.send({ user: { id, name, email }, clinicTimeZone, ...summary, ...more });
}

async function signOut({ deps, request, reply }: IdentityCall): Promise<FastifyReply> {
  const session = await deps.findSession(request);
  if (session) await endSession(deps, request, session);
  const call = { headers: libraryHeaders(request), returnHeaders: true } as const;
  const { headers } = await deps.identityWithin(deps.db).api.signOut(call).catch(throwCause);
  setSessionCookies(headers, reply);
  return reply.header('content-type', 'application/json').send({ success: true });
}

/** Deletes the session. The library's own sign-out also succeeds if it cannot delete it. */
async function endSession(
  { db, events }: IdentityDeps,
  request: FastifyRequest,
  { id, actor }: FoundSession,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.delete(staffSessions).where(eq(staffSessions.id, id));
    await events.record(transaction, request, actor.id, 'session.ended');
  });
}
