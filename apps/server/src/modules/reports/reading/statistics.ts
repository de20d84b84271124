import { addDays, startOfDay } from '@simiente/contract/common/days';
import { and, count, desc, eq, gte, lt, ne, sql } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import { reportVersions } from '../../../schema/reports.ts';
import { staff } from '../../../schema/staff.ts';

interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** How many reports each person signed in days of the clinic's zone, and how many as the draft was. */
export async function readStatistics(db: Reader, { from, to }: Period, timeZone: string) {
  const signers = await db
    .select({
      idAccount: staff.id,
      name: staff.name,
      signed: count(),
      unedited: sql<number>`(count(*) filter (where ${reportVersions.unedited}))::int`,
    })
    .from(reportVersions)
    .innerJoin(staff, eq(staff.id, reportVersions.signerId))
    .where(
      and(
        ne(reportVersions.type, sql`'draft'`),
        from === undefined ? undefined : gte(reportVersions.arrivedAt, startOfDay(from, timeZone)),
        to === undefined
          ? undefined
          : lt(reportVersions.arrivedAt, startOfDay(addDays(to, 1), timeZone)),
      ),
    )
    .groupBy(staff.id, staff.name)
    .orderBy(desc(count()), staff.id);
  const sum = (of: 'signed' | 'unedited') =>
    signers.reduce((total, signer) => total + signer[of], 0);
  return { signed: sum('signed'), unedited: sum('unedited'), signers };
}
