import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ChangeAct, StaffActor } from '../act.ts';
import type { Database } from '../database/database.ts';
import { type CursorCodec, scopeCursors } from '../database/pages/cursor.ts';
import { getOrigin } from '../http/origin.ts';
import { makeOwnerCheck, type OwnerCheck } from '../identity/confirmation.ts';
import type { IdentityDeps } from '../identity/identity-deps.ts';
import { readBearerToken } from '../identity/sessions/session-token.ts';
import { Problem } from '../problem.ts';

export interface CallContext extends ChangeAct {
  readonly actor: StaffActor | { readonly kind: 'anonymous' };
  readonly db: Database;
  readonly cursors: CursorCodec;
  /** IANA name: the time zone of working hours. */
  readonly clinicTimeZone: string;
  readonly log: Logger;
  readonly idempotencyKey: string | null;
  readonly sessionId: string | null;
  /** Bearer token of another system; empty without a token. */
  readonly token: string;
  /** Verifies that the request comes from the owner of its account. */
  readonly owner: OwnerCheck;
}

/** Context of the handler of a call with a session. */
export interface StaffContext extends CallContext {
  readonly actor: StaffActor;
}

export interface CallDeps extends Pick<CallContext, 'db' | 'clinicTimeZone' | 'digest'> {
  readonly cursors: CursorCodec;
  readonly identityDeps: IdentityDeps;
  /** Maximum patients whose records one account opens in an hour; undefined without a limit. */
  readonly readsPerHour: number | undefined;
}

const MAX_IDEMPOTENCY_KEY_LENGTH = 200;

export function makeCallContext(
  request: FastifyRequest,
  { db, cursors, clinicTimeZone, digest, identityDeps, readsPerHour }: CallDeps,
): CallContext {
  return {
    db,
    cursors: scopeCursors(cursors, request.routeOptions.url ?? ''),
    clinicTimeZone,
    digest,
    actor: request.staff ?? { kind: 'anonymous' },
    origin: getOrigin(request),
    log: request.log as CallContext['log'],
    idempotencyKey: readIdempotencyKey(request),
    sessionId: request.sessionId,
    token: readBearerToken(request),
    readLimit: { perHour: readsPerHour, log: request.log },
    owner: makeOwnerCheck(identityDeps, request),
  };
}

function readIdempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length === 0 || key.length > MAX_IDEMPOTENCY_KEY_LENGTH) {
    throw new Problem('BAD_REQUEST', {
      issues: [{ path: 'Idempotency-Key', message: 'Debe tener entre 1 y 200 caracteres' }],
    });
  }
  return key;
}
