import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Some proxies write an address with its port, which differs for each connection. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

/**
 * Removes everything but addresses from `X-Forwarded-For`, before any code that reads the client's address: a
 * trusted proxy may pass on foreign values, and invented ones would give a client a new identity for each limit.
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
 * The addresses that proxies added, the client's first. Each proxy appends the address it was called
 * from, so anything before a value that is no address was not added by our proxies.
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
