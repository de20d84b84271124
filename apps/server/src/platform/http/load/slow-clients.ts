import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Limits for slow clients, in milliseconds and bytes. */
export interface ClientLimits {
  /** Without a byte in either direction; longer than any answer takes to compute. */
  readonly silence: number;
  /** For the head of a request to arrive. */
  readonly head: number;
  /** The time in which at least `least` bytes of a body, or all the rest, must arrive. */
  readonly window: number;
  readonly least: number;
  readonly checkEvery: number;
}

export const DEFAULT_CLIENT_LIMITS: ClientLimits = {
  silence: 75_000,
  head: 15_000,
  window: 15_000,
  least: 4 * 1024,
  checkEvery: 2_500,
};

/**
 * Node's error code of a request that did not arrive in time; it is answered in the common form.
 */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';

interface Arriving {
  readonly message: IncomingMessage;
  readonly isAnswered: () => boolean;
  /** The connection's bytes when it last progressed, and the time. */
  bytes: number;
  movedAt: number;
}

/**
 * Disconnects a client that sends a body too slowly or stops sending it, also after a refusal midway: it
 * holds a connection, and an upload a permit. Node itself watches heads and silent connections.
 */
export function cutOffSlowClients(
  app: FastifyInstance,
  { window, least, checkEvery }: ClientLimits,
): void {
  const arriving = new Set<Arriving>();

  function checkBodies(): void {
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
        socket.destroy();
      }
    }
  }

  const timer = setInterval(checkBodies, checkEvery).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', async ({ raw }, reply) => {
    // An injected request has no connection.
    if (raw.complete || !(raw.socket instanceof Socket)) return;
    arriving.add({
      message: raw,
      isAnswered: () => reply.raw.headersSent,
      bytes: raw.socket.bytesRead,
      movedAt: performance.now(),
    });
  });
}
