import type { PatientSummary, patientListInput } from '@simiente/contract/patients';
import { inArray, type SQLWrapper } from 'drizzle-orm';
import type * as z from 'zod';
import type { Transaction } from '../../platform/database/database.ts';
import { patients } from '../../schema/patients.ts';
import { inList } from './filter.ts';
import { orderBy } from './order.ts';
import { presentPatientSummary, summaryColumns } from './present.ts';

/** The query for the ids of all patients in the list under its filters, in its order. */
export function patientIds(
  transaction: Transaction,
  filter: Omit<z.output<typeof patientListInput>, 'limit' | 'cursor'>,
  clinicTimeZone: string,
): SQLWrapper {
  return transaction
    .select({ id: patients.id })
    .from(patients)
    .where(inList(filter, clinicTimeZone))
    .orderBy(...orderBy(filter.sort));
}

/** These patients as lists show them, in any order. */
export async function readPatients(
  transaction: Transaction,
  ids: string[],
): Promise<PatientSummary[]> {
  const rows = await transaction
    .select(summaryColumns)
    .from(patients)
    .where(inArray(patients.id, ids));
  return rows.map(presentPatientSummary);
}
