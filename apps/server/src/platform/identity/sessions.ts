import { APIError } from 'better-auth/api';
import { and, eq, gt, inArray, isNotNull, or, type SQL } from 'drizzle-orm';
import { ACTIVE, staff, staffSessions } from '../../schema/staff.ts';
import type { StaffActor } from '../act.ts';
import type { Database } from '../database/database.ts';
import { RETRY_AFTER_UNAVAILABLE } from '../failures.ts';
import { BACKGROUND_HEADER } from '../http/origin.ts';
import { Problem } from '../problem.ts';
import type { Identity } from './identity.ts';

/** How long a session lasts, in seconds. */
export interface SessionLimits {
  /** Without a person's action. */
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
  /** Whether the account asks for a second step; this session has made it then. */
  readonly twoFactor: boolean;
  /** When it ends if nobody acts, in milliseconds since 1970. */
  readonly goodUntil: number;
  /** Cookies to set, when the session was prolonged. */
  readonly setCookies: readonly string[];
}

/** Finds who a request is from: null without a session, or with one that ended or was taken away. */
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
      .catch(sayWhyNot);
    if (!found) return null;
    const { session, user } = found;
    const oldest = session.createdAt.getTime() + limits.absoluteSeconds * 1000;
    const twoFactor = user.twoFactorEnabled === true;
    // Opened with the password alone before or while the account's owner set the second step up.
    const isUnverified = twoFactor && !session.secondStepAt;
    if (Date.now() > oldest || user.status !== ACTIVE || isUnverified) {
      await db.delete(staffSessions).where(eq(staffSessions.id, session.id));
      return null;
    }
    return {
      id: session.id,
      actor: { kind: 'staff', id: user.id, name: user.name, email: user.email },
      twoFactor,
      goodUntil: Math.min(session.expiresAt.getTime(), oldest),
      setCookies: answered.getSetCookie(),
    };
  };
}

/** Tells which sessions, by their ids, are still good for a request. It prolongs none. */
export type FindLiveSessions = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

export function createLiveSessionFinder(db: Database, limits: SessionLimits): FindLiveSessions {
  return async (ids) => {
    const rows = await db
      .select({ id: staffSessions.id })
      .from(staffSessions)
      .innerJoin(staff, eq(staff.id, staffSessions.userId))
      .where(and(inArray(staffSessions.id, [...ids]), isLive(limits)));
    return new Set(rows.map(({ id }) => id));
  };
}

/** Of a session joined with its account: whether a request under it would be let through. */
export function isLive({ absoluteSeconds }: SessionLimits): SQL | undefined {
  const now = Date.now();
  return and(
    eq(staff.status, ACTIVE),
    gt(staffSessions.expiresAt, new Date(now)),
    gt(staffSessions.createdAt, new Date(now - absoluteSeconds * 1000)),
    or(eq(staff.twoFactorEnabled, false), isNotNull(staffSessions.secondStepAt)),
  );
}

/** The library hides why a session could not be read; when it is no refusal, it is the database. */
function sayWhyNot(cause: unknown): never {
  if (!(cause instanceof APIError) || cause.statusCode < 500) throw cause;
  throw new Problem('UNAVAILABLE', { cause, retryAfter: RETRY_AFTER_UNAVAILABLE });
}
