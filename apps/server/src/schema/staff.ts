import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The status of a staff account that may sign in; any other is refused. */
export const ACTIVE = 1;
/** The status that `staff suspend` gives. */
export const SUSPENDED = 0;

/** The people who work here. better-auth's `user`. */
export const staff = pgTable('staff', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  status: integer().notNull().default(ACTIVE),
  /** Whether a sign-in asks for a second step. */
  twoFactorEnabled: boolean().notNull().default(false),
  /** Counted on whenever sessions of the account are ended: devices known before are known no more. */
  deviceEpoch: integer().notNull().default(1),
  /** Counts what was edited of the account by its owner. */
  version: integer().notNull().default(1),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});

/** better-auth's `session`. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: text().primaryKey(),
    token: text().notNull().unique(),
    userId: text()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    /** When this session was verified with a second factor; null for one of the password alone. */
    secondStepAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [index('staff_sessions_user').on(table.userId)],
);

/** better-auth's `account`: how a person signs in; the password's hash is here. */
export const staffAccounts = pgTable(
  'staff_accounts',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: text()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    password: text(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [index('staff_accounts_user').on(table.userId)],
);

/**
 * better-auth's `twoFactor`, one for an account at most; `secret` is encrypted, `backupCodes` holds hashes
 * (recovery-codes.ts). Its own counter of failures is off (ours is shared with that of passwords), its columns are the library's.
 */
export const staffTwoFactors = pgTable('staff_two_factors', {
  id: text().primaryKey(),
  userId: text()
    .notNull()
    .unique()
    .references(() => staff.id, { onDelete: 'cascade' }),
  secret: text().notNull(),
  backupCodes: text().notNull(),
  /** False until a first code has shown that the telephone has the secret. */
  verified: boolean().notNull().default(true),
  failedVerificationCount: integer().notNull().default(0),
  lockedUntil: instant(),
  /** The last half minute since the epoch whose code was taken; it and earlier ones are used up. */
  lastUsedStep: bigint({ mode: 'number' }),
  enabledAt: instant(),
});

/** better-auth's `verification`. */
export const staffVerifications = pgTable('staff_verifications', {
  id: text().primaryKey(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: instant().notNull(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});

/**
 * Counters of attempts, shared by all processes; the columns are those that rate-limiter-flexible
 * reads and writes. `expire` is in milliseconds since the epoch.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
