import type { Prospect, ProspectPage, prospectListInput } from '@simiente/contract/prospects';
import { and, desc, eq } from 'drizzle-orm';
import type * as z from 'zod';
import type { CursorCodec } from '../../platform/database/cursor.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { countProspects } from './count-prospects.ts';
import { inList, listed } from './filter.ts';
import { after, cursorAt, orderBy, orderColumns } from './order.ts';
import { linkedPatient, presentProspect, prospectColumns } from './present.ts';

/** One page of prospects, by keyset, with how many there are of each status. */
export async function listProspects(
  transaction: Transaction,
  input: z.output<typeof prospectListInput>,
  cursors: CursorCodec,
): Promise<ProspectPage> {
  const { sort, limit, cursor } = input;
  const rows = await transaction
    .select({ ...prospectColumns, ...orderColumns })
    .from(prospects)
    .leftJoin(patients, linkedPatient)
    .where(
      and(
        inList(input),
        cursor === undefined ? undefined : after(sort, cursors.decode(cursor, sort)),
      ),
    )
    .orderBy(...orderBy(sort))
    .limit(limit + 1);
  const counted = await countProspects(transaction, input);

  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    prospects: page.map(presentProspect),
    nextCursor: last ? cursors.encode(cursorAt(sort, last)) : null,
    ...counted,
  };
}

/** Every prospect outside the bin, newest first; the legacy call without a limit. */
export async function listAllProspects(transaction: Transaction): Promise<Prospect[]> {
  const rows = await transaction
    .select(prospectColumns)
    .from(prospects)
    .leftJoin(patients, linkedPatient)
    .where(listed)
    .orderBy(...orderBy('-createDate'));
  return rows.map(presentProspect);
}

/** Those who became a patient, the latest first; nobody's while that patient is in the bin. */
export async function listProspectsOfPatient(
  transaction: Transaction,
  patientId: string,
): Promise<Prospect[]> {
  const rows = await transaction
    .select(prospectColumns)
    .from(prospects)
    .innerJoin(patients, linkedPatient)
    .where(and(eq(prospects.patientId, patientId), listed))
    .orderBy(desc(prospects.convertedAt), desc(prospects.id));
  return rows.map(presentProspect);
}
