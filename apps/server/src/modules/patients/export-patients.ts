import { patientTitles } from '@simiente/contract/column-titles';
import { statusGroup, statusNames } from '@simiente/contract/patient-filters';
import type { PatientSummary, patientListInput } from '@simiente/contract/patients';
import { inArray, type SQLWrapper } from 'drizzle-orm';
import type * as z from 'zod';
import type { Transaction } from '../../platform/database/database.ts';
import { patients } from '../../schema/patients.ts';
import { exportedList, type FiltersOf, plain, time } from '../list-exports/public.ts';
import { presentPatientSummary, summaryColumns } from './present.ts';
import { inList, orderBy } from './query.ts';

export const patientsList = exportedList<FiltersOf<'patients'>, PatientSummary>({
  fileName: 'pacientes',
  ids: patientIds,
  read: readPatients,
  idOf: ({ idUser }) => idUser,
  personsOf: ({ idUser }) => [idUser],
  columns: [
    plain(patientTitles.name, ({ name }) => name),
    plain('Correo', ({ email }) => email),
    plain('Teléfono', ({ phone }) => phone),
    time(patientTitles.createDate, ({ createDate }) => createDate),
    time(patientTitles.lastConnection, ({ lastConnection }) => lastConnection),
    plain(patientTitles.status, ({ status }) => statusNames[statusGroup(status)]),
    plain('Id', ({ idUser }) => idUser),
  ],
});

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
