import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
// Without the drivers of other databases and the plugins of other products.
import { betterAuth } from 'better-auth/minimal';
import { bearer } from 'better-auth/plugins/bearer';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import {
  ACTIVE,
  staff,
  staffAccounts,
  staffSessions,
  staffTwoFactors,
  staffVerifications,
} from '../../schema/staff.ts';
import type { Database, Transaction } from '../database/database.ts';
import { ISSUER, SECOND_STEP_SECONDS } from './codes.ts';
import { LONGEST_PASSWORD, SHORTEST_NEW_PASSWORD } from './password.ts';
import { createPasswordHashing, type PasswordHashing } from './password-hash.ts';
import { type Secrets, versionedSecrets } from './secrets.ts';

/** Behind TLS: `__Host-` is more than the library's own `__Secure-`, as no sibling domain can plant it. */
const SECURE_COOKIES = {
  session_token: { name: '__Host-simiente.session_token' },
  two_factor: { name: '__Host-simiente.two_factor' },
};

/** Where the identity library's calls are. */
export const IDENTITY_PATH = '/api/auth';

/** The library's call that opens a verified session, by a code of the telephone. */
export const VERIFY_CODE_PATH = '/two-factor/verify-totp';

export interface IdentityOptions {
  /** A transaction where what the library does must stand or fall with its row of the audit. */
  readonly db: Database | Transaction;
  /** Sign cookies and bearer tokens, and encrypt; the same in every process. */
  readonly secrets: Secrets;
  /** Seconds without a person's action after which a session ends. */
  readonly idleSeconds: number;
  /** True where people reach us over TLS. */
  readonly secure: boolean;
  readonly log: Logger;
  readonly passwords?: PasswordHashing;
}

/**
 * Accounts, passwords and sessions by better-auth, in our PostgreSQL. Sign-up is closed, its own
 * limits are off (ours count per account and per address, atomically), and only an active account
 * gets a session.
 */
export function createIdentity({
  db,
  secrets,
  idleSeconds,
  secure,
  log,
  passwords: { hash, verify } = createPasswordHashing(),
}: IdentityOptions) {
  return betterAuth({
    appName: ISSUER,
    basePath: IDENTITY_PATH,
    secrets: versionedSecrets(secrets),
    // Requests reach it only through our own routes, which check the origin themselves.
    trustedOrigins: (request) => (request ? [new URL(request.url).origin] : []),
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: staff,
        session: staffSessions,
        account: staffAccounts,
        verification: staffVerifications,
        twoFactor: staffTwoFactors,
      },
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_NEW_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: { hash, verify },
    },
    user: {
      additionalFields: { status: { type: 'number', required: true, input: false } },
    },
    session: {
      expiresIn: idleSeconds,
      updateAge: Math.min(60, idleSeconds / 10),
      additionalFields: { secondStepAt: { type: 'date', required: false, input: false } },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'simiente',
      useSecureCookies: false,
      ...(secure ? { cookies: SECURE_COOKIES } : {}),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
    },
    // Its messages quote what the database was asked; that it failed is enough for a log.
    logger: { level: 'error', log: (level) => log[level]({ identity: true }, 'identity library') },
    // A token is its signature too: what a reader of the database finds there opens nothing.
    plugins: [
      // Ahead of `bearer`, which must not see the session that waits for its second step.
      twoFactor({
        twoFactorCookieMaxAge: SECOND_STEP_SECONDS,
        accountLockout: { enabled: false },
        // It would keep them encrypted; ours are in recovery-codes.ts.
        backupCodeOptions: { customBackupCodesGenerate: () => [] },
      }),
      bearer({ requireSignature: true }),
    ],
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => {
            await refuseUnlessActive(db, session.userId);
            // A session that replaces another one is verified by its own request, or not at all.
            const isVerified = context?.path === VERIFY_CODE_PATH;
            return { data: { ...session, secondStepAt: isVerified ? new Date() : null } };
          },
        },
      },
    },
  });
}

export type Identity = ReturnType<typeof createIdentity>;
/** The identity library whose every write is part of a transaction. */
export type IdentityWithin = (transaction: Transaction) => Identity;

/** Asked after the password was right, so that a stranger learns nothing about an account. */
async function refuseUnlessActive(db: Database | Transaction, staffId: string): Promise<void> {
  const [person] = await db
    .select({ status: staff.status })
    .from(staff)
    .where(eq(staff.id, staffId));
  if (person?.status !== ACTIVE) throw new APIError('FORBIDDEN', { code: 'ACCOUNT_INACTIVE' });
}
