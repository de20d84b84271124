import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Origin } from '../act.ts';

/** A request with this header is a background refetch, and does not keep a session alive. */
export const BACKGROUND_HEADER = 'x-simiente-background';

export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The origin of a request, as the audit stores it. */
export function getOrigin(request: FastifyRequest): Origin {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    requestId: request.id,
    sessionId: request.sessionId,
    background: BACKGROUND_HEADER in request.headers,
  };
}

/** Whether a request has a header that only browsers send. */
export function isFromBrowser({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return origin !== undefined || site !== undefined;
}

export type IsOwnOrigin = (origin: string, request: FastifyRequest) => boolean;

/**
 * Accepts the origin of the public address, and the origin that the request's scheme and Host header form. Behind a
 * proxy that ends TLS, only the public address or a trusted proxy's `X-Forwarded-Proto` shows that clients use https.
 * `X-Forwarded-Host` is ignored, because proxies forward the header that a client sent.
 */
export function createOriginCheck(publicUrl: string | null): IsOwnOrigin {
  const configured = publicUrl === null ? null : new URL(publicUrl);
  return (origin, { headers, protocol }) => {
    if (origin === configured?.origin) return true;
    const isSecure = configured?.protocol === 'https:' || protocol === 'https';
    return origin === URL.parse(`${isSecure ? 'https' : 'http'}://${headers.host ?? ''}`)?.origin;
  };
}

export function toUrlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Some proxies write an address with its port, which differs for each connection. */
export function removePort(text: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return ipv6 ?? ipv4 ?? text;
}

/**
 * Removes everything but addresses from `X-Forwarded-For`, before any code reads the client's address. A trusted
 * proxy may pass on values from the client, which could evade rate limits by inventing new ones.
 */
export function registerForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const header = raw.headers['x-forwarded-for'];
    if (header === undefined) return;
    const addresses = forwardedAddresses(String(header));
    if (addresses.length > 0) raw.headers['x-forwarded-for'] = addresses.join(', ');
    else delete raw.headers['x-forwarded-for'];
  });
}

/**
 * The addresses after the last invalid entry. Proxies append valid addresses, so the client sent everything before
 * them. Valid addresses that the client forged remain; `trustProxy` ignores them.
 */
export function forwardedAddresses(header: string): string[] {
  const entries = header.split(',').map((entry) => {
    const address = removePort(entry.trim());
    // A zone, such as fe80::1%eth0, has a meaning only on the machine that wrote it.
    return isIP(address) === 0 || address.includes('%') ? null : address;
  });
  return entries.slice(entries.lastIndexOf(null) + 1).flatMap((address) => address ?? []);
}
