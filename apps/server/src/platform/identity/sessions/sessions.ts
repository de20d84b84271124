import { getCapabilities, isRole } from '@simiente/contract/common/access/roles';
import { PROOF_MINUTES } from '@simiente/contract/common/call';
import { and, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { ACTIVE, staff, staffSessions } from '../../../schema/staff.ts';
import type { StaffActor } from '../../act.ts';
import type { Database } from '../../database/database.ts';
import { BACKGROUND_HEADER } from '../../http/origin.ts';
import { extensionInterval, type Identity, type IdentityWithin } from '../identity.ts';
import { libraryHeaders, throwCause } from '../library-call.ts';
import { findSignedToken } from './session-token.ts';

/** Maximum sessions of an account at the same time; one more ends the oldest. */
export const MAX_SESSIONS = 20;

export interface SessionLimits {
  /** Seconds without user activity. */
  readonly idleSeconds: number;
  /** Seconds after the sign-in, even if the user is active. */
  readonly absoluteSeconds: number;
}

export const DEFAULT_SESSION_LIMITS: SessionLimits = {
  idleSeconds: 30 * 60,
  absoluteSeconds: 12 * 60 * 60,
};

export interface FoundSession {
  readonly id: string;
  readonly actor: StaffActor;
  /**
   * Whether this session completed a second step: a code, or a passkey that verified its user. Always true if the
   * account has codes as its second step.
   */
  readonly isVerified: boolean;
  /** Cookies to set if the session was extended. */
  readonly setCookies: readonly string[];
}

/** Finds the session of a request; null if it has ended. */
export type FindSession = (request: FastifyRequest) => Promise<FoundSession | null>;

interface FinderDeps {
  readonly identityWithin: IdentityWithin;
  readonly db: Database;
  readonly limits: SessionLimits;
  readonly secret: string;
  /** Whether clients reach us over TLS. */
  readonly secure: boolean;
}

/** A valid session needs one query. The identity library is only called to extend it. */
export function createSessionFinder(deps: FinderDeps): FindSession {
  const { db, limits, secret, secure } = deps;
  const identity = deps.identityWithin(db);
  const sessionById = db
    .select({
      id: staffSessions.id,
      createdAt: staffSessions.createdAt,
      expiresAt: staffSessions.expiresAt,
      secondStepAt: staffSessions.secondStepAt,
      status: staff.status,
      twoFactor: staff.twoFactorEnabled,
      account: {
        id: staff.id,
        name: staff.name,
        email: staff.email,
        roles: staff.roles,
        doctorId: staff.doctorId,
      },
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.userId))
    .where(eq(staffSessions.token, sql.placeholder('token')))
    .prepare('session_of_request');

  return async (request) => {
    const { headers, routeOptions } = request;
    const token = findSignedToken(headers, secret, secure);
    if (token === null) return null;
    const [session] = await sessionById.execute({ token });
    if (!session) return null;
    const { id, createdAt, expiresAt, secondStepAt } = session;
    const validUntil = Math.min(
      expiresAt.getTime(),
      createdAt.getTime() + limits.absoluteSeconds * 1000,
    );
    // Opened before the account had a second step.
    const isUnverified = session.twoFactor && secondStepAt === null;
    if (Date.now() > validUntil || session.status !== ACTIVE || isUnverified) {
      await db.delete(staffSessions).where(eq(staffSessions.id, id));
      return null;
    }
    const unusedFor = limits.idleSeconds * 1000 - (expiresAt.getTime() - Date.now());
    const isBackground = routeOptions.config.background || BACKGROUND_HEADER in headers;
    const isExtended = !isBackground && unusedFor >= extensionInterval(limits.idleSeconds) * 1000;
    const setCookies = isExtended ? await extend(identity, request) : [];
    if (setCookies === null) return null;
    // A newer version may have granted a role that this version does not know.
    const roles = session.account.roles.filter(isRole);
    const capabilities = getCapabilities(roles);
    return {
      id,
      actor: { kind: 'staff', ...session.account, roles, capabilities },
      isVerified: secondStepAt !== null,
      setCookies,
    };
  };
}

/** @returns the cookies to set; null if the session ended after it was found */
async function extend(
  identity: Identity,
  request: FastifyRequest,
): Promise<readonly string[] | null> {
  const call = { headers: libraryHeaders(request), returnHeaders: true } as const;
  const answer = await identity.api.getSession(call).catch(throwCause);
  return answer.response && answer.headers.getSetCookie();
}

/** Whether the account's owner confirmed their identity in a session within `PROOF_MINUTES`. */
export async function hasRecentProof(db: Database, sessionId: string): Promise<boolean> {
  const since = new Date(Date.now() - PROOF_MINUTES * 60_000);
  const isRecent = and(eq(staffSessions.id, sessionId), gt(staffSessions.provedAt, since));
  return (await db.$count(staffSessions, isRecent)) > 0;
}

/** Finds the roles of the sessions that have not ended, without extending the sessions. */
export async function findLiveSessions(
  db: Database,
  limits: SessionLimits,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .select({ id: staffSessions.id, roles: staff.roles })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.userId))
    .where(and(inArray(staffSessions.id, [...ids]), isLive(limits)));
  return new Map(rows.map(({ id, roles }) => [id, roles.filter(isRole)]));
}

/** Condition on a session joined with its account: a request of the session passes the guard. */
export function isLive({ absoluteSeconds }: SessionLimits): SQL | undefined {
  const now = Date.now();
  return and(
    eq(staff.status, ACTIVE),
    gt(staffSessions.expiresAt, new Date(now)),
    gt(staffSessions.createdAt, new Date(now - absoluteSeconds * 1000)),
    or(eq(staff.twoFactorEnabled, false), isNotNull(staffSessions.secondStepAt)),
  );
}
