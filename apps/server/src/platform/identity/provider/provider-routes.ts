import { confirmation } from '@simiente/contract/account/confirmation';
import { lineText } from '@simiente/contract/common/text';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { staffProviders } from '../../../schema/staff.ts';
import type { Transaction } from '../../database/database.ts';
import { parseInput } from '../../failures.ts';
import { countRequest, type Limit } from '../../limits/limiter.ts';
import { Problem } from '../../problem.ts';
import { changeOwnAccount, confirmOwner } from '../confirmation.ts';
import { getSessionId } from '../guard.ts';
import { IDENTITY_PATH } from '../identity.ts';
import { type IdentityCall, type IdentityDeps, OPEN, SETTING_UP } from '../identity-deps.ts';
import type { FoundSession } from '../sessions/sessions.ts';
import { beginAttempt } from '../sign-in/attempts.ts';
import {
  completeSignIn,
  openOrAskSecondStep,
  rejectSignIn,
  type SignInOutcome,
} from '../sign-in/open-session.ts';
import { lockAccount } from '../staff-accounts.ts';
import {
  bindProvider,
  findBoundAccount,
  readBinding,
  requireOtherSignInMethod,
  unbindProvider,
} from './bindings.ts';
import { type ProviderPurpose, storeConfirmation } from './pending.ts';
import type { Provider, ProviderAccount } from './provider.ts';

/** Limit per client address, because each request stores a row for ten minutes, and may query the provider. */
export const PROVIDER_LIMIT: Limit = { max: 300, windowSeconds: 15 * 60 };

/** The page to which the provider sends the browser, with its answer in the query. */
const RETURN_PAGE = '/proveedor';

/** Seconds by which the provider's clock may be behind ours. */
const CLOCK_TOLERANCE = 60;

const signInInput = z.strictObject({ email: z.string().min(1).max(320).optional() });
const confirmedInput = z.strictObject({ confirmation });
const acceptInput = z.strictObject({
  token: z.string().regex(/^[\w-]{22}$/),
  name: lineText(200).min(1).optional(),
});
const completeInput = z.strictObject({ query: z.string().min(1).max(3500) });

type AnswerSignIn = (call: IdentityCall, outcome: SignInOutcome) => Promise<unknown>;

/**
 * Registers the calls of OpenID Connect (docs/adr/0057-passkeys.md). Each visit to the provider begins with a call
 * that answers `{url}`, and returns to the page `/proveedor`, which sends the query of its URL in `complete`:
 * - `POST /api/auth/provider/sign-in` `{email?}`; with the e-mail of a locked screen the provider asks for the
 * password again
 * - `POST /api/auth/provider/confirm` `{}`: to confirm a change of the user's own account, with `{provider: true,
 * code?}` as its confirmation
 * - `POST /api/auth/provider/bind` `{confirmation}`: to bind the user's own account
 * - `POST /api/auth/provider/accept` `{token, name?}`: to bind the account of a link, and sign in
 * - `POST /api/auth/provider/complete` `{query}`: `{purpose}`; for a sign-in the usual answer of a sign-in
 * - `POST /api/auth/provider/remove` `{confirmation}`: `{ended}`, because all other sessions end
 */
export function registerProviderRoutes(
  app: FastifyInstance,
  deps: IdentityDeps,
  answerSignIn: AnswerSignIn,
): void {
  const at = (name: string) => `${IDENTITY_PATH}/provider/${name}`;

  app.post(at('sign-in'), OPEN, async (request, reply) => {
    const { email } = parseInput(signInInput, request.body);
    requireProvider(deps);
    await countRequest(deps.providerLimit, request);
    return begin({ deps, request, reply }, { kind: 'sign-in', ...(email && { email }) });
  });
  app.post(at('confirm'), SETTING_UP, (request, reply) => {
    parseInput(z.strictObject({}), request.body);
    const purpose = { kind: 'confirm', sessionId: getSessionId(request) } as const;
    return begin({ deps, request, reply }, purpose);
  });
  app.post(at('bind'), SETTING_UP, async (request, reply) => {
    const { confirmation: proof } = parseInput(confirmedInput, request.body);
    requireProvider(deps);
    await changeOwnAccount(deps, request, async (transaction) => {
      const rejection = await confirmOwner(deps, transaction, request, proof);
      return rejection === null ? { body: null } : { rejection };
    });
    return begin({ deps, request, reply }, { kind: 'bind', sessionId: getSessionId(request) });
  });
  app.post(at('accept'), OPEN, async (request, reply) => {
    const { token, name } = parseInput(acceptInput, request.body);
    requireProvider(deps);
    const link = await deps.bindingLinks.find(request, token);
    return begin({ deps, request, reply }, { kind: 'link', link, ...(name && { name }) });
  });
  app.post(at('complete'), OPEN, (request, reply) =>
    complete({ deps, request, reply }, answerSignIn),
  );
  app.post(at('remove'), SETTING_UP, (request) => remove(deps, request));
}

function requireProvider({ provider }: IdentityDeps): Provider {
  if (provider === null) throw new Problem('ROUTE_NOT_FOUND');
  return provider;
}

/**
 * Whether the user must have authenticated at the provider just now, because an open session there does not replace
 * a password. A binding also accepts a provider that does not report the time, because such a provider could never
 * be bound otherwise.
 */
const mustBeRecent = (purpose: ProviderPurpose, { authenticatedAt }: ProviderAccount) =>
  purpose.kind === 'confirm' ||
  (purpose.kind === 'sign-in' ? purpose.email !== undefined : authenticatedAt !== null);

async function begin(
  { deps, request, reply }: IdentityCall,
  purpose: ProviderPurpose,
): Promise<{ readonly url: string }> {
  const provider = requireProvider(deps);
  const origin = deps.publicOrigin ?? request.headers.origin;
  // The provider sends the answer to this origin, which the guard has checked.
  if (origin === undefined) throw new Problem('CROSS_ORIGIN');
  const visit = await deps.providerVisits.begin(reply, {
    purpose,
    redirectUri: `${origin}${RETURN_PAGE}`,
  });
  const url = await provider.authorizationUrl(visit, {
    // A binding needs this too, because the provider may have another user's session on a shared computer.
    fresh: purpose.kind !== 'sign-in' || purpose.email !== undefined,
    email: purpose.kind === 'sign-in' ? purpose.email : undefined,
  });
  return { url };
}

async function complete(call: IdentityCall, answerSignIn: AnswerSignIn): Promise<unknown> {
  const { deps, request, reply } = call;
  const provider = requireProvider(deps);
  const answer = new URLSearchParams(parseInput(completeInput, request.body).query);
  const visit = await deps.providerVisits.take(request, reply, answer.get('state') ?? '');
  if (!visit) throw new Problem('PROVIDER_EXPIRED');
  const { purpose } = visit;
  const session = 'sessionId' in purpose ? await requireSameSession(deps, request, purpose) : null;
  const audit = (code: 'PROVIDER_REFUSED' | 'PROVIDER_NOT_RECENT') =>
    auditRejected(deps, request, session, code);
  const account = await provider.redeem(visit, answer).catch(async (fault: unknown) => {
    if (fault instanceof Problem && fault.code === 'PROVIDER_REFUSED') await audit(fault.code);
    throw fault;
  });
  const isRecent = Number(account.authenticatedAt) >= visit.begunAt - CLOCK_TOLERANCE;
  if (mustBeRecent(purpose, account) && !isRecent) {
    await audit('PROVIDER_NOT_RECENT');
    throw new Problem('PROVIDER_NOT_RECENT');
  }
  const bind = async (transaction: Transaction, staffId: string, how = {}) => {
    await bindProvider(transaction, staffId, account);
    const details = { ...(account.label !== null && { provider: account.label }), ...how };
    await deps.events.record(transaction, request, staffId, 'provider.bound', details);
  };
  if (purpose.kind === 'sign-in') {
    return answerSignIn(call, await openBoundSession(call, account, purpose.email));
  }
  if (purpose.kind === 'link') {
    await deps.db.transaction(async (transaction) => {
      const { staffId, kind } = await deps.bindingLinks.use(transaction, request, purpose);
      await bind(transaction, staffId, { link: kind });
    });
    return answerSignIn(call, await openBoundSession(call, account));
  }
  if (session === null) throw new Problem('PROVIDER_EXPIRED');
  const { id: staffId } = session.actor;
  if (purpose.kind === 'bind') {
    await deps.db.transaction((transaction) => bind(transaction, staffId));
    return { purpose: 'bind' };
  }
  const owner = await findBoundAccount(deps.db, account);
  if (owner?.staffId !== staffId) {
    await audit('PROVIDER_REFUSED');
    throw new Problem('PROVIDER_REFUSED');
  }
  await deps.db.transaction((transaction) => storeConfirmation(transaction, session.id));
  return { purpose: 'confirm' };
}

/** @throws Problem PROVIDER_EXPIRED unless the visit began in the request's session */
async function requireSameSession(
  { findSession }: IdentityDeps,
  request: FastifyRequest,
  { sessionId }: { readonly sessionId: string },
): Promise<FoundSession> {
  const session = await findSession(request);
  if (session?.id !== sessionId) throw new Problem('PROVIDER_EXPIRED');
  return session;
}

function auditRejected(
  { db, events }: IdentityDeps,
  request: FastifyRequest,
  session: FoundSession | null,
  code: 'PROVIDER_REFUSED' | 'PROVIDER_NOT_RECENT',
): Promise<void> {
  if (session === null) return events.auditRejection(request, '', code);
  return db.transaction((transaction) =>
    events.record(transaction, request, session.actor.id, 'account.provider_refused', { code }),
  );
}

async function remove(deps: IdentityDeps, request: FastifyRequest): Promise<unknown> {
  const { confirmation: proof } = parseInput(confirmedInput, request.body);
  return changeOwnAccount(deps, request, async (transaction, staffId) => {
    await lockAccount(transaction, staffId);
    const binding = await readBinding(transaction, staffId);
    if (!binding) return { rejection: 'NOT_FOUND' };
    await requireOtherSignInMethod(transaction, staffId, 'provider');
    const rejection = await confirmOwner(deps, transaction, request, proof);
    if (rejection !== null) return { rejection };
    const ended = (await unbindProvider(transaction, staffId, getSessionId(request))) ?? 0;
    await deps.events.record(transaction, request, staffId, 'provider.removed', {
      ...(binding.label !== null && { provider: binding.label }),
      sessionsEnded: ended,
    });
    return { body: { ended } };
  });
}

/**
 * Opens a session of the account that is bound to the provider's account; a second step may follow.
 * @param email of the account that must sign in; absent to accept any bound account
 * @throws Problem PROVIDER_UNBOUND, ACCOUNT_INACTIVE, TOO_MANY_REQUESTS
 */
async function openBoundSession(
  call: IdentityCall,
  provided: ProviderAccount,
  email?: string,
): Promise<SignInOutcome> {
  const { deps, request } = call;
  const account = await findBoundAccount(deps.db, provided);
  if (!account || (email !== undefined && email !== account.email)) {
    return rejectSignIn(deps, request, account?.email ?? '', 'PROVIDER_UNBOUND');
  }
  const { staffId } = account;
  return completeSignIn(call, {
    account,
    // Counted like a password, because a completed second step reverts the counts of two attempts.
    attempt: await beginAttempt(deps, request, account.email, account),
    how: { provider: true },
    open: async (transaction) => {
      const latest = await findBoundAccount(transaction, provided);
      if (latest?.staffId !== staffId) return { rejection: 'PROVIDER_UNBOUND' };
      await transaction
        .update(staffProviders)
        .set({ lastUsedAt: new Date(), label: provided.label })
        .where(eq(staffProviders.staffId, staffId));
      // The provider may have confirmed a session that was opened hours ago.
      const session = { userId: staffId, provedAt: null };
      return openOrAskSecondStep(deps, transaction, request, session);
    },
  });
}
