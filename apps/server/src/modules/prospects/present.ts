import type { Prospect } from '@simiente/contract/prospects';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { fixed, isoText } from '../../platform/database/written.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';

/** The columns that a prospect is made of; `linkedPatient` joins the last one. */
export const prospectColumns = {
  id: prospects.id,
  name: prospects.name,
  email: prospects.email,
  phone: prospects.phone,
  reason: prospects.reason,
  status: prospects.status,
  notes: prospects.notes,
  createdAt: prospects.createdAt,
  consentAt: prospects.consentAt,
  consentVersion: prospects.consentVersion,
  convertedAt: prospects.convertedAt,
  version: prospects.version,
  linkedId: patients.id,
  linkedName: patients.name,
};

/** The patient whom a prospect became, while they are not in the bin. */
export const linkedPatient = and(eq(patients.id, prospects.patientId), isNull(patients.deletedAt));

/** The same as a row of JSON. */
export const writtenProspect = fixed(sql`${prospects.id} as "idProspect", ${prospects.name},
  ${prospects.email} as mail, ${prospects.phone}, ${prospects.reason} as motivo, ${prospects.status},
  coalesce(${prospects.notes}, '') as notes, ${isoText(prospects.createdAt)} as "createDate",
  case when ${prospects.consentAt} is not null then json_build_object('at', ${isoText(prospects.consentAt)},
    'version', coalesce(${prospects.consentVersion}, '')) end as consent,
  case when ${patients.id} is not null
    then json_build_object('idUser', ${patients.id}, 'name', ${patients.name}) end as patient,
  ${isoText(prospects.convertedAt)} as "convertedAt", ${prospects.version}`);

interface ProspectRow
  extends Pick<
    typeof prospects.$inferSelect,
    Exclude<keyof typeof prospectColumns, 'linkedId' | 'linkedName'>
  > {
  readonly linkedId: string | null;
  readonly linkedName: string | null;
}

export function presentProspect(row: ProspectRow): Prospect {
  return {
    idProspect: row.id,
    name: row.name,
    mail: row.email,
    phone: row.phone,
    motivo: row.reason,
    status: row.status,
    notes: row.notes ?? '',
    createDate: row.createdAt?.toISOString() ?? null,
    consent: row.consentAt && {
      at: row.consentAt.toISOString(),
      version: row.consentVersion ?? '',
    },
    patient: row.linkedId === null ? null : { idUser: row.linkedId, name: row.linkedName ?? '' },
    convertedAt: row.convertedAt?.toISOString() ?? null,
    version: row.version,
  };
}
