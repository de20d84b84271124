import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { AnyContractRouter } from '@orpc/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { fastify } from 'fastify';

/** The hash of the only inline style that Swagger UI writes, in its request-body editor. */
const EDITOR_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

export type ApiPages = Awaited<ReturnType<typeof makeApiPages>>;

/** The OpenAPI document, and an inner server for its pages under `/docs`. */
export async function makeApiPages(contract: AnyContractRouter) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: {
      title: 'Simiente',
      version: '1',
      description:
        'La API de Simiente. Toda respuesta correcta tiene la forma `{"status": 200, "data": …}`; toda falla, `{"status", "code", "errorMessage", "issues"?}` con el estado HTTP verdadero.',
    },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'simiente.session_token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    security: [{ session: [] }, { bearer: [] }],
  });
  const app = fastify({ exposeHeadRoutes: false });
  await app.register(swagger, {
    mode: 'static',
    // The two packages have different types for the same document.
    specification: { document: document as unknown as never },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // This policy is as strict as that of the web app. Swagger UI has an image as a data: URL.
    staticCSP: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'", EDITOR_STYLE],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
    // The badge of an external validator is off, because it would reveal this server.
    uiConfig: { persistAuthorization: false, validatorUrl: null },
  });
  return { document, app };
}
