import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody } from '@simiente/contract/common/errors';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** What Node calls them, and how they are answered; all others are no HTTP at all. */
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Answers what is no request, which reaches no route and no hook, in the one form of failures and with
 * the headers of all answers; then the connection is closed.
 */
export function createUnreadableReply(headers: SecurityHeaders) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUSES[error.code ?? ''] ?? 400;
    const body = JSON.stringify({ ...errorBody('BAD_REQUEST'), status });
    const lines = Object.entries({
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  };
}

/** A name or an address, and perhaps a port. A client need not know the name by which it came. */
const HOST = /^(?:[\w.-]*|\[[\da-fA-F:.]+\])(?::\d*)?$/;

/**
 * Node would answer some of these by itself and without a header of ours. A request that names no host,
 * two, or one that is none is refused (RFC 9112, 3.2): of two, a proxy may have read the other. An
 * expectation that nobody knows may be ignored (RFC 9110, 10.1.1).
 */
export function registerUnreadableRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers, raw }) => {
    const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length;
    const isMissing = hosts === 0 && raw.httpVersion === '1.1';
    if (isMissing || hosts > 1 || !HOST.test(headers.host ?? '')) throw new Problem('BAD_REQUEST');
  });
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
}
