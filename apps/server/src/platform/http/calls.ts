import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import { SmartCoercionPlugin } from '@orpc/json-schema';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { Router } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { type CallMeta, LARGEST_BODY } from '@simiente/contract/common/call';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  onRequestHookHandler,
} from 'fastify';
import { type CursorCodec, cursorsOfList } from '../database/cursor.ts';
import type { CallContext } from './context.ts';
import { answerable, logProblem, type OnProblem, problemResponse } from './failure-replies.ts';
import { originOf } from './origin.ts';
import { Problem } from './problem.ts';

/** A call of the contract, as a route. */
export interface CallRoute {
  readonly method: HTTPMethods;
  readonly path: string;
  readonly access: CallMeta['access'];
  readonly body: NonNullable<CallMeta['body']>;
  /** Bytes. */
  readonly bodyLimit: number;
}

/** Every call of a contract, found by walking it, so that a new one is never forgotten. */
export function callRoutes(contract: AnyContractRouter): CallRoute[] {
  if (!isContractProcedure(contract)) return Object.values(contract).flatMap(callRoutes);
  const { route, meta } = contract['~orpc'];
  const { method, path } = route;
  if (!method || !path) throw new Error('A call of the contract has no method or path');
  const { access, body = 'json', largestBody: bodyLimit = LARGEST_BODY } = meta as CallMeta;
  return [{ method, path, access, body, bodyLimit }];
}

export interface CallParts extends Pick<CallContext, 'db' | 'clinicTimeZone' | 'digest'> {
  readonly cursors: CursorCodec;
  readonly onProblem: OnProblem;
}

/** What the route of a call has that others have not. */
export interface CallRouteOptions {
  readonly config?: Omit<FastifyContextConfig, 'access'>;
  /** After the guard, ahead of reading the body. */
  readonly onRequest?: onRequestHookHandler;
}

const LONGEST_IDEMPOTENCY_KEY = 200;

/**
 * Serves the router's calls, each as a route of its own that says who may call it.
 * @param options by path, for the few whose route is not like the others
 * @param written methods and paths of the calls whose answers come written
 */
export function registerCalls(
  app: FastifyInstance,
  contract: AnyContractRouter,
  router: Router<AnyContractRouter, CallContext>,
  parts: CallParts,
  options: Readonly<Record<string, CallRouteOptions>> = {},
  written: ReadonlySet<string> = new Set(),
): void {
  const handler = new OpenAPIHandler<CallContext & { request: FastifyRequest }>(router, {
    plugins: [new SmartCoercionPlugin({ schemaConverters: [new ZodToJsonSchemaConverter()] })],
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          const problem = await answerable(context.request, error, parts.onProblem);
          logProblem(context.request, problem);
          return { matched: true, response: problemResponse(context.request, problem) };
        }
      },
    ],
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('cache-control', 'no-store');
    const { matched } = await handler.handle(request, reply, {
      context: { ...contextOf(request, parts), request },
    });
    if (!matched) throw new Problem('ROUTE_NOT_FOUND');
    return reply;
  }

  for (const { method, path, access, body, bodyLimit } of callRoutes(contract)) {
    // Forms with files have routes of their own (uploads.ts), which read them as they arrive; and so have
    // the calls whose answers come written (written-calls.ts).
    if (body === 'multipart' || written.has(`${method} ${path}`)) continue;
    const { config, ...rest } = options[path] ?? {};
    app.route({
      ...rest,
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit,
      config: { ...config, access },
      handler: answer,
    });
  }
}

/** What a call has at hand for one request. */
export function contextOf(
  request: FastifyRequest,
  { db, cursors, clinicTimeZone, digest }: CallParts,
): CallContext {
  return {
    db,
    cursors: cursorsOfList(cursors, request.routeOptions.url ?? ''),
    clinicTimeZone,
    digest,
    actor: request.staff ?? { kind: 'anonymous' },
    origin: originOf(request),
    log: request.log as CallContext['log'],
    idempotencyKey: readIdempotencyKey(request),
    sessionId: request.sessionId,
  };
}

function readIdempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length === 0 || key.length > LONGEST_IDEMPOTENCY_KEY) {
    throw new Problem('BAD_REQUEST', {
      issues: [{ path: 'Idempotency-Key', message: 'Debe tener entre 1 y 200 caracteres' }],
    });
  }
  return key;
}
