import { identificationTitles, patientTitles } from '@simiente/contract/common/column-titles';
import type { PatientSummary } from '@simiente/contract/patients/calls';
import { statusGroup, statusNames } from '@simiente/contract/patients/filters';
import {
  formatIdentification,
  type Identification,
} from '@simiente/contract/patients/identification';
import { inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { DataStream, jsonArray } from '../../platform/calls/data-stream.ts';
import type { Reader } from '../../platform/database/database.ts';
import { CANCELLED, doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';
import { day, defineExport, type ListFilters, plain, time } from '../list-exports/public.ts';
import { inList, patientOrder } from './list-patients.ts';
import {
  identificationColumns,
  presentIdentification,
  presentPatientSummary,
  summaryColumns,
} from './present.ts';
import { notDeleted } from './query.ts';

/** Every patient who is not deleted, newest first, as a stream, for the legacy call without a limit. */
export function listAllPatients(db: Reader): DataStream<{ userData: PatientSummary[] }> {
  const { readAll } = patientOrder({ sort: '-createDate' }, 'UTC');
  const pages = readAll('-createDate', () => db.select(summaryColumns).from(patients), notDeleted);
  return new DataStream(jsonArray(pages, presentPatientSummary, ['{"userData":', '}']));
}

type ExportedPatient = PatientSummary & Identification & { readonly missed: number };

const countMissed = (table: typeof doctorAppointments | typeof recipeAppointments) => sql`
  (select count(*) from ${table as PgTable} where ${table.patientId} = ${patients.id}
    and ${table.deletedAt} is null and ${table.status} <> ${CANCELLED}
    and ${table.attendance} -> -1 ->> 'step' = 'missed')`;

/** Number of appointments of either kind that the patient missed, as on the patient's page. */
const missedAppointments = sql<number>`(${countMissed(doctorAppointments)} + ${countMissed(recipeAppointments)})::int`;

export const patientsList = defineExport<ListFilters<'patients'>, ExportedPatient>({
  fileName: 'pacientes',
  ids: (filter, timeZone) =>
    patientOrder(filter, timeZone).ids(filter.sort, patients, inList(filter, timeZone)),
  read: async (transaction, ids) => {
    const rows = await transaction
      .select({ ...summaryColumns, ...identificationColumns, missed: missedAppointments })
      .from(patients)
      .where(inArray(patients.id, ids));
    return rows.map((row) => ({
      ...presentPatientSummary(row),
      ...presentIdentification(row),
      missed: row.missed,
    }));
  },
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
        (patient) => formatIdentification(patient, field),
      ),
    ),
    plain('Citas a las que no asistió', ({ missed }) => missed),
    plain('Id', ({ idUser }) => idUser),
  ],
});
