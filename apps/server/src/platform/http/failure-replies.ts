import { errorBody } from '@simiente/contract/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeFault, toProblem } from './failures.ts';
import type { Problem } from './problem.ts';

/** Every failure, wherever it was thrown, leaves in the one form of the error table. */
export function registerFailureReplies(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error);
    logProblem(request, problem);
    return sendProblem(reply, problem);
  });
}

/** An address that Fastify cannot read never reaches the error handler; its answer looks the same. */
export function replyToFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const problem = toProblem(error);
  logProblem(request, problem);
  void sendProblem(reply, problem);
}

/** What the caller is sent for a problem. */
export function problemResponse({ code, issues, details, retryAfter }: Problem) {
  const body = errorBody(code, { issues, ...(details ? { details } : {}) });
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return { status: body.status, headers, body };
}

/** Faults of ours with all that helps to find them, without a value of anybody's; the rest as it is. */
export function logProblem(request: FastifyRequest, { code, cause }: Problem): void {
  if (code === 'INTERNAL' || code === 'UNAVAILABLE' || code === 'STORAGE_FULL') {
    request.log.error({ code, ...describeFault(cause) }, 'request failed');
  }
}

function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, headers, body } = problemResponse(problem);
  return reply.code(status).headers(headers).type('application/json').send(body);
}
