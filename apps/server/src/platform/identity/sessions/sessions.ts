import { getCapabilities, isRole } from '@simiente/contract/common/access/roles';
import { PROOF_MINUTES } from '@simiente/contract/common/call';
import { APIError } from 'better-auth/api';
import { and, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { ACTIVE, staff, staffSessions } from '../../../schema/staff.ts';
import type { StaffActor } from '../../act.ts';
import type { Database } from '../../database/database.ts';
import { RETRY_AFTER_UNAVAILABLE } from '../../failures.ts';
import { BACKGROUND_HEADER } from '../../http/origin.ts';
import { Problem } from '../../problem.ts';
import { type Identity, prolongedAfter } from '../identity.ts';
import { findSignedToken } from './session-token.ts';

/** Maximum sessions of an account at the same time; one more ends the oldest. */
export const MOST_SESSIONS = 20;

/** Lifetime of a session, in seconds. */
export interface SessionLimits {
  /** Seconds without user activity. */
  readonly idleSeconds: number;
  /** Limit from the sign-in on, however active the session is. */
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
   * account requires a code.
   */
  readonly isVerified: boolean;
  /** Cookies to set when the session was prolonged. */
  readonly setCookies: readonly string[];
}

/** Finds the session of a request: null without a session, or with an ended or deleted one. */
export type FindSession = (headers: Headers) => Promise<FoundSession | null>;

interface FinderParts {
  readonly identity: Identity;
  readonly db: Database;
  readonly limits: SessionLimits;
  /** Signs session tokens. */
  readonly secret: string;
  /** Whether clients reach us over TLS. */
  readonly secure: boolean;
}

/** Uses one indexed query for each request; the identity library prolongs a session that users are active in. */
export function createSessionFinder({
  identity,
  db,
  limits,
  secret,
  secure,
}: FinderParts): FindSession {
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

  return async (headers) => {
    const token = findSignedToken(pickHeaders(headers), secret, secure);
    if (token === null) return null;
    const [session] = await sessionById.execute({ token });
    if (!session) return null;
    const { id, createdAt, expiresAt, secondStepAt } = session;
    const goodUntil = Math.min(
      expiresAt.getTime(),
      createdAt.getTime() + limits.absoluteSeconds * 1000,
    );
    // Opened with only the password, before or while the account's owner set up the second step.
    const isUnverified = session.twoFactor && secondStepAt === null;
    if (Date.now() > goodUntil || session.status !== ACTIVE || isUnverified) {
      await db.delete(staffSessions).where(eq(staffSessions.id, id));
      return null;
    }
    const unusedFor = limits.idleSeconds * 1000 - (expiresAt.getTime() - Date.now());
    const isProlonged =
      !headers.has(BACKGROUND_HEADER) && unusedFor >= prolongedAfter(limits.idleSeconds) * 1000;
    const setCookies = isProlonged ? await prolong(identity, headers) : [];
    if (setCookies === null) return null;
    return {
      id,
      actor: toActor(session.account),
      isVerified: secondStepAt !== null,
      setCookies,
    };
  };
}

const pickHeaders = (headers: Headers) => ({
  authorization: headers.get('authorization') ?? '',
  cookie: headers.get('cookie') ?? '',
});

/** @returns the cookies to set; null if the session ended after it was found */
async function prolong(identity: Identity, headers: Headers): Promise<readonly string[] | null> {
  const { response, headers: answered } = await identity.api
    .getSession({ headers, returnHeaders: true })
    .catch(throwCause);
  return response && answered.getSetCookie();
}

interface SessionAccount {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly doctorId?: string | null | undefined;
}

function toActor({ id, name, email, roles, doctorId = null }: SessionAccount): StaffActor {
  // A newer version may have granted a role that this version does not know.
  const knownRoles = roles.filter(isRole);
  return {
    kind: 'staff',
    id,
    name,
    email,
    roles: knownRoles,
    doctorId,
    capabilities: getCapabilities(knownRoles),
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

/** Finds which session ids are still valid for a request, and their roles, without prolonging them. */
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

/** The library hides why a session could not be read. An error that is not a rejection comes from the database. */
function throwCause(cause: unknown): never {
  if (!(cause instanceof APIError) || cause.statusCode < 500) throw cause;
  throw new Problem('UNAVAILABLE', { cause, retryAfter: RETRY_AFTER_UNAVAILABLE });
}
