import { createHmac, hash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorCode } from '@simiente/contract/common/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import { isEqual } from '../../http/digest.ts';
import { countRequest, type Limit, toClientAddress } from '../../limits/limiter.ts';
import { Problem } from '../../problem.ts';

/** Name of a cookie of ours; with TLS it begins with `__Host-`. */
const OWN_COOKIE = /^(?:__Host-)?simiente\./;
/** With TLS, no sibling domain can set the cookie. better-auth's own prefix, `__Secure-`, does not prevent it. */
export const sessionCookie = (secure: boolean) =>
  `${secure ? '__Host-' : ''}simiente.session_token`;
/** Upper bound: a browser has fewer cookies from us. */
const MAX_COOKIES = 8;

/**
 * Our cookies in a `Cookie` header, one of each name. A client can send thousands of others, and the library would
 * decode all of them.
 */
export function ownCookies(header: string): string {
  const byName = new Map<string, string>();
  for (const cookie of header.split(';')) {
    const name = getCookieName(cookie);
    if (OWN_COOKIE.test(name) && !byName.has(name)) byName.set(name, cookie.trim());
    if (byName.size === MAX_COOKIES) break;
  }
  return [...byName.values()].join('; ');
}

/**
 * Finds the session token of a request. It has our signature, so this installation issued it, but the session may
 * have ended.
 * @param secret signs current session tokens
 * @param secure whether clients use TLS; the name of the cookie depends on it
 */
export function findSignedToken(
  { authorization = '', cookie = '' }: Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>,
  secret: string,
  secure: boolean,
): string | null {
  const [, bearer = ''] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  return verify(bearer, secret) ?? verify(findSessionCookie(cookie, secure), secret);
}

function findSessionCookie(header: string, secure: boolean): string {
  const cookies = ownCookies(header).split('; ');
  const session = cookies.find((cookie) => getCookieName(cookie) === sessionCookie(secure)) ?? '';
  return session.slice(session.indexOf('=') + 1);
}

/**
 * The client key for admission: the request's session, if this installation signed its token, otherwise the client
 * address. Therefore a client cannot get more slots by inventing tokens.
 */
export function getClientKey(
  { headers, ip }: FastifyRequest,
  secret: string,
  secure: boolean,
): string {
  const token = findSignedToken(headers, secret, secure);
  return token === null ? `network ${toClientAddress(ip)}` : `session ${token}`;
}

/** @param signed `token.signature`, percent-encoded if it comes from a cookie */
function verify(signed: string, secret: string): string | null {
  const plain = signed.replaceAll(/%2B/gi, '+').replaceAll(/%2F/gi, '/').replaceAll(/%3D/gi, '=');
  const end = plain.lastIndexOf('.');
  if (end < 1) return null;
  const token = plain.slice(0, end);
  const signature = Buffer.from(plain.slice(end + 1), 'base64');
  return isEqual(signature, createHmac('sha256', secret).update(token).digest()) ? token : null;
}

function getCookieName(cookie: string): string {
  return cookie.slice(0, Math.max(0, cookie.indexOf('='))).trim();
}

/** Limit of invalid tokens from one client address. */
export const DEFAULT_TOKEN_LIMIT: Limit = { max: 60, windowSeconds: 10 * 60 };

/** Stored form of tokens: SHA-256, base64url. */
export const hashToken = (token: string) => hash('sha256', token, 'base64url');

/** A random token of 256 bits, in the form that `readBearerToken` accepts. */
export const newToken = () => randomBytes(32).toString('base64url');

/** The token of a request from another system; empty without a token. */
export function readBearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1] ?? '';
}

/**
 * Rejects a request with an invalid token.
 * @throws Problem with `code`; TOO_MANY_REQUESTS after many from one client address
 */
export async function rejectToken(
  invalidTokens: RateLimiterPostgres,
  request: FastifyRequest,
  code: ErrorCode,
): Promise<never> {
  await countRequest(invalidTokens, request);
  throw new Problem(code);
}

export type OwnCookie = ReturnType<typeof defineCookie>;

/** A cookie that no script can read. With TLS, its name prevents a sibling domain from setting it. */
export function defineCookie(label: string, secure: boolean, sameSite: 'Lax' | 'Strict') {
  const name = `${secure ? '__Host-' : ''}simiente.${label}`;
  const pattern = new RegExp(`(?:^|;\\s*)${name.replaceAll('.', '\\.')}=([\\w.~:-]*)`);
  const attributes = `HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
  return {
    /** Empty without the cookie. */
    read: ({ headers }: FastifyRequest): string => pattern.exec(headers.cookie ?? '')?.[1] ?? '',
    /** @param maxAge in seconds; 0 deletes the cookie */
    set(reply: FastifyReply, value: string, maxAge: number): void {
      reply.header('set-cookie', `${name}=${value}; Path=/; Max-Age=${maxAge}; ${attributes}`);
    },
  };
}
