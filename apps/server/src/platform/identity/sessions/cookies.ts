import type { FastifyReply, FastifyRequest } from 'fastify';

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
