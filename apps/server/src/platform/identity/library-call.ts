import { and, eq, gt, lt } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { staffVerifications } from '../../schema/staff.ts';
import type { Database, Reader, Transaction } from '../database/database.ts';
import { unavailable } from '../failures.ts';
import { isFromBrowser } from './guard.ts';
import { IDENTITY_PATH, type Identity } from './identity.ts';
import { fetchHeaders } from './sessions/session-token.ts';

/** The library requires an absolute URL. The guard has already checked the real origin. */
const INTERNAL_ORIGIN = 'http://simiente.invalid';

/**
 * Calls the identity library with the client's cookies, token and address.
 * @returns its answer and the parsed body, which is null if it is no JSON
 * @throws Problem UNAVAILABLE if the library fails
 */
export async function callLibrary(
  identity: Identity,
  request: FastifyRequest,
  path: string,
  input: object = {},
): Promise<{ readonly response: Response; readonly body: unknown }> {
  const headers = fetchHeaders(request);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  headers.set('origin', INTERNAL_ORIGIN);
  headers.set('x-forwarded-for', request.ip);
  const url = `${INTERNAL_ORIGIN}${IDENTITY_PATH}${path}`;
  const response = await identity.handler(
    new Request(url, { method: 'POST', headers, body: JSON.stringify(input) }),
  );
  const body: unknown = await response.json().catch(() => null);
  if (response.status >= 500) throw unavailable();
  return { response, body };
}

/**
 * Passes on the session of the library's answer: its cookies, and the bearer token. Browsers do not get the token,
 * because scripts could read it.
 */
export function setSessionCookies({ headers }: Response, reply: FastifyReply): void {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
  const token = headers.get('set-auth-token');
  if (token !== null && !isFromBrowser(reply.request.headers))
    reply.header('set-auth-token', token);
}

/** The error code of the library's answer; empty without an error. */
export function libraryCode(body: unknown): string {
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
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
