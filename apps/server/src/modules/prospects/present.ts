import type { Prospect } from '@simiente/contract/prospects/calls';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { RowOf } from '../../platform/database/database.ts';
import { presentDate } from '../../platform/database/invalid-dates.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';

/** The columns of a prospect; `linkedPatient` joins the last one. */
export const prospectColumns = {
  id: prospects.id,
  name: prospects.name,
  email: prospects.email,
  phone: prospects.phone,
  reason: prospects.reason,
  status: prospects.status,
  notes: prospects.notes,
  createdAt: prospects.createdAt,
  invalidDates: prospects.invalidDates,
  consentAt: prospects.consentAt,
  consentVersion: prospects.consentVersion,
  convertedAt: prospects.convertedAt,
  version: prospects.version,
  linkedId: sql<string | null>`${patients.id}`,
  linkedName: sql<string | null>`${patients.name}`,
};

/** The patient whom a prospect became, unless deleted. */
export const linkedPatient = and(eq(patients.id, prospects.patientId), isNull(patients.deletedAt));

type ProspectRow = RowOf<typeof prospectColumns>;

export function presentProspect(row: ProspectRow): Prospect {
  return {
    idProspect: row.id,
    name: row.name,
    mail: row.email,
    phone: row.phone,
    motivo: row.reason,
    status: row.status,
    notes: row.notes ?? '',
    createDate: presentDate(row, 'createdAt'),
    consent: row.consentAt && {
      at: row.consentAt.toISOString(),
      version: row.consentVersion ?? '',
    },
    patient: row.linkedId === null ? null : { idUser: row.linkedId, name: row.linkedName ?? '' },
    convertedAt: row.convertedAt?.toISOString() ?? null,
    version: row.version,
  };
}
