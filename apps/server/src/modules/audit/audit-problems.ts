import type { ErrorCode } from '@simiente/contract/common/errors';
import type { DatabaseHandle } from '../../platform/database/database.ts';
import type { OnProblem } from '../../platform/http/failure-replies.ts';
import { originOf } from '../../platform/http/origin.ts';
import { consume, createLimiter } from '../../platform/limits/limiter.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { type AuditEntry, recordAudit } from './public.ts';

/** Of the refusals from one address, so many leave a row in so many seconds: nobody fills the audit. */
const TOLD = { most: 5, windowSeconds: 900 };

const refusals: ReadonlySet<ErrorCode> = new Set(['UNAUTHORIZED', 'CROSS_ORIGIN']);

/**
 * Records what is refused, in a transaction of its own: the one in which it came to light was taken
 * back, and its rows with it. Two things are worth a row. A refusal that shows a record, as when
 * somebody else changed it meanwhile: to be shown is to look. And somebody who comes with a session
 * that is none any more, or from a page that is not ours.
 */
export function auditProblems({ db, pool }: Pick<DatabaseHandle, 'db' | 'pool'>): OnProblem {
  const limiter = createLimiter(pool, 'refusal', TOLD, true);
  return async (request, { code, shows }) => {
    const record = (...entries: readonly AuditEntry[]) =>
      db.transaction((transaction) =>
        recordAudit(
          transaction,
          { actor: request.staff ?? { kind: 'anonymous' }, origin: originOf(request) },
          ...entries,
        ),
      );
    if (shows.length > 0 && request.staff) {
      await record(
        ...shows.map(({ kind, id, patientId }) => ({
          action: 'record.shown' as const,
          subject: { kind, id },
          ...(patientId ? { patientId } : {}),
          details: { code },
        })),
      );
    }
    const { cookie, authorization } = request.headers;
    const hasCredentials = cookie !== undefined || authorization !== undefined;
    if (!hasCredentials || !refusals.has(code)) return;
    if ((await consume(limiter, networkOf(request.ip))) !== null) return;
    await record({
      action: 'request.refused',
      details: { code, call: request.routeOptions.url ?? null },
    });
  };
}
