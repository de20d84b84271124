import { inArray, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { bookingField, calendlyDeliveries } from '../../schema/webhooks.ts';
import { type CalendlyEvent, readEvent, usedEvents } from './event.ts';

const named = (field: Parameters<typeof bookingField>[1]) =>
  bookingField(calendlyDeliveries.payload, field);

/**
 * Every delivered event of a booking, of those that it replaced and those that replaced it; also of
 * failed or unfinished deliveries, so that the last one to come finds all.
 */
export async function readChain(
  transaction: Transaction,
  first: CalendlyEvent,
): Promise<CalendlyEvent[]> {
  const uris = new Set(urisOf(first));
  for (;;) {
    const known = uris.size;
    const wanted = [...uris];
    const rows = await transaction
      .select({ payload: calendlyDeliveries.payload })
      .from(calendlyDeliveries)
      .where(
        sql`${inArray(calendlyDeliveries.event, [...usedEvents])} and (${or(
          inArray(named('uri'), wanted),
          inArray(named('old_invitee'), wanted),
          inArray(named('new_invitee'), wanted),
        )})`,
      );
    const events = rows.flatMap(({ payload }) => {
      const read = readEvent(payload);
      return 'event' in read ? [read.event] : [];
    });
    for (const event of events) for (const uri of urisOf(event)) uris.add(uri);
    if (uris.size === known) return events;
  }
}

function urisOf({ uri, oldUri, newUri }: CalendlyEvent): string[] {
  return [uri, oldUri, newUri].filter((name) => name !== null);
}
