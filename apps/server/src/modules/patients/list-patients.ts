import type { PatientPage, patientListInput } from '@simiente/contract/patients';
import { and } from 'drizzle-orm';
import type * as z from 'zod';
import type { CursorCodec } from '../../platform/database/cursor.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { patients } from '../../schema/patients.ts';
import { countPatients } from './count-patients.ts';
import { inList, listed } from './filter.ts';
import { after, cursorAt, orderBy } from './order.ts';
import { presentPatientSummary, summaryColumns } from './present.ts';

/**
 * One page of patients, by keyset: the page after a cursor costs what the first one costs, and a
 * row that comes or goes meanwhile is neither skipped nor shown twice.
 */
export async function listPatients(
  transaction: Transaction,
  input: z.output<typeof patientListInput>,
  cursors: CursorCodec,
  clinicTimeZone: string,
): Promise<PatientPage> {
  const { sort, limit, cursor } = input;
  const rows = await transaction
    .select(summaryColumns)
    .from(patients)
    .where(
      and(
        inList(input, clinicTimeZone),
        cursor === undefined ? undefined : after(sort, cursors.decode(cursor, sort)),
      ),
    )
    .orderBy(...orderBy(sort))
    .limit(limit + 1);
  const counted = await countPatients(transaction, input, clinicTimeZone);

  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    userData: page.map(presentPatientSummary),
    nextCursor: last ? cursors.encode(cursorAt(sort, last)) : null,
    ...counted,
  };
}

/** Every patient outside the bin, newest first; the legacy call without a limit. */
export async function listAllPatients(
  transaction: Transaction,
): Promise<{ userData: PatientPage['userData'] }> {
  const rows = await transaction
    .select(summaryColumns)
    .from(patients)
    .where(listed)
    .orderBy(...orderBy('-createDate'));
  return { userData: rows.map(presentPatientSummary) };
}
