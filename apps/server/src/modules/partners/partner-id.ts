import { errorTable } from '@simiente/contract/common/errors';
import {
  LONGEST_PARTNER_ID,
  partnerIdOf,
  SHORTEST_PARTNER_ID,
} from '@simiente/contract/partner-fields';
import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { recordIds } from '../../schema/records.ts';

/** How many ids made from a name are tried at once. */
const TRIED_AT_ONCE = 50;

/** @returns the failure for an id that another record has */
export function idTaken(cause?: unknown): Problem {
  return new Problem('PARTNER_ID_TAKEN', {
    issues: [{ path: 'id', message: errorTable.PARTNER_ID_TAKEN.message }],
    cause,
  });
}

/**
 * The id of a new partner: the wanted one, or one made from the name, with a number if others have it.
 * It is locked until commit.
 * @throws Problem PARTNER_ID_TAKEN when a record of any kind has the wanted one, also a deleted one
 */
export async function choosePartnerId(
  transaction: Transaction,
  wanted: string,
  name: string,
): Promise<string> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('partner id', 0))`);
  if (wanted !== '') {
    if ((await taken(transaction, [wanted])).size > 0) throw idTaken();
    return wanted;
  }
  for (let from = 1; ; from += TRIED_AT_ONCE) {
    const candidates = Array.from({ length: TRIED_AT_ONCE }, (_, index) =>
      numbered(partnerIdOf(name), from + index),
    );
    const others = await taken(transaction, candidates);
    const free = candidates.find((id) => !others.has(id));
    if (free !== undefined) return free;
  }
}

async function taken(transaction: Transaction, ids: string[]): Promise<Set<string>> {
  const found = await transaction
    .select({ id: recordIds.id })
    .from(recordIds)
    .where(inArray(recordIds.id, ids));
  return new Set(found.map(({ id }) => id));
}

/** The first one plain, the others numbered; a name without usable letters gets a generic id. */
function numbered(base: string, number: number): string {
  const stem = base.length < SHORTEST_PARTNER_ID ? `partner-${base}` : base;
  const suffix = number === 1 ? '' : `-${number}`;
  const room = LONGEST_PARTNER_ID - suffix.length;
  return `${stem.slice(0, room).replace(/-+$/, '')}${suffix}`;
}
