import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** As some proxies write an address: with the port, which is another one for each connection. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

/**
 * Leaves nothing in `X-Forwarded-For` but addresses, ahead of everything that asks for the client's: a
 * trusted proxy may pass on what it was sent, and a client that could write its own name there would be
 * another one for each limit.
 */
export function registerForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const said = raw.headers['x-forwarded-for'];
    if (said === undefined) return;
    const addresses = forwardedAddresses(String(said));
    if (addresses.length > 0) raw.headers['x-forwarded-for'] = addresses.join(', ');
    else delete raw.headers['x-forwarded-for'];
  });
}

/**
 * The addresses that proxies noted, the client's first. Each proxy adds the one it was called from, so
 * what stands before something that is no address was not noted by a proxy of ours.
 */
export function forwardedAddresses(header: string): string[] {
  const entries = header.split(',').map((entry) => {
    const text = entry.trim();
    const [, six, four] = WITH_PORT.exec(text) ?? [];
    const address = six ?? four ?? text;
    // A zone names an interface of the machine that wrote it.
    return isIP(address) === 0 || address.includes('%') ? null : address;
  });
  return entries.slice(entries.lastIndexOf(null) + 1).flatMap((address) => address ?? []);
}
