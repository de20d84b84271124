import { identificationTitles, patientTitles } from '@simiente/contract/common/column-titles';
import type { PatientSummary, patientListInput } from '@simiente/contract/patients/calls';
import { statusGroup, statusNames } from '@simiente/contract/patients/filters';
import {
  type Identification,
  identificationText,
} from '@simiente/contract/patients/identification';
import { inArray, type SQLWrapper } from 'drizzle-orm';
import type * as z from 'zod';
import type { Transaction } from '../../platform/database/database.ts';
import { patients } from '../../schema/patients.ts';
import { day, exportedList, type FiltersOf, plain, time } from '../list-exports/public.ts';
import { inList, patientOrder } from './list-patients.ts';
import {
  identificationColumns,
  presentIdentification,
  presentPatientSummary,
  summaryColumns,
} from './present.ts';

type ExportedPatient = PatientSummary & Identification;

export const patientsList = exportedList<FiltersOf<'patients'>, ExportedPatient>({
  fileName: 'pacientes',
  ids: patientIds,
  read: readPatients,
  getId: ({ idUser }) => idUser,
  getPersonIds: ({ idUser }) => [idUser],
  columns: [
    plain(patientTitles.name, ({ name }) => name),
    plain(patientTitles.email, ({ email }) => email),
    plain(patientTitles.phone, ({ phone }) => phone),
    time(patientTitles.createDate, ({ createDate }) => createDate),
    time(patientTitles.lastConnection, ({ lastConnection }) => lastConnection),
    plain(patientTitles.status, ({ status }) => statusNames[statusGroup(status)]),
    ...(Object.keys(identificationTitles) as (keyof Identification)[]).map((field) =>
      (field === 'birthDate' ? day : plain)<ExportedPatient>(
        identificationTitles[field],
        (patient) => identificationText(patient, field),
      ),
    ),
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
    .orderBy(...patientOrder(filter, clinicTimeZone).orderBy(filter.sort));
}

/** Rows of the list with these ids, in any order. */
async function readPatients(transaction: Transaction, ids: string[]): Promise<ExportedPatient[]> {
  const rows = await transaction
    .select({ ...summaryColumns, ...identificationColumns })
    .from(patients)
    .where(inArray(patients.id, ids));
  return rows.map((row) => ({ ...presentPatientSummary(row), ...presentIdentification(row) }));
}
