import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { bearer } from 'better-auth/plugins';
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import {
  ACTIVE,
  staff,
  staffAccounts,
  staffSessions,
  staffVerifications,
} from '../../schema/staff.ts';
import type { Database } from '../database/database.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password.ts';

/** The session's cookie behind TLS. */
const SECURE_COOKIE = '__Host-simiente.session_token';

/** Where the identity library's calls are. */
export const IDENTITY_PATH = '/api/auth';

export interface IdentityOptions {
  readonly db: Database;
  /** Signs cookies and bearer tokens; the same in every process. */
  readonly secret: string;
  /** Seconds without a person's action after which a session ends. */
  readonly idleSeconds: number;
  /** True where people reach us over TLS. */
  readonly secure: boolean;
  readonly log: Logger;
}

/**
 * Accounts, passwords and sessions by better-auth, in our PostgreSQL. Sign-up is closed, its own
 * limits are off (ours count per account and per address, atomically), and only an active account
 * gets a session.
 */
export function createIdentity({ db, secret, idleSeconds, secure, log }: IdentityOptions) {
  return betterAuth({
    basePath: IDENTITY_PATH,
    secret,
    // Requests reach it only through our own routes, which check the origin themselves.
    trustedOrigins: (request) => (request ? [new URL(request.url).origin] : []),
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: staff,
        session: staffSessions,
        account: staffAccounts,
        verification: staffVerifications,
      },
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
    },
    user: {
      additionalFields: { status: { type: 'number', required: true, input: false } },
    },
    session: { expiresIn: idleSeconds, updateAge: Math.min(60, idleSeconds / 10) },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'simiente',
      // `__Host-` is more than the library's own `__Secure-`: no sibling domain can plant it.
      useSecureCookies: false,
      ...(secure ? { cookies: { session_token: { name: SECURE_COOKIE } } } : {}),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
    },
    // Its messages quote what the database was asked; that it failed is enough for a log.
    logger: { level: 'error', log: (level) => log[level]({ identity: true }, 'identity library') },
    // A token is its signature too: what a reader of the database finds there opens nothing.
    plugins: [bearer({ requireSignature: true })],
    databaseHooks: {
      session: { create: { before: (session) => refuseUnlessActive(db, session.userId) } },
    },
  });
}

export type Identity = ReturnType<typeof createIdentity>;

/** Asked after the password was right, so that a stranger learns nothing about an account. */
async function refuseUnlessActive(db: Database, staffId: string): Promise<void> {
  const [person] = await db
    .select({ status: staff.status })
    .from(staff)
    .where(eq(staff.id, staffId));
  if (person?.status !== ACTIVE) throw new APIError('FORBIDDEN', { code: 'ACCOUNT_INACTIVE' });
}
