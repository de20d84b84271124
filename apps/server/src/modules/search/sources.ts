import { parseFolio } from '@simiente/contract/exam-orders/calls';
import type { SearchKind } from '@simiente/contract/search/calls';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { matchesIndexed } from '../../platform/database/search.ts';
import { doctors } from '../../schema/doctors.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { hasPatientCurp } from '../patients/public.ts';

/** How one kind of record is searched, and the facts of a result. */
export interface Source {
  readonly from: SQL;
  readonly id: AnyPgColumn;
  readonly name: AnyPgColumn | SQL;
  /** The rows that match a text; an empty text sets no condition. */
  readonly matches: (text: string) => SQL | undefined;

  readonly notDeleted: SQL | undefined;
  /** The facts of a result, as one JSON object. */
  readonly facts: SQL;
}

export const sources: Readonly<Record<SearchKind, Source>> = {
  exam_order: {
    from: sql`${examOrders} join ${patients} on ${eq(patients.id, examOrders.patientId)}
      join ${branches} on ${eq(branches.id, examOrders.branchId)}`,
    id: examOrders.id,
    name: sql`${examOrders.folio}::text`,
    matches: hasFolio,
    notDeleted: and(isNull(examOrders.deletedAt), isNull(patients.deletedAt)),
    facts: sql`json_build_object('patient', json_build_object('id', ${patients.id}, 'name', ${patients.name}), 'branch', json_build_object('id', ${branches.id}, 'name', ${branches.name}), 'createDate', ${examOrders.createdAt})`,
  },
  patient: {
    from: sql`${patients}`,
    id: patients.id,
    name: patients.name,
    matches: (text) => matchesIndexed(patients.searchText, text, hasPatientCurp),
    notDeleted: isNull(patients.deletedAt),
    facts: sql`json_build_object('email', ${patients.email}, 'phone', ${patients.phone}, 'status', ${patients.status})`,
  },
  doctor: {
    from: sql`${doctors}`,
    id: doctors.id,
    name: doctors.name,
    matches: (text) => matchesIndexed(doctors.searchText, text),
    notDeleted: isNull(doctors.deletedAt),
    facts: sql`json_build_object('email', ${doctors.email}, 'specialty', ${doctors.specialties}[1], 'isRetired', ${doctors.retiredAt} is not null)`,
  },
  partner: {
    from: sql`${partners}`,
    id: partners.id,
    name: partners.name,
    matches: (text) => matchesIndexed(partners.searchText, text),
    notDeleted: isNull(partners.deletedAt),
    facts: sql`json_build_object('type', ${partners.type})`,
  },
  branch: {
    from: sql`${branches} join ${partners} on ${eq(partners.id, branches.partnerId)}`,
    id: branches.id,
    name: branches.name,
    matches: (text) => matchesIndexed(branches.searchText, text),
    notDeleted: and(isNull(branches.deletedAt), isNull(partners.deletedAt)),
    facts: sql`json_build_object('partner', json_build_object('id', ${partners.id}, 'name', ${partners.name}))`,
  },
  prospect: {
    from: sql`${prospects}`,
    id: prospects.id,
    name: prospects.name,
    matches: (text) => matchesIndexed(prospects.searchText, text),
    notDeleted: isNull(prospects.deletedAt),
    facts: sql`json_build_object('email', ${prospects.email}, 'phone', ${prospects.phone}, 'reason', ${prospects.reason}, 'status', ${prospects.status}, 'createDate', coalesce(to_json(${prospects.createdAt}) #>> '{}', ${prospects.invalidDates} ->> 'createdAt'))`,
  },
};

/** An order is found by its whole number: a part would match too many. */
function hasFolio(text: string): SQL | undefined {
  if (text.trim() === '') return undefined;
  const folio = parseFolio(text);
  return folio === null ? sql`false` : eq(examOrders.folio, folio);
}
