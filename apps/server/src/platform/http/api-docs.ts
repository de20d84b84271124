import type { AnyContractRouter } from '@orpc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiPages } from './api-pages.ts';

/** Headers that describe the connection to the inner server, not the content. */
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
  let apiPages: Promise<ApiPages> | null = null;
  const openPages = (): Promise<ApiPages> => {
    apiPages ??= import('./api-pages.ts')
      .then(({ makeApiPages }) => makeApiPages(contract))
      .catch((error) => {
        // A failed attempt is repeated at the next request.
        apiPages = null;
        throw error;
      });
    return apiPages;
  };
  app.addHook('onClose', async () => {
    if (apiPages !== null) await (await apiPages).app.close();
  });
  const options = { config: { access: 'session', capabilities: [] } } as const;
  app.get('/openapi.json', options, async (_request, reply) =>
    reply.type('application/json').send((await openPages()).document),
  );
  const serveDocs = async (request: FastifyRequest, reply: FastifyReply) => {
    const { headers, url } = request;
    const inner = await (await openPages()).app.inject({ method: 'GET', url, headers });
    if (inner.statusCode === 404) return reply.callNotFound();
    for (const name of CONNECTION_HEADERS) delete inner.headers[name];
    return reply.code(inner.statusCode).headers(inner.headers).send(inner.rawPayload);
  };
  app.get('/docs', options, serveDocs);
  app.get('/docs/*', options, serveDocs);
}
