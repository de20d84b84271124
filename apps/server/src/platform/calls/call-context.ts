import type { FastifyRequest } from 'fastify';
import { type CursorCodec, cursorsOfList } from '../database/cursor.ts';
import type { CallContext } from '../http/context.ts';
import { originOf } from '../http/origin.ts';
import { Problem } from '../http/problem.ts';

/** What the calls of an application have in common. */
export interface CallParts extends Pick<CallContext, 'db' | 'clinicTimeZone' | 'digest'> {
  readonly cursors: CursorCodec;
}

const LONGEST_IDEMPOTENCY_KEY = 200;

/** What a call has at hand for one request. */
export function contextOf(
  request: FastifyRequest,
  { db, cursors, clinicTimeZone, digest }: CallParts,
): CallContext {
  return {
    db,
    cursors: cursorsOfList(cursors, request.routeOptions.url ?? ''),
    clinicTimeZone,
    digest,
    actor: request.staff ?? { kind: 'anonymous' },
    origin: originOf(request),
    log: request.log as CallContext['log'],
    idempotencyKey: readIdempotencyKey(request),
    sessionId: request.sessionId,
  };
}

function readIdempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length === 0 || key.length > LONGEST_IDEMPOTENCY_KEY) {
    throw new Problem('BAD_REQUEST', {
      issues: [{ path: 'Idempotency-Key', message: 'Debe tener entre 1 y 200 caracteres' }],
    });
  }
  return key;
}
