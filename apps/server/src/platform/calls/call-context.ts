import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ChangeAct, StaffActor } from '../act.ts';
import { type CursorCodec, cursorsOfList } from '../database/cursor.ts';
import type { Database } from '../database/database.ts';
import { originOf } from '../http/origin.ts';
import { Problem } from '../problem.ts';

/** What every call has at hand. */
export interface CallContext extends ChangeAct {
  readonly actor: StaffActor | { readonly kind: 'anonymous' };
  readonly db: Database;
  readonly cursors: CursorCodec;
  /** IANA name: the zone in which working hours are meant. */
  readonly clinicTimeZone: string;
  readonly log: Logger;
  readonly idempotencyKey: string | null;
  /** Of the session that the call came under. */
  readonly sessionId: string | null;
}

/** What a call behind the session has at hand. */
export interface StaffContext extends CallContext {
  readonly actor: StaffActor;
}

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
