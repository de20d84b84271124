import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance, RawRequestDefaultExpression } from 'fastify';

/** Milliseconds after which an answer is logged as slow. */
const SLOW_THRESHOLD = 3_000;

/**
 * Logs one line per request with the declared route, never the URL, so that no id, search or name is logged. Slow
 * requests are logged as warnings.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    };
    // A background request is an event stream, which lasts as long as its page is open.
    const isSlow = line.milliseconds >= SLOW_THRESHOLD && !request.routeOptions.config.background;
    if (isSlow) request.log.warn(line, 'slow request');
    else request.log.info(line, 'request');
  });
}

export const REQUEST_ID_HEADER = 'x-request-id';

/** Valid request ids from a proxy. Line breaks and spaces could forge log lines. */
const PROXY_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,99}$/;

/**
 * Generates the id of a request. An id from a trusted proxy is used instead, so that its log and ours can be compared.
 */
export function makeRequestIds(
  trustProxy: string | false,
): (request: RawRequestDefaultExpression) => string {
  const isProxy =
    trustProxy === false ? () => false : compile(trustProxy.split(',').map((name) => name.trim()));
  return ({ headers, socket }) => {
    const proxyId = headers[REQUEST_ID_HEADER];
    const isTrusted = typeof proxyId === 'string' && isProxy(socket?.remoteAddress ?? '', 0);
    return isTrusted && PROXY_ID.test(proxyId) ? proxyId : crypto.randomUUID();
  };
}
