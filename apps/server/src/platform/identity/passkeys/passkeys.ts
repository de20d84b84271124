import { isIP } from 'node:net';
import { and, asc, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { staff, staffPasskeys, staffSessions } from '../../../schema/staff.ts';
import type { Reader, Transaction } from '../../database/database.ts';
import { Problem } from '../../problem.ts';
import { endSessions } from '../staff-accounts.ts';

export async function listPasskeys(db: Reader, staffId: string) {
  return db
    .select({
      id: staffPasskeys.id,
      name: staffPasskeys.name,
      createdAt: staffPasskeys.createdAt,
      lastUsedAt: staffPasskeys.lastUsedAt,
    })
    .from(staffPasskeys)
    .where(eq(staffPasskeys.userId, staffId))
    .orderBy(asc(staffPasskeys.createdAt), asc(staffPasskeys.id));
}

export const countPasskeys = (db: Reader, staffId: string) =>
  db.$count(staffPasskeys, eq(staffPasskeys.userId, staffId));

/**
 * The account of a passkey, and the passkey's name.
 * @param credentialId the authenticator's id of the passkey
 */
export async function findPasskeyOwner(db: Reader, credentialId: string) {
  const [owner] = await db
    .select({
      staffId: staff.id,
      email: staff.email,
      deviceEpoch: staff.deviceEpoch,
      name: staffPasskeys.name,
    })
    .from(staffPasskeys)
    .innerJoin(staff, eq(staff.id, staffPasskeys.userId))
    .where(eq(staffPasskeys.credentialID, credentialId));
  return owner;
}

/**
 * Requires that the session completed a second step if the account has a passkey, because a password alone must not
 * add another second step.
 */
export async function requireSecondStep(
  transaction: Transaction,
  staffId: string,
  sessionId: string,
): Promise<void> {
  const [session] = await transaction
    .select({ secondStepAt: staffSessions.secondStepAt })
    .from(staffSessions)
    .where(and(eq(staffSessions.id, sessionId), eq(staffSessions.userId, staffId)));
  if (session?.secondStepAt) return;
  if ((await countPasskeys(transaction, staffId)) > 0) throw new Problem('PASSKEY_REQUIRED');
}

/** Removes every passkey of an account whose owner lost them; every session ends. */
export async function removePasskeys(transaction: Transaction, staffId: string): Promise<number> {
  const removed = await transaction
    .delete(staffPasskeys)
    .where(eq(staffPasskeys.userId, staffId))
    .returning({ id: staffPasskeys.id });
  await endSessions(transaction, staffId);
  return removed.length;
}

/** Browsers treat pages of this host as secure without TLS. */
const LOCAL_DOMAIN = 'localhost';

/** The site that passkeys are bound to: WebAuthn's relying party. */
export interface RelyingParty {
  /** A domain, without port. */
  readonly id: string;
  /** The origin of our page that sent a request; null if passkeys do not work there. */
  getOrigin(request: Pick<FastifyRequest, 'headers'>): string | null;
}

/**
 * The relying party of an installation; null if its address is an IP address or has no TLS, because browsers then
 * reject passkeys. Without a public address, it is `localhost`.
 */
export function makeRelyingParty(publicUrl: string | null): RelyingParty | null {
  if (publicUrl === null) return { id: LOCAL_DOMAIN, getOrigin: getLocalOrigin };
  const { hostname, protocol, origin: publicOrigin } = new URL(publicUrl);
  const isSecure = protocol === 'https:' || hostname === LOCAL_DOMAIN;
  if (!isSecure || isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return null;
  return {
    id: hostname,
    getOrigin: ({ headers: { origin = publicOrigin } }) =>
      origin === publicOrigin ? origin : null,
  };
}

function getLocalOrigin({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const url = URL.parse(headers.origin ?? '');
  return url?.hostname === LOCAL_DOMAIN ? url.origin : null;
}
