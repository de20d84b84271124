import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody } from '@simiente/contract/common/errors';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** Node's error codes, and how they are answered; any other input is not HTTP. */
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Answers input that cannot be parsed, and so reaches no route or hook, in the common form of failures
 * with the common headers; then the connection is closed.
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

/** A host name or address, with or without a port. A client may know the server by another name. */
const HOST = /^(?:[\w.-]*|\[[\da-fA-F:.]+\])(?::\d*)?$/;

/**
 * Node would answer some of these itself, without our headers. A request with no, two, or an invalid
 * Host is rejected (RFC 9112, 3.2): of two, a proxy may have read the other. An unknown expectation may
 * be ignored (RFC 9110, 10.1.1).
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
