import type { AnyContractRouter } from '@orpc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiPages } from './api-pages.ts';

/** Headers of the inner server that describe its own connection, not its content. */
const CONNECTION_HEADERS = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
];

/**
 * `GET /openapi.json` and `GET /docs`: the API's description, and pages to read and try it, for signed-in users.
 * They are created at the first request, so that a start does not wait for them.
 */
export function registerApiDocs(app: FastifyInstance, contract: AnyContractRouter): void {
  let made: Promise<ApiPages> | null = null;
  const pages = (): Promise<ApiPages> => {
    made ??= import('./api-pages.ts')
      .then(({ makeApiPages }) => makeApiPages(contract))
      .catch((error) => {
        // A failed attempt is repeated at the next request.
        made = null;
        throw error;
      });
    return made;
  };
  app.addHook('onClose', async () => {
    if (made !== null) await (await made).app.close();
  });
  const options = { config: { access: 'session', capabilities: [] } } as const;
  app.get('/openapi.json', options, async (_request, reply) =>
    reply.type('application/json').send((await pages()).document),
  );
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { headers, url } = request;
    const inner = await (await pages()).app.inject({ method: 'GET', url, headers });
    if (inner.statusCode === 404) return reply.callNotFound();
    for (const name of CONNECTION_HEADERS) delete inner.headers[name];
    return reply.code(inner.statusCode).headers(inner.headers).send(inner.rawPayload);
  };
  app.get('/docs', options, answer);
  app.get('/docs/*', options, answer);
}
