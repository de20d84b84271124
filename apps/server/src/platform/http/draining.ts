import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Says from now on that it is going, while it still answers everything: who distributes requests
     * sends the next ones elsewhere.
     */
    beginDraining(): void;
    readonly isDraining: boolean;
  }
}

/**
 * A connection whose request is still under way when the server begins to stop would be kept alive
 * after its answer, and the stop would wait for it to be given up: so that answer is its last.
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
