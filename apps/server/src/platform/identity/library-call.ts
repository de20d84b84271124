import { APIError } from 'better-auth/api';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { staffVerifications } from '../../schema/staff.ts';
import type { Database, Reader, Transaction } from '../database/database.ts';
import { unavailable } from '../failures.ts';
import { isFromBrowser } from '../http/origin.ts';
import { Problem } from '../problem.ts';
import { ownCookies } from './sessions/session-token.ts';

/** The headers of a call of the identity library: the client's cookies, token and address. */
export function libraryHeaders({ headers, ip }: FastifyRequest): Headers {
  const { cookie = '', authorization = '', 'user-agent': userAgent = '' } = headers;
  return new Headers({
    cookie: ownCookies(cookie),
    authorization,
    'user-agent': userAgent,
    'x-forwarded-for': ip,
  });
}

/**
 * For `catch`: the library hides errors of the database behind a status of 500. Its 401 means that the session ended, or
 * got another token, after the guard found it.
 */
export function throwCause(cause: unknown): never {
  if (cause instanceof APIError && cause.statusCode === 401) throw new Problem('UNAUTHORIZED');
  if (!(cause instanceof APIError) || cause.statusCode < 500) throw cause;
  throw unavailable(cause);
}

/**
 * Passes on the session of the library's answer: its cookies, and the bearer token. Browsers do not get the token,
 * because scripts could read it.
 */
export function setSessionCookies(headers: Headers, reply: FastifyReply): void {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
  const token = headers.get('set-auth-token');
  if (token !== null && !isFromBrowser(reply.request.headers))
    reply.header('set-auth-token', token);
}

// One-time values, which share the identity library's table.

/**
 * Stores a value, and deletes expired ones.
 * @param lifetime milliseconds
 */
export async function storeVerification(
  db: Database | Transaction,
  identifier: string,
  value: string,
  lifetime: number,
): Promise<void> {
  const now = new Date();
  await db.delete(staffVerifications).where(lt(staffVerifications.expiresAt, now));
  const expiresAt = new Date(now.getTime() + lifetime);
  await db
    .insert(staffVerifications)
    .values({ id: crypto.randomUUID(), identifier, value, expiresAt });
}

export const isValidVerification = (identifier: string) =>
  and(eq(staffVerifications.identifier, identifier), gt(staffVerifications.expiresAt, new Date()));

export async function hasVerification(db: Reader, identifier: string): Promise<boolean> {
  return (await db.$count(staffVerifications, isValidVerification(identifier))) > 0;
}

/** Consumes the value; null if it was used or has expired. */
export async function takeVerification(
  db: Database | Transaction,
  identifier: string,
): Promise<string | null> {
  const [taken] = await db
    .delete(staffVerifications)
    .where(isValidVerification(identifier))
    .returning({ value: staffVerifications.value });
  return taken?.value ?? null;
}
