import type { FastifyRequest } from 'fastify';

/** Whether a page of this origin is one of ours. */
export type IsOwnOrigin = (origin: string, request: FastifyRequest) => boolean;

/**
 * Our pages are at the public address, and wherever else a request reached us: scheme, host and port
 * together. Behind a proxy that ends TLS only the public address, or a trusted proxy's
 * `X-Forwarded-Proto`, says that people come by https. `X-Forwarded-Host` is not believed: proxies pass
 * on the one that a client sent.
 * @param publicUrl null where nobody said it
 */
export function ownOrigins(publicUrl: string | null): IsOwnOrigin {
  const told = publicUrl === null ? null : new URL(publicUrl);
  return (origin, { headers, protocol }) => {
    if (origin === told?.origin) return true;
    const isSecure = told?.protocol === 'https:' || protocol === 'https';
    return origin === URL.parse(`${isSecure ? 'https' : 'http'}://${headers.host ?? ''}`)?.origin;
  };
}
