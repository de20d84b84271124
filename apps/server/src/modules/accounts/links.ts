import { randomBytes } from 'node:crypto';
import type { LinkContent, LinkKind, ShownLink } from '@simiente/contract/accounts/calls';
import { eq } from 'drizzle-orm';
import type { Pool } from 'pg';
import { type Act, SYSTEM_ACT } from '../../platform/act.ts';
import type { CallContext } from '../../platform/calls/call-context.ts';
import type { Database, Reader, Transaction } from '../../platform/database/database.ts';
import { createDigest } from '../../platform/http/digest.ts';
import { getOrigin } from '../../platform/http/origin.ts';
import { rejectCommonPassword } from '../../platform/identity/passwords/password.ts';
import type { PasswordHashing } from '../../platform/identity/passwords/password-hash.ts';
import { type BindingLinks, hasPassword } from '../../platform/identity/provider/bindings.ts';
import { hashToken } from '../../platform/identity/sessions/session-token.ts';
import {
  activateAccount,
  announceChange,
  endSessions,
  lockAccount,
  resetPassword,
} from '../../platform/identity/staff-accounts.ts';
import {
  consume,
  createLimiter,
  type Limit,
  requireBelow,
  toClientAddress,
} from '../../platform/limits/limiter.ts';
import { Problem } from '../../platform/problem.ts';
import { ACTIVE, isSuspended, staff, staffLinks } from '../../schema/staff.ts';
import { writeAudit } from '../audit/public.ts';
import { newMailId, type Outbox, queueLink, queuePasswordRequest } from '../mail/public.ts';
import { suspendIdentity, wasConfirmed } from '../professional-identity/public.ts';

const MINUTE = 60_000;

/** Lifetime of a link in milliseconds, and the page that it opens. */
const kinds: Readonly<Record<LinkKind, { readonly lifetime: number; readonly page: string }>> = {
  invitation: { lifetime: 7 * 24 * 60 * MINUTE, page: '/invitacion' },
  password: { lifetime: 30 * MINUTE, page: '/contrasena' },
};

/**
 * Creates a link for an account, replacing the previous one. It is sent by e-mail. Without a mail server it is
 * shown once to an administrator, who hands it over.
 * @param options `madeBy`: the requesting account, which is the link's own account for a forgotten password;
 * `mailId`: the message with the link
 * @returns the link to show; null if it is sent
 */
export async function makeLink(
  transaction: Transaction,
  staffId: string,
  kind: LinkKind,
  { outbox, madeBy, mailId = newMailId() }: MakeLinkOptions,
): Promise<ShownLink | null> {
  const token = outbox ? outbox.deriveToken(mailId) : randomBytes(16).toString('base64url');
  const { lifetime, page } = kinds[kind];
  const expiresAt = new Date(Date.now() + lifetime);
  const link = {
    kind,
    tokenHash: hashToken(token),
    expiresAt,
    madeBy,
    usedAt: null,
    createdAt: new Date(),
  };
  await transaction
    .insert(staffLinks)
    .values({ staffId, ...link })
    .onConflictDoUpdate({ target: staffLinks.staffId, set: link });
  await announceChange(transaction, staffId);
  if (outbox === null) {
    return { kind, path: `${page}#${token}`, until: expiresAt.toISOString() };
  }
  await queueLink(transaction, mailId, { kind, staffId, page, until: expiresAt });
  return null;
}

interface MakeLinkOptions {
  readonly outbox: Outbox | null;
  readonly madeBy: string;
  readonly mailId?: string;
}

type LinkProblem = 'LINK_UNKNOWN' | 'LINK_USED' | 'LINK_EXPIRED' | 'ACCOUNT_INACTIVE';

type UsableLink = Omit<LinkContent, 'canBind'> & {
  readonly staffId: string;
  readonly madeBy: string | null;
  readonly hasPassword: boolean;
};

/**
 * Whether a link may bind the account to a provider: an invitation may, and a link that another account created. A
 * link requested by e-mail may not, because a reader of the mailbox would keep access after a change of password.
 * No link may if the account has a password, because its owner would not notice another way to sign in.
 */
const canBind = ({ kind, madeBy, staffId, hasPassword }: UsableLink) =>
  !hasPassword && (kind === 'invitation' || (madeBy !== null && madeBy !== staffId));

async function findLink(
  db: Reader,
  tokenHash: string,
): Promise<UsableLink | { readonly problem: LinkProblem; readonly staffId?: string }> {
  const [link] = await db
    .select({
      staffId: staff.id,
      kind: staffLinks.kind,
      madeBy: staffLinks.madeBy,
      name: staff.name,
      email: staff.email,
      status: staff.status,
      expiresAt: staffLinks.expiresAt,
      usedAt: staffLinks.usedAt,
    })
    .from(staffLinks)
    .innerJoin(staff, eq(staff.id, staffLinks.staffId))
    .where(eq(staffLinks.tokenHash, tokenHash));
  if (!link) return { problem: 'LINK_UNKNOWN' };
  const { staffId, status, expiresAt, usedAt, ...fields } = link;
  if (usedAt !== null) return { problem: 'LINK_USED', staffId };
  if (expiresAt.getTime() <= Date.now()) return { problem: 'LINK_EXPIRED', staffId };
  if (isSuspended(status)) return { problem: 'ACCOUNT_INACTIVE', staffId };
  return {
    ...fields,
    staffId,
    hasPassword: await hasPassword(db, staffId),
    until: expiresAt.toISOString(),
  };
}

type Visitor = Pick<CallContext, 'db' | 'origin'>;

/**
 * Operations on links without a session. Invalid tokens count against the address, like wrong passwords from unknown
 * devices.
 */
export function createLinkVisits(pool: Pool, passwords: PasswordHashing, perNetwork: Limit) {
  const find = createFinder(pool, perNetwork);
  return {
    /** @throws Problem with the reason why the link cannot be used; TOO_MANY_REQUESTS */
    async read(context: Visitor, token: string): Promise<LinkContent> {
      const link = await find(context, token);
      const { kind, name, email, until } = link;
      return { kind, name, email, until, canBind: canBind(link) };
    },

    /**
     * Sets the password of the link's account, and ends its sessions. The second step stays. A link that another
     * account created also suspends the professional identity.
     * @returns the e-mail with which to sign in
     * @throws Problem as `read`; PASSWORD_TOO_COMMON
     */
    async use(
      context: Visitor,
      { token, name, password }: { token: string; name?: string | undefined; password: string },
    ): Promise<string> {
      const unlocked = await find(context, token);
      const { email } = unlocked;
      const chosenName = unlocked.kind === 'invitation' ? (name ?? unlocked.name) : unlocked.name;
      await rejectCommonPassword(password, { email, name: chosenName });
      await context.db.transaction(async (transaction) => {
        const link = await takeLink(transaction, hashToken(token), name);
        const { staffId, kind } = link;
        const ended = await resetPassword(transaction, passwords, staffId, password);
        await writeAudit(
          transaction,
          { actor: { kind: 'staff', id: staffId }, origin: context.origin },
          {
            action: 'staff.link_used',
            subject: { kind: 'staff', id: staffId },
            details: { kind, sessionsEnded: ended },
          },
        );
        await suspendForLink(transaction, context, link, 'password');
      });
      return email;
    },
  };
}

/** Operations on links for sign-in with OpenID Connect. The use of a link binds its account to one of the provider. */
export function createBindingLinks(pool: Pool, db: Database, perNetwork: Limit): BindingLinks {
  const find = createFinder(pool, perNetwork);
  return {
    async find(request, token) {
      const link = await find({ db, origin: getOrigin(request) }, token);
      if (!canBind(link)) throw new Problem('LINK_UNKNOWN');
      return hashToken(token);
    },
    async use(transaction, request, { link: tokenHash, name }) {
      const link = await takeLink(transaction, tokenHash, name);
      if (!canBind(link)) throw new Problem('LINK_UNKNOWN');
      const { staffId, kind } = link;
      await activateAccount(transaction, staffId);
      await endSessions(transaction, staffId);
      await suspendForLink(transaction, { origin: getOrigin(request) }, link, 'provider');
      return { staffId, kind };
    },
  };
}

/** Locks the account of a link, and reads the link. Serialises concurrent uses. */
async function takeLink(
  transaction: Transaction,
  tokenHash: string,
  name: string | undefined,
): Promise<UsableLink> {
  const [row] = await transaction
    .select({ staffId: staffLinks.staffId })
    .from(staffLinks)
    .where(eq(staffLinks.tokenHash, tokenHash));
  if (!row) throw new Problem('LINK_UNKNOWN');
  await lockAccount(transaction, row.staffId);
  const link = await findLink(transaction, tokenHash);
  if ('problem' in link) throw new Problem(link.problem);
  if (link.kind === 'invitation' && name !== undefined && name !== link.name) {
    await transaction.update(staff).set({ name }).where(eq(staff.id, link.staffId));
  }
  return link;
}

/**
 * Suspends the professional identity of a link's account, because the creator of the link may have used it. An
 * invitation suspends only a confirmed identity.
 */
async function suspendForLink(
  transaction: Transaction,
  { origin }: Pick<Visitor, 'origin'>,
  { staffId, kind, madeBy }: UsableLink,
  reason: 'password' | 'provider',
): Promise<void> {
  if (kind === 'invitation' && !(await wasConfirmed(transaction, staffId))) return;
  await suspendIdentity(transaction, { ...SYSTEM_ACT, origin }, staffId, { reason, by: madeBy });
}

function createFinder(pool: Pool, perNetwork: Limit) {
  const byAddress = createLimiter(pool, 'link-address', perNetwork);

  return async ({ db, origin }: Visitor, token: string): Promise<UsableLink> => {
    const act: Act = { actor: { kind: 'anonymous' }, origin };
    const auditRejection = (code: string, staffId?: string) =>
      db.transaction((transaction) =>
        writeAudit(transaction, act, {
          action: 'staff.link_refused',
          ...(staffId !== undefined && { subject: { kind: 'staff', id: staffId } }),
          details: { code },
        }),
      );
    const client = toClientAddress(origin.address ?? '');
    // Counted before the token is looked up, so that simultaneous attempts cannot exceed the limit.
    const throttled = await consume(byAddress, client);
    if (throttled) {
      if (throttled.first) await auditRejection('TOO_MANY_REQUESTS');
      throw new Problem('TOO_MANY_REQUESTS', { retryAfter: throttled.retryAfter });
    }
    const link = await findLink(db, hashToken(token));
    if ('problem' in link) {
      await auditRejection(link.problem, link.staffId);
      throw new Problem(link.problem);
    }
    await byAddress.reward(client);
    return link;
  };
}

export interface PasswordRequestLimits {
  /** Limit per e-mail, with or without an account. */
  readonly account: Limit;
  readonly network: Limit;
}

export const DEFAULT_PASSWORD_REQUEST_LIMITS: PasswordRequestLimits = {
  account: { max: 3, windowSeconds: 60 * 60 },
  network: { max: 10, windowSeconds: 15 * 60 },
};

interface PasswordRequestDeps {
  readonly pool: Pool;
  /**
   * Key of the digest by which an address is counted. The address is not counted in clear, because users sometimes
   * type their password there.
   */
  readonly secret: string;
  readonly limits: PasswordRequestLimits;
  readonly outbox: Outbox | null;
}

/**
 * Handles requests for a password link. A request reads no account, so that its work and duration are the
 * same for a known and an unknown e-mail. Above the limit of an e-mail the answer is the same, but no
 * message is sent.
 * @throws Problem NOT_FOUND without a mail server; TOO_MANY_REQUESTS for the network
 */
export function createPasswordRequests({ pool, secret, limits, outbox }: PasswordRequestDeps) {
  const digest = createDigest(secret);
  const byNetwork = createLimiter(pool, 'forgotten-address', limits.network);
  const byAccount = createLimiter(pool, 'forgotten-account', limits.account);
  return async (
    { db, origin }: Pick<CallContext, 'db' | 'origin'>,
    email: string,
  ): Promise<{ received: true }> => {
    if (outbox === null) throw new Problem('NOT_FOUND');
    await requireBelow(byNetwork, toClientAddress(origin.address ?? ''));
    const key = digest(`forgotten:${email.trim().toLowerCase()}`);
    if ((await consume(byAccount, key)) === null) {
      await db.transaction((transaction) =>
        queuePasswordRequest(transaction, { email, ...origin }),
      );
    }
    return { received: true };
  };
}

/**
 * Makes the function that creates a password link for an account. The function returns false, without a link, if the
 * account is not active.
 */
export function createPasswordLinkMaker(outbox: Outbox) {
  return async (transaction: Transaction, staffId: string, mailId: string): Promise<boolean> => {
    const [person] = await transaction
      .select({ status: staff.status })
      .from(staff)
      .where(eq(staff.id, staffId))
      .for('update');
    if (person?.status !== ACTIVE) return false;
    await makeLink(transaction, staffId, 'password', { outbox, madeBy: staffId, mailId });
    return true;
  };
}
