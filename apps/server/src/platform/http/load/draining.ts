import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Makes readiness fail while the server still answers everything, so that a balancer sends new
     * requests to other processes.
     */
    beginDraining(): void;
    readonly isDraining: boolean;
  }
}

/**
 * When the server begins to stop, a connection with a request under way would be kept alive after its
 * answer and delay the stop: so the answer closes it.
 */
export function registerDraining(app: FastifyInstance): void {
  let draining = false;
  app.decorate('beginDraining', () => {
    draining = true;
  });
  app.decorate('isDraining', { getter: () => draining });
  app.addHook('preClose', async () => {
    draining = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
}
