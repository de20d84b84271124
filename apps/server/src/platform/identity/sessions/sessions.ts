import { capabilitiesOf, isRole } from '@simiente/contract/common/access/roles';
import { PROOF_MINUTES } from '@simiente/contract/common/call';
import { APIError } from 'better-auth/api';
import { and, eq, gt, inArray, isNotNull, or, type SQL } from 'drizzle-orm';
import { ACTIVE, staff, staffSessions } from '../../../schema/staff.ts';
import type { StaffActor } from '../../act.ts';
import type { Database } from '../../database/database.ts';
import { RETRY_AFTER_UNAVAILABLE } from '../../failures.ts';
import { BACKGROUND_HEADER } from '../../http/origin.ts';
import { Problem } from '../../problem.ts';
import type { Identity } from '../identity.ts';

/** Sessions that an account can have at once; a sign-in beyond them ends the oldest. */
export const MOST_SESSIONS = 20;

/** How long a session lasts, in seconds. */
export interface SessionLimits {
  /** Without user activity. */
  readonly idleSeconds: number;
  /** In any case. */
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
   * Whether this session made a second step: a code, or a passkey that verified its user. Always where the
   * account asks for a code.
   */
  readonly isVerified: boolean;
  /** When it ends without user activity, in milliseconds since 1970. */
  readonly goodUntil: number;
  /** Cookies to set when the session was prolonged. */
  readonly setCookies: readonly string[];
}

/** Finds the session of a request: null without one, or with one that ended or was deleted. */
export type FindSession = (headers: Headers) => Promise<FoundSession | null>;

export function createSessionFinder(
  identity: Identity,
  db: Database,
  limits: SessionLimits,
): FindSession {
  return async (headers) => {
    const { response: found, headers: answered } = await identity.api
      .getSession({
        headers,
        query: { disableRefresh: headers.has(BACKGROUND_HEADER) },
        returnHeaders: true,
      })
      .catch(throwCause);
    if (!found) return null;
    const { session, user } = found;
    const oldest = session.createdAt.getTime() + limits.absoluteSeconds * 1000;
    const twoFactor = user.twoFactorEnabled === true;
    // Opened with the password alone, before or while the account's owner set up the second step.
    const isUnverified = twoFactor && !session.secondStepAt;
    if (Date.now() > oldest || user.status !== ACTIVE || isUnverified) {
      await db.delete(staffSessions).where(eq(staffSessions.id, session.id));
      return null;
    }
    return {
      id: session.id,
      actor: actorOf(user),
      isVerified: Boolean(session.secondStepAt),
      goodUntil: Math.min(session.expiresAt.getTime(), oldest),
      setCookies: answered.getSetCookie(),
    };
  };
}

interface SessionAccount {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly doctorId?: string | null | undefined;
}

function actorOf({ id, name, email, roles, doctorId = null }: SessionAccount): StaffActor {
  // A role that a newer version gave is none that this one knows.
  const known = roles.filter(isRole);
  return {
    kind: 'staff',
    id,
    name,
    email,
    roles: known,
    doctorId,
    capabilities: capabilitiesOf(known),
  };
}

/** Whether the owner of a session's account confirmed in it within `PROOF_MINUTES`. */
export const proofFinder = (db: Database) => async (sessionId: string) => {
  const since = new Date(Date.now() - PROOF_MINUTES * 60_000);
  return (
    (await db.$count(
      staffSessions,
      and(eq(staffSessions.id, sessionId), gt(staffSessions.provedAt, since)),
    )) > 0
  );
};

/** Finds which session ids are still valid for a request, and their roles. It prolongs none. */
export type FindLiveSessions = (
  ids: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>;

export function createLiveSessionFinder(db: Database, limits: SessionLimits): FindLiveSessions {
  return async (ids) => {
    const rows = await db
      .select({ id: staffSessions.id, roles: staff.roles })
      .from(staffSessions)
      .innerJoin(staff, eq(staff.id, staffSessions.userId))
      .where(and(inArray(staffSessions.id, [...ids]), isLive(limits)));
    return new Map(rows.map(({ id, roles }) => [id, roles.filter(isRole)]));
  };
}

/** The condition, on a session joined with its account, under which a request passes the guard. */
export function isLive({ absoluteSeconds }: SessionLimits): SQL | undefined {
  const now = Date.now();
  return and(
    eq(staff.status, ACTIVE),
    gt(staffSessions.expiresAt, new Date(now)),
    gt(staffSessions.createdAt, new Date(now - absoluteSeconds * 1000)),
    or(eq(staff.twoFactorEnabled, false), isNotNull(staffSessions.secondStepAt)),
  );
}

/**
 * The library hides why a session could not be read. An error that is no refusal comes from the
 * database.
 */
function throwCause(cause: unknown): never {
  if (!(cause instanceof APIError) || cause.statusCode < 500) throw cause;
  throw new Problem('UNAVAILABLE', { cause, retryAfter: RETRY_AFTER_UNAVAILABLE });
}
