import { BlockList, isIP, isIPv4 } from 'node:net';
import type { FastifyInstance, RawRequestDefaultExpression } from 'fastify';

/** Milliseconds after which an answer is logged as slow. */
const SLOW_AFTER = 3_000;

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
    const isSlow = line.milliseconds >= SLOW_AFTER && !request.routeOptions.config.background;
    if (isSlow) request.log.warn(line, 'slow request');
    else request.log.info(line, 'request');
  });
}

export const REQUEST_ID_HEADER = 'x-request-id';

/** Valid request ids from a proxy. Line breaks and spaces could forge log lines. */
const PROXY_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,99}$/;

/** Fastify's names of address ranges in `trustProxy`. */
export const PROXY_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Generates the id of a request. An id from a trusted proxy is used instead, so that its log and ours can be compared.
 */
export function makeRequestIds(
  trustProxy: string | false,
): (request: RawRequestDefaultExpression) => string {
  const trusted = parseProxies(trustProxy);
  return ({ headers, socket }) => {
    const proxyId = headers[REQUEST_ID_HEADER];
    const address = socket?.remoteAddress ?? '';
    const isTrusted =
      typeof proxyId === 'string' &&
      isIP(address) !== 0 &&
      trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
    return isTrusted && PROXY_ID.test(proxyId) ? proxyId : crypto.randomUUID();
  };
}

function parseProxies(trustProxy: string | false): BlockList {
  const list = new BlockList();
  if (trustProxy === false) return list;
  for (const item of trustProxy
    .split(',')
    .flatMap((name) => PROXY_RANGES[name.trim()] ?? name.trim())) {
    const [address = '', bits] = item.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
