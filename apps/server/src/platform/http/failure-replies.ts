import { errorBody } from '@simiente/contract/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeFault, toProblem } from '../failures.ts';
import type { Problem } from '../problem.ts';
import { REQUEST_ID_HEADER } from './request-ids.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** Told of every problem before the caller is; when that fails, the caller is told of the failure alone. */
export type OnProblem = (request: FastifyRequest, problem: Problem) => Promise<void>;

/** What the caller may know of an error, once whoever keeps the audit knows it. */
export async function answerable(
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

/** Every failure, wherever it was thrown, leaves in the one form of the error table. */
export function registerFailureReplies(app: FastifyInstance, onProblem: OnProblem): void {
  app.setErrorHandler(async (error, request, reply) => {
    const problem = await answerable(request, error, onProblem);
    logProblem(request, problem);
    return sendProblem(request, reply, problem);
  });
}

/** An address that Fastify cannot read reaches no hook and no error handler; its answer looks the same. */
export function createFrameworkReply(headers: SecurityHeaders) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = toProblem(error);
    logProblem(request, problem);
    const named = reply.headers({ ...headers, [REQUEST_ID_HEADER]: request.id });
    void sendProblem(request, named, problem);
  };
}

/** What the caller is sent for a problem. A fault of ours says by which id the log knows it. */
export function problemResponse(
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

/**
 * Faults of ours with all that helps to find them, without a value of anybody's; the rest as it is. That
 * there is no place for somebody has no cause, and is no fault: a crowd would fill the log.
 */
export function logProblem(request: FastifyRequest, { code, cause }: Problem): void {
  if (code === 'UNAVAILABLE' && cause === undefined) return;
  if (code === 'INTERNAL' || code === 'UNAVAILABLE' || code === 'STORAGE_FULL') {
    request.log.error({ code, ...describeFault(cause) }, 'request failed');
  }
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, headers, body } = problemResponse(request, problem);
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .type('application/json')
    .send(body);
}
