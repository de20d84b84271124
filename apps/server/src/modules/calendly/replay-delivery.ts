import type { Logger } from 'pino';
import type { ChangeAct } from '../../platform/act.ts';
import type { Database } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { recordAudit } from '../audit/public.ts';
import { type DeliveryResult, processDelivery } from './process-delivery.ts';

/** A delivery's id in a URL: digits within the range of the column. */
const DELIVERY_ID = /^\d{1,15}$/;

/**
 * Applies a delivery again. One that has succeeded stays as it is.
 * @throws Problem NOT_FOUND
 */
export async function replayDelivery(
  parts: { readonly db: Database; readonly log: Pick<Logger, 'error'> },
  act: ChangeAct,
  id: string,
): Promise<DeliveryResult> {
  if (!DELIVERY_ID.test(id)) throw new Problem('NOT_FOUND');
  const result = await processDelivery(parts, act, Number(id));
  await parts.db.transaction((transaction) =>
    recordAudit(transaction, act, {
      action: 'delivery.replayed',
      subject: { kind: 'delivery', id: String(Number(id)) },
      details: { outcome: result.outcome },
    }),
  );
  return result;
}
