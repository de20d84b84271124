import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** What a client may make of our patience. Milliseconds, and bytes. */
export interface ClientLimits {
  /** Without a byte in either direction; longer than any answer that we think about. */
  readonly silence: number;
  /** For the head of a request to arrive. */
  readonly head: number;
  /** In which at least `least` of a body arrives, or all that is left of it. */
  readonly window: number;
  readonly least: number;
  readonly lookEvery: number;
}

export const DEFAULT_CLIENT_LIMITS: ClientLimits = {
  silence: 75_000,
  head: 15_000,
  window: 15_000,
  least: 4 * 1024,
  lookEvery: 2_500,
};

/** What Node calls a request that did not arrive in time; it is answered in the one form. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';

interface Arriving {
  readonly message: IncomingMessage;
  readonly isAnswered: () => boolean;
  /** Bytes of the connection when it was last seen to move, and when that was. */
  bytes: number;
  movedAt: number;
}

/**
 * Cuts off who sends a body too slowly or stops sending it, also when it was refused before its end:
 * it holds a connection, and a file one of few places. Heads and silent connections are Node's to watch.
 */
export function cutOffSlowClients(
  app: FastifyInstance,
  { window, least, lookEvery }: ClientLimits,
): void {
  const arriving = new Set<Arriving>();

  function look(): void {
    const now = performance.now();
    for (const body of arriving) {
      const { message, isAnswered } = body;
      const { socket } = message;
      if (message.complete || socket.destroyed) {
        arriving.delete(body);
      } else if (socket.bytesRead - body.bytes >= least) {
        body.bytes = socket.bytesRead;
        body.movedAt = now;
      } else if (now - body.movedAt >= window) {
        arriving.delete(body);
        if (!isAnswered()) {
          const error = Object.assign(new Error('The body is too slow'), { code: TOO_SLOW });
          app.server.emit('clientError', error, socket);
        }
        message.destroy();
        // A message whose reader has given up takes its connection along no more.
        socket.destroy();
      }
    }
  }

  const timer = setInterval(look, lookEvery).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', async ({ raw }, reply) => {
    // What did not come over a line has no sender to wait for.
    if (raw.complete || !(raw.socket instanceof Socket)) return;
    arriving.add({
      message: raw,
      isAnswered: () => reply.raw.headersSent,
      bytes: raw.socket.bytesRead,
      movedAt: performance.now(),
    });
  });
}
