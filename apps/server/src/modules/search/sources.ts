import type { SearchKind } from '@simiente/contract/search';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { doctors } from '../../schema/doctors.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';

/** Where one kind of record is searched, and what a result shows of it. */
export interface Source {
  readonly from: SQL;
  readonly id: AnyPgColumn;
  readonly name: AnyPgColumn;
  readonly searchText: AnyPgColumn;
  /** Who is there at all: not in the bin. */
  readonly listed: SQL | undefined;
  /** What is shown beside the name, as one JSON object. */
  readonly facts: SQL;
}

export const sources: Readonly<Record<SearchKind, Source>> = {
  patient: {
    from: sql`${patients}`,
    id: patients.id,
    name: patients.name,
    searchText: patients.searchText,
    listed: isNull(patients.deletedAt),
    facts: sql`json_build_object('email', ${patients.email}, 'phone', ${patients.phone}, 'status', ${patients.status})`,
  },
  doctor: {
    from: sql`${doctors}`,
    id: doctors.id,
    name: doctors.name,
    searchText: doctors.searchText,
    listed: isNull(doctors.deletedAt),
    facts: sql`json_build_object('email', ${doctors.email}, 'specialty', ${doctors.specialties}[1], 'isRetired', ${doctors.retiredAt} is not null)`,
  },
  partner: {
    from: sql`${partners}`,
    id: partners.id,
    name: partners.name,
    searchText: partners.searchText,
    listed: isNull(partners.deletedAt),
    facts: sql`json_build_object('type', ${partners.type})`,
  },
  branch: {
    from: sql`${branches} join ${partners} on ${eq(partners.id, branches.partnerId)}`,
    id: branches.id,
    name: branches.name,
    searchText: branches.searchText,
    listed: and(isNull(branches.deletedAt), isNull(partners.deletedAt)),
    facts: sql`json_build_object('partner', json_build_object('id', ${partners.id}, 'name', ${partners.name}))`,
  },
  prospect: {
    from: sql`${prospects}`,
    id: prospects.id,
    name: prospects.name,
    searchText: prospects.searchText,
    listed: isNull(prospects.deletedAt),
    facts: sql`json_build_object('email', ${prospects.email}, 'phone', ${prospects.phone}, 'reason', ${prospects.reason}, 'status', ${prospects.status}, 'createDate', ${prospects.createdAt})`,
  },
};
