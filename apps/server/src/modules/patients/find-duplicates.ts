import type {
  MatchedField,
  PossibleDuplicate,
  SimilarPatients,
} from '@simiente/contract/patients/calls';
import { FEWEST_DIGITS } from '@simiente/contract/patients/fields';
import { aliasedTable, and, desc, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { MOST_DUPLICATES, matchedBy, sameEmail } from '../../platform/database/duplicates.ts';
import { Problem } from '../../platform/problem.ts';
import { duplicateDismissals } from '../../schema/merges.ts';
import { patients, phoneKey } from '../../schema/patients.ts';
import { writeAudit } from '../audit/public.ts';
import { presentPatientSummary, summaryColumns } from './present.ts';
import { notDeleted } from './query.ts';

/** The fields of a person that are compared; a missing one matches nothing. */
export interface Compared {
  readonly name?: string | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly curp?: string | null | undefined;
  readonly birthDate?: string | null | undefined;
}

type PersonColumns = Readonly<Record<keyof Compared, AnyPgColumn | SQL>>;

/** Values that identify a person, in the expressions of the indexes of patients; an unusable one is no value. */
const identifying = {
  curp: ({ curp }: PersonColumns) => [sql`${curp}`, sql`${curp} <> ''`],
  email: ({ email }: PersonColumns) => [sql`lower(${email})`, sql`${email} <> ''`],
  phone: ({ phone }: PersonColumns) => [
    phoneKey(phone),
    sql`length(${phoneKey(phone)}) >= ${FEWEST_DIGITS}`,
  ],
  birthDate: ({ birthDate }: PersonColumns) => [sql`${birthDate}`, sql`${birthDate} is not null`],
} as const satisfies Record<MatchedField, (person: PersonColumns) => readonly SQL[]>;

/**
 * Conditions under which two people may be one, by the field that they share: the CURP, or with a similar name the
 * e-mail in any case, the last ten digits of the phone, or the date of birth.
 * @param one columns of patients
 * @param anyName also with another name where e-mail or phone is the same: before a record is created
 */
export function samePerson(
  one: PersonColumns,
  other: PersonColumns,
  { anyName = false } = {},
): Record<MatchedField, SQL> {
  const isSimilar = sql`similar_names(${one.name}, ${other.name})`;
  const shares = (field: MatchedField, isNamed: SQL) => {
    const [value] = identifying[field](one);
    const [wanted, isUsable] = identifying[field](other);
    return sql`(${value} = ${wanted} and ${isUsable} and ${isNamed})`;
  };
  const isNamed = anyName ? sql`true` : isSimilar;
  return {
    curp: shares('curp', sql`true`),
    email: shares('email', isNamed),
    phone: shares('phone', isNamed),
    birthDate: shares('birthDate', isSimilar),
  };
}

/** The patients who may be the same person: those who share more come first, then the newest. */
export async function findDuplicates(
  db: Reader,
  { name, email, phone, curp, birthDate }: Compared,
): Promise<{ duplicates: PossibleDuplicate[] }> {
  const other = {
    name: sql`${name ?? null}::text`,
    email: sql`${email ?? null}::text`,
    phone: sql`${phone ?? null}::text`,
    curp: sql`${curp ?? null}::text`,
    birthDate: sql`${birthDate ?? null}::date`,
  };
  const { condition, matched } = matchedBy({
    ...samePerson(patients, other, { anyName: true }),
    email: email ? sameEmail(patients.email, email) : undefined,
  });
  const rows = await db
    .select({ ...summaryColumns, matched })
    .from(patients)
    .where(and(notDeleted, condition))
    .orderBy(desc(sql`cardinality(${matched})`), desc(patients.createdSort), desc(patients.id))
    .limit(MOST_DUPLICATES);
  return {
    duplicates: rows.map(({ matched, ...row }) => ({ ...presentPatientSummary(row), matched })),
  };
}

/** A value that more patients share identifies no patient: the clinic's own phone, a date of birth that was made up. */
const MOST_SHARING = 50;

/** Most pairs of one list. */
const MOST_PAIRS = 100;

/** Pairs of patients who may be one person and were not dismissed, the newest first. */
export async function listSimilar(db: Reader): Promise<SimilarPatients> {
  const [one, other] = [aliasedTable(patients, 'one'), aliasedTable(patients, 'other')];
  const same = samePerson(one, other);
  const sharing = (Object.keys(same) as MatchedField[]).map((field) => {
    const [value, isUsable] = identifying[field](one);
    return sql`select one.id as first, other.id as second, ${field}::text as field,
        greatest(one.created_sort, other.created_sort) as newest
      from (select ${value} as value from ${patients} as one where ${isNull(one.deletedAt)} and ${isUsable}
        group by 1 having count(*) between 2 and ${MOST_SHARING}) as shared
      join ${patients} as one on ${value} = shared.value and ${isNull(one.deletedAt)}
      join ${patients} as other on ${same[field]} and other.id > one.id and ${isNull(other.deletedAt)}`;
  });
  const { rows } = await db.execute<{
    first: string;
    second: string;
    matched: MatchedField[];
    total: number;
  }>(
    sql`select first, second, array_agg(field order by field) as matched, (count(*) over ())::int as total
      from (${sql.join(sharing, sql` union all `)}) as pairs
      where not exists (select from ${duplicateDismissals} d where d.first_id = pairs.first and d.second_id = pairs.second)
      group by first, second order by max(newest) desc, first, second limit ${MOST_PAIRS}`,
  );
  const found = await db
    .select({ ...summaryColumns, curp: patients.curp, birthDate: patients.birthDate })
    .from(patients)
    .where(
      inArray(
        patients.id,
        rows.flatMap(({ first, second }) => [first, second]),
      ),
    );
  const people = new Map(
    found.map(({ curp, birthDate, ...row }) => [
      row.id,
      { ...presentPatientSummary(row), curp, birthDate },
    ]),
  );
  return {
    pairs: rows.flatMap(({ first, second, matched }) => {
      const [earlier, later] = [people.get(first), people.get(second)];
      return earlier && later ? [{ patients: [earlier, later], matched }] : [];
    }),
    total: rows[0]?.total ?? 0,
  };
}

/**
 * Records that two similar patients are different people.
 * @throws Problem NOT_FOUND when one of them does not exist or is deleted
 */
export async function dismissSimilar(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  ids: readonly [string, string],
): Promise<{ dismissed: true }> {
  const [firstId = '', secondId = ''] = ids.toSorted();
  const found = await transaction
    .select({ id: patients.id })
    .from(patients)
    .where(and(inArray(patients.id, [firstId, secondId]), notDeleted))
    .orderBy(patients.id)
    .for('key share');
  if (found.length !== 2) throw new Problem('NOT_FOUND');
  await transaction
    .insert(duplicateDismissals)
    .values({ firstId, secondId, by: context.actor.id })
    .onConflictDoNothing();
  const [id, other] = ids;
  await writeAudit(transaction, context, {
    action: 'patient.duplicate_dismissed',
    subject: { kind: 'patient', id },
    patientId: id,
    details: { other },
  });
  return { dismissed: true };
}
