import { createHash } from 'node:crypto';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import type { SecretConfig } from 'better-auth/crypto';
// The entry without the drivers of other databases and without plugins that we do not use.
import { betterAuth } from 'better-auth/minimal';
import { bearer } from 'better-auth/plugins/bearer';
import type { Logger } from 'pino';
import { staff, staffAccounts, staffSessions, staffVerifications } from '../../schema/staff.ts';
import type { Database, Transaction } from '../database/database.ts';
import { sessionPlugin } from './sessions/session-plugin.ts';
import { sessionCookie } from './sessions/session-token.ts';
import { ISSUER } from './two-factor/codes.ts';

export const IDENTITY_PATH = '/api/auth';

/** Minimum seconds between two extensions of a session. */
export const extensionInterval = (idleSeconds: number) => Math.min(60, idleSeconds / 10);

export interface Secrets {
  readonly current: string;
  /** Earlier secrets, which are only used to decrypt. */
  readonly previous: readonly string[];
}

interface IdentityOptions {
  /** A transaction, if the library's writes must commit together with their audit row. */
  readonly db: Database | Transaction;
  /** Secrets for signing cookies and bearer tokens, and for encryption; equal in every process. */
  readonly secrets: Secrets;
  /** Seconds without user activity after which a session ends. */
  readonly idleSeconds: number;
  /** Whether clients reach us over TLS. */
  readonly secure: boolean;
  readonly log: Logger;
}

/**
 * Accounts and sessions by better-auth, in our PostgreSQL. Sign-up is closed. The library's own limits
 * are off, because ours count per account and per address, atomically.
 */
export function createIdentity({ db, secrets, idleSeconds, secure, log }: IdentityOptions) {
  return betterAuth({
    appName: ISSUER,
    basePath: IDENTITY_PATH,
    secrets: [...toEncryptionKey(secrets).keys].map(([version, value]) => ({ version, value })),
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: staff,
        session: staffSessions,
        account: staffAccounts,
        verification: staffVerifications,
      },
    }),
    session: {
      expiresIn: idleSeconds,
      updateAge: extensionInterval(idleSeconds),
      // Routes that need a recent proof of identity check it themselves.
      freshAge: 0,
      additionalFields: {
        secondStepAt: { type: 'date', required: false, input: false },
        provedAt: { type: 'date', required: false, input: false },
      },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'simiente',
      useSecureCookies: false,
      ...(secure && { cookies: { session_token: { name: sessionCookie(secure) } } }),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
    },
    // The library's messages quote database queries, so only the failure is logged.
    logger: { level: 'error', log: (level) => log[level]({ identity: true }, 'identity library') },
    // Clients send a token with its signature, so a token read from the database opens no session.
    plugins: [sessionPlugin(), bearer({ requireSignature: true })],
  });
}

export type Identity = ReturnType<typeof createIdentity>;
/** The identity library with its writes in the given transaction, or outside of transactions. */
export type IdentityWithin = (db: Database | Transaction) => Identity;

/**
 * The key with which the identity library encrypts. Its ciphertexts contain the number of their secret. The numbers are
 * derived from the secrets, so that they need not be stored.
 */
export function toEncryptionKey({ current, previous }: Secrets): SecretConfig {
  const toVersion = (secret: string) =>
    createHash('sha256').update('version:').update(secret).digest().readUIntBE(0, 6);
  return {
    keys: new Map([current, ...previous].map((secret) => [toVersion(secret), secret])),
    currentVersion: toVersion(current),
  };
}
