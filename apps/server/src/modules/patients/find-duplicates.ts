import type {
  MatchedField,
  PossibleDuplicate,
  SimilarPatients,
} from '@simiente/contract/patients/calls';
import { MIN_DIGITS } from '@simiente/contract/patients/fields';
import {
  aliasedTable,
  and,
  desc,
  eq,
  inArray,
  isNull,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Database, Reader, Transaction } from '../../platform/database/database.ts';
import { MAX_DUPLICATES, matchedBy, sameEmail } from '../../platform/database/duplicates.ts';
import { LOCKS } from '../../platform/database/locks.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { Problem } from '../../platform/problem.ts';
import { duplicateDismissals, similarPatients, similarPending } from '../../schema/merges.ts';
import { patients, phoneKey } from '../../schema/patients.ts';
import { writeAudit } from '../audit/public.ts';
import { presentPatientSummary, summaryColumns } from './present.ts';
import { earlierRecords, matchesEarlier, notDeleted } from './query.ts';

/** The fields of a person that are compared; a missing one matches nothing. */
export interface ComparedPerson {
  readonly name?: string | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly curp?: string | null | undefined;
  readonly birthDate?: string | null | undefined;
}

type PersonColumns = Readonly<Record<keyof ComparedPerson, AnyPgColumn | SQL>>;

/**
 * By field: the compared value, as in the indexes of `patients`, and the condition that the value can identify a
 * person.
 */
const identifying = {
  curp: ({ curp }: PersonColumns) => [sql`${curp}`, sql`${curp} <> ''`],
  email: ({ email }: PersonColumns) => [sql`lower(${email})`, sql`${email} <> ''`],
  phone: ({ phone }: PersonColumns) => [
    phoneKey(phone),
    sql`length(${phoneKey(phone)}) >= ${MIN_DIGITS}`,
  ],
  birthDate: ({ birthDate }: PersonColumns) => [sql`${birthDate}`, sql`${birthDate} is not null`],
} as const satisfies Record<MatchedField, (person: PersonColumns) => readonly SQL[]>;

/**
 * By field: the condition that two records share it and may be the same person. The CURP suffices alone. The e-mail
 * in any case, the last ten digits of the phone, and the date of birth also need a similar name.
 * @param options `anyName`: e-mail or phone suffice without a similar name, for the check before a record is created
 */
export function samePerson(
  one: PersonColumns,
  other: PersonColumns,
  { anyName = false } = {},
): Record<MatchedField, SQL> {
  const isSimilar = sql`similar_names(${one.name}, ${other.name})`;
  const shares = (field: MatchedField, hasName: SQL) => {
    const [value] = identifying[field](one);
    const [otherValue, isUsable] = identifying[field](other);
    return sql`(${value} = ${otherValue} and ${isUsable} and ${hasName})`;
  };
  const hasName = anyName ? sql`true` : isSimilar;
  return {
    curp: shares('curp', sql`true`),
    email: shares('email', hasName),
    phone: shares('phone', hasName),
    birthDate: shares('birthDate', isSimilar),
  };
}

const earlierColumns = {
  name: sql`earlier.name`,
  email: sql`earlier.email`,
  phone: sql`earlier.phone`,
  curp: sql`earlier.curp`,
  birthDate: sql`earlier.birth_date`,
};

/** Patients who may be the same person, now or before a merge, ordered by the number of shared fields, and then the newest first. */
export async function findDuplicates(
  db: Reader,
  { name, email, phone, curp, birthDate }: ComparedPerson,
): Promise<{ duplicates: PossibleDuplicate[] }> {
  const other = {
    name: sql`${name ?? null}::text`,
    email: sql`${email ?? null}::text`,
    phone: sql`${phone ?? null}::text`,
    curp: sql`${curp ?? null}::text`,
    birthDate: sql`${birthDate ?? null}::date`,
  };
  const compare = (one: PersonColumns) => ({
    ...samePerson(one, other, { anyName: true }),
    email: email ? sql`(${sameEmail(sql`${one.email}`, email)})` : sql`false`,
  });
  const current = compare(patients);
  const earlier = compare(earlierColumns);
  const either = (field: MatchedField) => or(current[field], matchesEarlier(earlier[field]));
  const { condition, matched } = matchedBy({
    curp: either('curp'),
    email: either('email'),
    phone: either('phone'),
    birthDate: either('birthDate'),
  });
  const rows = await db
    .select({ ...summaryColumns, matched, current: matchedBy(current).matched })
    .from(patients)
    .where(and(notDeleted, condition))
    .orderBy(desc(sql`cardinality(${matched})`), desc(patients.createdSort), desc(patients.id))
    .limit(MAX_DUPLICATES);
  return {
    duplicates: rows.map(({ matched, current, ...row }) => ({
      ...presentPatientSummary(row),
      matched,
      earlier: matched.filter((field) => !current.includes(field)),
    })),
  };
}

/** A value that more patients share, such as the clinic's own phone, does not identify a person. */
const MAX_SHARING = 50;

const MAX_PAIRS = 100;

/** Marks a field that matches data from before a merge. */
const EARLIER = 'earlier ';

const earlierPeople = sql`(select kept_id as id, name, email, phone, curp, birth_date, null::timestamptz as created_sort,
  null::timestamptz as deleted_at from ${earlierRecords} records)`;

/** Maximum number of changes for which a run computes pairs. */
const AT_ONCE = 500;

/**
 * Updates the pairs of similar patients for the oldest `AT_ONCE` changes.
 * @returns the number of these changes
 */
async function refreshSimilar(db: Database): Promise<number> {
  return db.transaction(async (transaction) => {
    // Serialises concurrent runs, so that a run sees the pairs of the previous one.
    await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.similarPatients})`);
    const { rows } = await transaction.execute<{ id: string }>(sql`
      delete from ${similarPending} where id in (select id from ${similarPending} order by id limit ${AT_ONCE})
      returning kept_patient(patient_id) as id`);
    if (rows.length === 0) return 0;
    const changed = sql.param(rows.map(({ id }) => id));
    const [one, other] = [aliasedTable(patients, 'one'), aliasedTable(patients, 'other')];
    const same = samePerson(other, one);
    const pairs = (Object.keys(same) as MatchedField[]).flatMap((field) => {
      const [value] = identifying[field](one);
      const [shared] = identifying[field](aliasedTable(patients, 'sharing'));
      const compare = (name: string, ones: SQLWrapper, others: SQLWrapper) =>
        sql`select one.id as one, other.id as other, ${name}::text as field,
          greatest(one.created_sort, other.created_sort) as newest
        from ${ones} one join ${others} other
          on ${same[field]} and other.id <> one.id and other.deleted_at is null
        where one.id = any(${changed}) and one.deleted_at is null
          and (select count(*) from (select from ${patients} sharing where ${shared} = ${value}
            and sharing.deleted_at is null limit ${MAX_SHARING + 1}) counted) <= ${MAX_SHARING}`;
      return [
        compare(field, patients, patients),
        compare(`${EARLIER}${field}`, earlierPeople, patients),
        compare(`${EARLIER}${field}`, patients, earlierPeople),
      ];
    });
    await transaction.execute(sql`delete from ${similarPatients}
      where first_id = any(${changed}) or second_id = any(${changed})`);
    await transaction.execute(sql`insert into ${similarPatients} (first_id, second_id, matched, newest)
      select least(one, other), greatest(one, other), array_agg(distinct field order by field), max(newest)
        from (${sql.join(pairs, sql` union all `)}) pairs group by 1, 2`);
    return rows.length;
  });
}

/** The job that finds pairs of similar patients for changed patients. */
export function similarPatientsRefresh(db: Database): Job {
  return {
    name: 'patients.similar',
    schedule: { everyMinutes: 1 },
    async run() {
      let refreshed = 0;
      let count: number;
      do {
        count = await refreshSimilar(db);
        refreshed += count;
      } while (count > 0);
      return { refreshed };
    },
  };
}

/** Pairs of patients who may be the same person and were not dismissed, newest first. */
export async function listSimilar(db: Database): Promise<SimilarPatients> {
  await refreshSimilar(db);
  const { firstId, secondId, matched, newest } = similarPatients;
  const notDismissed = sql`not exists (select from ${duplicateDismissals} d
    where d.first_id = ${firstId} and d.second_id = ${secondId})`;
  const [one, other] = [aliasedTable(patients, 'one'), aliasedTable(patients, 'other')];
  const rows = await db
    .select({
      first: firstId,
      second: secondId,
      matched,
      // A subquery counts all pairs, so that the page reads only its first ones.
      total: sql<number>`(select count(*)::int from ${similarPatients} where ${notDismissed})`,
    })
    .from(similarPatients)
    .innerJoin(one, and(eq(one.id, firstId), isNull(one.deletedAt)))
    .innerJoin(other, and(eq(other.id, secondId), isNull(other.deletedAt)))
    .where(notDismissed)
    .orderBy(desc(newest), desc(firstId), desc(secondId))
    .limit(MAX_PAIRS);
  const ids = rows.flatMap(({ first, second }) => [first, second]);
  const patientRows = await db
    .select({ ...summaryColumns, curp: patients.curp, birthDate: patients.birthDate })
    .from(patients)
    .where(inArray(patients.id, ids));
  const people = new Map(
    patientRows.map(({ curp, birthDate, ...row }) => [
      row.id,
      { ...presentPatientSummary(row), curp, birthDate },
    ]),
  );
  return {
    pairs: rows.flatMap(({ first, second, matched }) => {
      const [one, other] = [people.get(first), people.get(second)];
      if (!one || !other) return [];
      const fields = matched.map((field) => field.replace(EARLIER, '') as MatchedField);
      return [
        {
          patients: [one, other],
          matched: [...new Set(fields)],
          earlier: fields.filter((field) => !(matched as string[]).includes(field)),
        },
      ];
    }),
    total: rows[0]?.total ?? 0,
  };
}

export async function dismissSimilar(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  ids: readonly [string, string],
): Promise<{ dismissed: true }> {
  const [firstId = '', secondId = ''] = ids.toSorted();
  const locked = await transaction
    .select({ id: patients.id })
    .from(patients)
    .where(and(inArray(patients.id, [firstId, secondId]), notDeleted))
    .orderBy(patients.id)
    .for('key share');
  if (locked.length !== 2) throw new Problem('NOT_FOUND');
  await transaction
    .insert(duplicateDismissals)
    .values({ firstId, secondId, by: context.actor.id })
    .onConflictDoNothing();
  const [id, other] = ids;
  await writeAudit(transaction, context, {
    action: 'patient.duplicate_dismissed',
    subject: { kind: 'patient', id },
    details: { other },
  });
  return { dismissed: true };
}
