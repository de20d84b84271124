import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorBody } from '@simiente/contract/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeFault, toProblem } from '../failures.ts';
import { isPublicPageUrl, problemPage, sendPage } from '../pages/plain-page.ts';
import { Problem } from '../problem.ts';
import { REQUEST_ID_HEADER } from './request-log.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** Called with every problem before the client gets it. If it fails, the client gets that failure. */
export type OnProblem = (request: FastifyRequest, problem: Problem) => Promise<void>;

/** Answers every error in the form of the error table, or as a page for a browser. */
export function registerFailureReplies(app: FastifyInstance, onProblem: OnProblem): void {
  app.setErrorHandler(async (error, request, reply) => {
    let problem = toProblem(error);
    await onProblem(request, problem).catch((fault: unknown) => {
      problem = toProblem(fault);
    });
    logProblem(request, problem);
    return sendProblem(request, reply, problem);
  });
}

/** Answers a path that Fastify cannot parse like any other error, although it reaches no hook and no error handler. */
export function createFrameworkReply(headers: SecurityHeaders) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = toProblem(error);
    logProblem(request, problem);
    reply.headers({ ...headers, [REQUEST_ID_HEADER]: request.id });
    void sendProblem(request, reply, problem);
  };
}

const LOGGED_CODES: ReadonlySet<string> = new Set<ErrorCode>([
  'INTERNAL',
  'UNAVAILABLE',
  'STORAGE_FULL',
  'SCANNER_UNAVAILABLE',
  'FILE_INFECTED',
]);

/**
 * Logs a problem that an operator must solve, with data to find its cause, but without values, which may be
 * patients' data. UNAVAILABLE without a cause means overload, and would fill the log.
 */
function logProblem(request: FastifyRequest, { code, cause }: Problem): void {
  if (code === 'UNAVAILABLE' && cause === undefined) return;
  if (LOGGED_CODES.has(code)) {
    request.log.error({ code, ...describeFault(cause) }, 'request failed');
  }
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { code, issues, details, retryAfter } = problem;
  const body = {
    ...errorBody(code, { issues, ...(details ? { details } : {}) }),
    // The id finds the log line of an unexpected fault.
    ...(code === 'INTERNAL' ? { requestId: request.id } : {}),
  };
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (isPublicPageUrl(request.url)) return sendPage(reply, problemPage(problem), body.status);
  return reply
    .code(body.status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(body);
}

/** HTTP status by the error code of Node's parser; 400 for any other code. */
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Answers input that is not HTTP with the common body and headers of failures, and closes the connection. Such input
 * reaches no route or hook.
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

/** Any host name or address, because clients may know the server by another name; with or without a port. */
const HOST = /^(?:[\w.-]*|\[[\da-fA-F:.]+\])(?::\d*)?$/;

/**
 * Handles requests that Node would otherwise answer without our headers. A request is rejected if it has an invalid
 * Host, no Host in HTTP/1.1, or two Hosts, because a proxy may use the other one (RFC 9112, 3.2). An unknown `Expect` is
 * ignored (RFC 9110, 10.1.1).
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
