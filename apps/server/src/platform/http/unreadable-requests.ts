import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody } from '@simiente/contract/common/errors';
import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';
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

/**
 * Node would answer these by itself and without a header of ours: a request that names no host is
 * refused here, and an expectation that nobody knows is one that may be ignored (RFC 9110, 10.1.1).
 */
export function registerUnreadableRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers, raw }) => {
    if (headers.host === undefined && raw.httpVersion === '1.1') throw new Problem('BAD_REQUEST');
  });
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
}
