import type { FastifyInstance } from 'fastify';

/**
 * A connection whose request is still under way when the server begins to stop would be kept alive
 * after its answer, and the stop would wait for it to be given up: so that answer is its last.
 */
export function registerDraining(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
}
