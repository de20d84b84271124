import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorBody } from '@simiente/contract/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeFault, toProblem } from '../failures.ts';
import { sendPage } from '../pages/plain-page.ts';
import { isPageAddress, problemPage } from '../pages/problem-page.ts';
import { Problem } from '../problem.ts';
import { REQUEST_ID_HEADER } from './request-log.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** Called with every problem before the client gets it. If it fails, the client gets that failure. */
export type OnProblem = (request: FastifyRequest, problem: Problem) => Promise<void>;

/** The problem to send for an error, after it was audited. */
async function answerable(
  request: FastifyRequest,
  error: unknown,
  onProblem: OnProblem,
): Promise<Problem> {
  const problem = toProblem(error);
  try {
    await onProblem(request, problem);
    return problem;
  } catch (fault) {
    return toProblem(fault);
  }
}

/** Answers every error in the form of the error table, or as a page for a browser. */
export function registerFailureReplies(app: FastifyInstance, onProblem: OnProblem): void {
  app.setErrorHandler(async (error, request, reply) => {
    const problem = await answerable(request, error, onProblem);
    logProblem(request, problem);
    return sendProblem(request, reply, problem);
  });
}

/** Answers a path that Fastify cannot parse, which reaches no hook and no error handler, in the same form. */
export function createFrameworkReply(headers: SecurityHeaders) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = toProblem(error);
    logProblem(request, problem);
    const named = reply.headers({ ...headers, [REQUEST_ID_HEADER]: request.id });
    void sendProblem(request, named, problem);
  };
}

/** The body of a problem. A fault names its request id in the log. */
function problemResponse(
  { id }: Pick<FastifyRequest, 'id'>,
  { code, issues, details, retryAfter }: Problem,
) {
  const body = {
    ...errorBody(code, { issues, ...(details ? { details } : {}) }),
    ...(code === 'INTERNAL' ? { requestId: id } : {}),
  };
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return { status: body.status, headers, body };
}

const LOGGED: ReadonlySet<string> = new Set<ErrorCode>([
  'INTERNAL',
  'UNAVAILABLE',
  'STORAGE_FULL',
  'SCANNER_UNAVAILABLE',
  'FILE_INFECTED',
]);

/**
 * Logs a problem that an operator must know, with data to find its cause, but without values, which may be
 * patients' data. Errors of clients are not logged, nor UNAVAILABLE without a cause, which means overload and
 * would fill the log.
 */
function logProblem(request: FastifyRequest, { code, cause }: Problem): void {
  if (code === 'UNAVAILABLE' && cause === undefined) return;
  if (LOGGED.has(code)) {
    request.log.error({ code, ...describeFault(cause) }, 'request failed');
  }
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, headers, body } = problemResponse(request, problem);
  if (isPageAddress(request.url)) {
    return sendPage(reply.headers(headers), problemPage(problem), status);
  }
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .type('application/json')
    .send(body);
}

/** Node's error codes, and their answers; any other input is not HTTP. */
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Answers input that cannot be parsed, and so reaches no route or hook, in the common form of failures with the
 * common headers. Then it closes the connection.
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
 * Rejects requests that Node would otherwise answer itself, without our headers. A request with no, two, or an
 * invalid Host is rejected (RFC 9112, 3.2), because a proxy may have read the other one. An unknown expectation
 * may be ignored (RFC 9110, 10.1.1).
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
