import type { ErrorCode } from '@simiente/contract/common/errors';
import type { DatabaseHandle } from '../../platform/database/database.ts';
import type { OnProblem } from '../../platform/http/failure-replies.ts';
import { getOrigin } from '../../platform/http/origin.ts';
import { consume, createLimiter, toClientAddress } from '../../platform/limits/limiter.ts';
import { type AuditEntry, writeAudit } from './public.ts';

/** Limit of audited rejections without a record for each address, so that a client cannot fill the audit. */
const REJECTION_LIMIT = { max: 5, windowSeconds: 900 };

const auditedCodes: ReadonlySet<ErrorCode> = new Set([
  'UNAUTHORIZED',
  'FORBIDDEN',
  'PROOF_NEEDED',
  'CROSS_ORIGIN',
]);

/**
 * Audits rejections, in a separate transaction, because the transaction of the request was rolled back. Two kinds are
 * audited: a rejection that shows a record to a staff member, as after a concurrent change; and a rejection of
 * credentials by one of `auditedCodes`.
 */
export function auditProblems(
  { db, pool }: Pick<DatabaseHandle, 'db' | 'pool'>,
  perHour: number | undefined,
): OnProblem {
  const limiter = createLimiter(pool, 'rejection', REJECTION_LIMIT, { remember: true });
  return async (request, { code, shows }) => {
    const record = (...entries: readonly AuditEntry[]) =>
      db.transaction((transaction) =>
        writeAudit(
          transaction,
          {
            actor: request.staff ?? { kind: 'anonymous' },
            origin: getOrigin(request),
            readLimit: { perHour, log: request.log },
          },
          ...entries,
        ),
      );
    if (shows.length > 0 && request.staff) {
      await record(
        ...shows.map(({ kind, id, patientId }) => ({
          action: 'record.shown' as const,
          subject: { kind, id },
          patientId,
          details: { code },
        })),
      );
    }
    const { cookie, authorization } = request.headers;
    const hasCredentials = cookie !== undefined || authorization !== undefined;
    if (!hasCredentials || !auditedCodes.has(code)) return;
    if ((await consume(limiter, toClientAddress(request.ip))) !== null) return;
    await record({
      action: 'request.refused',
      details: { code, call: request.routeOptions.url ?? null },
    });
  };
}
