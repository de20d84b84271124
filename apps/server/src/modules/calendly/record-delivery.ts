import { hash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { calendlyDeliveries } from '../../schema/webhooks.ts';
import { eventName, storableBody } from './event.ts';

/**
 * Stores a signed delivery, once: the same bytes are the same delivery.
 * @returns its id
 */
export async function recordDelivery(transaction: Transaction, body: Buffer): Promise<number> {
  const digest = hash('sha256', body, 'base64url');
  const payload = storableBody(body.toString('utf8'));
  const [added] = await transaction
    .insert(calendlyDeliveries)
    .values({ digest, event: eventName(payload), payload })
    .onConflictDoNothing()
    .returning({ id: calendlyDeliveries.id });
  if (added) return added.id;
  const [known] = await transaction
    .select({ id: calendlyDeliveries.id })
    .from(calendlyDeliveries)
    .where(eq(calendlyDeliveries.digest, digest));
  if (!known) throw new Error('A delivery is neither new nor known');
  return known.id;
}
