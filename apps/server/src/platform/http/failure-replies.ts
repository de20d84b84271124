import { type ErrorCode, errorBody } from '@simiente/contract/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeFault, toProblem } from '../failures.ts';
import { sendPage } from '../pages/plain-page.ts';
import { isPageAddress, problemPage } from '../pages/problem-page.ts';
import type { Problem } from '../problem.ts';
import { REQUEST_ID_HEADER } from './request-log.ts';
import type { SecurityHeaders } from './security-headers.ts';

/**
 * Called with every problem before the client gets it. If it fails, the client gets that failure.
 */
export type OnProblem = (request: FastifyRequest, problem: Problem) => Promise<void>;

/** The problem that is sent for an error, after it was audited. */
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

/** Every error is answered in the form of the error table, or as a page for a browser. */
export function registerFailureReplies(app: FastifyInstance, onProblem: OnProblem): void {
  app.setErrorHandler(async (error, request, reply) => {
    const problem = await answerable(request, error, onProblem);
    logProblem(request, problem);
    return sendProblem(request, reply, problem);
  });
}

/**
 * A path that Fastify cannot parse reaches no hook and no error handler; its answer is the same.
 */
export function createFrameworkReply(headers: SecurityHeaders) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = toProblem(error);
    logProblem(request, problem);
    const named = reply.headers({ ...headers, [REQUEST_ID_HEADER]: request.id });
    void sendProblem(request, named, problem);
  };
}

/** The body of a problem. A fault names the request id that the log has. */
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
 * Logs a problem that an operator must know, with data to find its cause, but without values, which may be patients'
 * data. Errors of clients are not logged, nor UNAVAILABLE without a cause, which means overload: a crowd would fill
 * the log.
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
