import { type SearchKind, searchKinds } from '@simiente/contract/search/calls';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { auditEvents } from '../../schema/audit.ts';

/** How many of a user's latest acts are searched. */
const LATEST_ACTS = 2000;
const MOST_KEPT = 50;
/** The endings of audit actions on an opened record. */
const OPENING = ['read', 'created', 'updated'];

/**
 * The records that a member of the staff opened lately, as rows of `kind`, `id` and `opened` (greater is
 * later). They come from the audit, so that they are the same on every machine and no browser stores a
 * name.
 */
export function recentRecords(staffId: string): SQL {
  const kinds = sql.join(
    searchKinds.map((kind: SearchKind) => sql`${kind}`),
    sql`, `,
  );
  const endings = sql.join(
    OPENING.map((ending) => sql`${ending}`),
    sql`, `,
  );
  const own = and(eq(auditEvents.actorKind, 'staff'), eq(auditEvents.actorId, staffId));
  return sql`
    select kind, id, max(act) as opened
    from (
      select ${auditEvents.id} as act, ${auditEvents.action} as action,
        ${auditEvents.subjectKind} as kind, ${auditEvents.subjectId} as id
      from ${auditEvents} where ${own}
      order by ${auditEvents.id} desc limit ${LATEST_ACTS}
    ) latest
    where kind in (${kinds}) and split_part(action, '.', 2) in (${endings})
    group by kind, id order by opened desc limit ${MOST_KEPT}`;
}
