import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Browsers take this name for a secure page without TLS. */
export const LOCAL_DOMAIN = 'localhost';

/** The site that passkeys are bound to: WebAuthn's relying party. */
export interface RelyingParty {
  /** A domain, without port. */
  readonly id: string;
  /** The origin of our page that sent a request; null for one where its passkeys cannot be used. */
  getOrigin(request: Pick<FastifyRequest, 'headers'>): string | null;
}

/**
 * The relying party of an installation; null if its address is an IP address or has no TLS, which
 * browsers accept for no passkey. Without a public address it is this machine.
 */
export function makeRelyingParty(publicUrl: string | null): RelyingParty | null {
  if (publicUrl === null) return { id: LOCAL_DOMAIN, getOrigin: getLocalOrigin };
  const { hostname, protocol, origin: own } = new URL(publicUrl);
  const isSecure = protocol === 'https:' || hostname === LOCAL_DOMAIN;
  if (!isSecure || isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return null;
  return {
    id: hostname,
    getOrigin: ({ headers: { origin = own } }) => (origin === own ? own : null),
  };
}

function getLocalOrigin({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const url = URL.parse(headers.origin ?? '');
  return url?.hostname === LOCAL_DOMAIN ? url.origin : null;
}
