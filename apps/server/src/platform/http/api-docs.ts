import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { AnyContractRouter } from '@orpc/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance } from 'fastify';

/** `GET /openapi.json` and `GET /docs`: the API's description and pages to read and try it, signed in. */
export async function registerApiDocs(
  app: FastifyInstance,
  contract: AnyContractRouter,
): Promise<void> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: {
      title: 'Simiente',
      version: '1',
      description:
        'Las llamadas de Simiente. Toda respuesta correcta tiene la forma `{"status": 200, "data": …}`; toda falla, `{"status", "code", "errorMessage", "issues"?}` con el estado HTTP verdadero.',
    },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'simiente.session_token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    security: [{ session: [] }, { bearer: [] }],
  });
  app.get('/openapi.json', { config: { access: 'session' } }, (_request, reply) =>
    reply.type('application/json').send(document),
  );
  await app.register(swagger, {
    mode: 'static',
    // The two packages describe the same document in types of their own.
    specification: { document: document as unknown as never },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { persistAuthorization: false },
  });
}
