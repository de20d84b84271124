import type { AnyContractRouter } from '@orpc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiPages } from './api-pages.ts';

/** What the answer of a server inside this one says of its own connection, and not of what it holds. */
const OF_THE_CONNECTION = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
];

/**
 * `GET /openapi.json` and `GET /docs`: the API's description and pages to read and try it, signed in.
 * They are made when somebody asks for them; no start waits for it.
 */
export function registerApiDocs(app: FastifyInstance, contract: AnyContractRouter): void {
  let made: Promise<ApiPages> | null = null;
  const pages = (): Promise<ApiPages> => {
    made ??= import('./api-pages.ts')
      .then(({ makeApiPages }) => makeApiPages(contract))
      .catch((error) => {
        // What failed is tried again by who asks next.
        made = null;
        throw error;
      });
    return made;
  };
  app.addHook('onClose', async () => {
    if (made !== null) await (await made).app.close();
  });
  const options = { config: { access: 'session' } } as const;
  app.get('/openapi.json', options, async (_request, reply) =>
    reply.type('application/json').send((await pages()).document),
  );
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { headers, url } = request;
    const inner = await (await pages()).app.inject({ method: 'GET', url, headers });
    if (inner.statusCode === 404) return reply.callNotFound();
    for (const name of OF_THE_CONNECTION) delete inner.headers[name];
    return reply.code(inner.statusCode).headers(inner.headers).send(inner.rawPayload);
  };
  app.get('/docs', options, answer);
  app.get('/docs/*', options, answer);
}
