import type { Role } from '@simiente/contract/common/access/roles';
import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, refersTo, sharedKey } from './columns.ts';
import { doctors } from './doctors.ts';

/** The only status of an account that can sign in. */
export const ACTIVE = 1;
export const SUSPENDED = 0;
/** The status of an invited account, until its owner has a way to sign in. */
export const INVITED = 2;

/** Any other status is treated as a suspension. */
export const isSuspended = (status: number) => status !== ACTIVE && status !== INVITED;

/** The staff. better-auth's `user`. */
export const staff = pgTable(
  'staff',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    image: text(),
    status: integer().notNull().default(ACTIVE),
    /** Whether a sign-in requires a second step. */
    twoFactorEnabled: boolean().notNull().default(false),
    /** Incremented when all sessions of the account are ended, so that its devices become unknown. */
    deviceEpoch: integer().notNull().default(1),
    /** Incremented by each edit of the account. */
    version: integer().notNull().default(1),
    /** The account has the capabilities of all its roles. Empty while its first roles are pending. */
    roles: text().array().$type<Role[]>().notNull().default(['todo']),
    /** New roles that wait for a second administrator; empty without a pending change. */
    pendingRoles: text().array().$type<Role[]>().notNull().default([]),
    /** The account that requested `pendingRoles`, and the time. */
    pendingRolesBy: text(),
    pendingRolesAt: instant(),
    doctorId: text()
      .unique()
      .references(() => doctors.id, { onDelete: 'set null' }),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    check('staff_has_a_role', sql`cardinality(${table.roles} || ${table.pendingRoles}) > 0`),
    check(
      'staff_pending_roles',
      sql`(cardinality(${table.pendingRoles}) > 0) = (${table.pendingRolesBy} is not null and ${table.pendingRolesAt} is not null)`,
    ),
  ],
);

/**
 * The names of each account over time, because the audit shows actors by their name at that time. A trigger on `staff`
 * writes them. The first name of an account is valid since '-infinity'.
 */
export const staffNames = pgTable(
  'staff_names',
  {
    staffId: text().notNull(),
    since: instant().notNull(),
    name: text().notNull(),
    email: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.since] })],
);

/** The name and e-mail of an account at an instant, as a subquery of at most one row. */
export const staffAt = (id: SQLWrapper, at: SQLWrapper) => sql`(
  select known.name, known.email from ${staffNames} as known
   where known.staff_id = ${id} and known.since <= ${at} order by known.since desc limit 1)`;

/** The name of an account at the time of an action, for the selection of a row; null without an account. */
export const staffName = (id: SQLWrapper, at: SQLWrapper) =>
  sql<string | null>`(select named.name from ${staffAt(id, at)} as named)`;

/** better-auth's `session`. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: text().primaryKey(),
    token: text().notNull().unique(),
    userId: refersTo(() => staff.id, 'cascade'),
    expiresAt: instant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    /** When this session completed a second step; null without one. */
    secondStepAt: instant(),
    /** When the owner last confirmed in this session, or signed in to it with a password, code or passkey. */
    provedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [index('staff_sessions_user').on(table.userId)],
);

/** better-auth's `account`, with the hash of the password. */
export const staffAccounts = pgTable(
  'staff_accounts',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: refersTo(() => staff.id, 'cascade'),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    password: text(),
    /** When a generated password expires unless its owner has replaced it; null for a chosen one. */
    passwordUntil: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [index('staff_accounts_user').on(table.userId)],
);

/**
 * better-auth's `twoFactor`, at most one per account; `secret` is encrypted, `backupCodes` has hashes
 * (recovery-codes.ts). The library's failure counter is off, because ours is shared with that of passwords; its
 * columns remain.
 */
export const staffTwoFactors = pgTable('staff_two_factors', {
  id: text().primaryKey(),
  userId: text()
    .notNull()
    .unique()
    .references(() => staff.id, { onDelete: 'cascade' }),
  secret: text().notNull(),
  backupCodes: text().notNull(),
  /** False until a first code has proved that the authenticator app has the secret. */
  verified: boolean().notNull().default(true),
  failedVerificationCount: integer().notNull().default(0),
  lockedUntil: instant(),
  /** The last time step whose code was used; codes of this and earlier steps are rejected. */
  lastUsedStep: bigint({ mode: 'number' }),
  enabledAt: instant(),
});

/** better-auth's `passkey`: the public half of a key with which a user signs in. */
export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    userId: refersTo(() => staff.id, 'cascade'),
    publicKey: text().notNull(),
    credentialID: text('credential_id').notNull().unique(),
    /** Incremented by each use, if the authenticator counts. A smaller number indicates a cloned authenticator. */
    counter: bigint({ mode: 'number' }).notNull(),
    deviceType: text().notNull(),
    backedUp: boolean().notNull(),
    transports: text(),
    /** The model of the authenticator. */
    aaguid: text(),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant(),
  },
  (table) => [index('staff_passkeys_user').on(table.userId)],
);

/**
 * The account at an OpenID Connect provider with which an account signs in, at most one each. It is found by issuer and
 * subject, never by e-mail.
 */
export const staffProviders = pgTable(
  'staff_providers',
  {
    staffId: sharedKey(() => staff.id, 'cascade'),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** Label for its owner: an e-mail or a name from the provider. */
    label: text(),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant(),
  },
  (table) => [unique('staff_providers_account').on(table.issuer, table.subject)],
);

/** The latest link of an account to choose a password without the earlier one. The token itself is not stored. */
export const staffLinks = pgTable('staff_links', {
  staffId: sharedKey(() => staff.id, 'cascade'),
  kind: text({ enum: ['invitation', 'password'] }).notNull(),
  /** SHA-256; the token is random, so it needs no key. */
  tokenHash: text().notNull().unique(),
  expiresAt: instant().notNull(),
  /** The account that requested the link: the user's own for a forgotten password; null for an older link. */
  madeBy: text(),
  /** When the password was chosen, with this link or in another way. */
  usedAt: instant(),
  createdAt: instant().notNull().defaultNow(),
});

/** Event streams that processes have open, because an account's limit applies to all processes together. */
export const eventStreams = pgTable('event_streams', {
  id: uuid().primaryKey(),
  process: uuid().notNull(),
  staffId: refersTo(() => staff.id, 'cascade'),
  openedAt: instant().notNull(),
  /** When its process last reported that it is open. */
  seenAt: instant().notNull().defaultNow(),
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
 * Counters of rate limits, shared by all processes; the columns are those of rate-limiter-flexible.
 * `expire` is in milliseconds since the epoch.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
