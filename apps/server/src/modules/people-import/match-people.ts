import { createHash } from 'node:crypto';
import type { MatchReason } from '@simiente/contract/people/calls';
import type { PeopleKind } from '@simiente/contract/people/columns';
import type { ReadPerson } from '@simiente/contract/people/read-person';
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { patients, phoneKey } from '../../schema/patients.ts';
import { peopleImportRows, peopleImports } from '../../schema/people-imports.ts';
import { prospects } from '../../schema/prospects.ts';
import type { PersonRow } from './read-people.ts';

export interface Match {
  readonly reason: MatchReason;
  /** An existing record; null for a person of an earlier row. */
  readonly id: string | null;
  readonly line: number | null;
}

export const digestPerson = (kind: PeopleKind, person: ReadPerson): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, person]))
    .digest('base64url');

/** Digits that a phone needs for a comparison. */
const COMPARED_DIGITS = 7;

/** A value that more rows share identifies no record: the clinic's own phone, a made-up date. */
const MOST_SHARING = 50;

/** Digits that identify a phone; null for fewer. */
const key = (column: SQL) =>
  sql`case when length(${phoneKey(column)}) >= ${COMPARED_DIGITS} then ${phoneKey(column)} end`;

/** Merged records, which lead to the patient who was kept. */
const mergedRecords = sql`
  union all
  select kept.id, null, merged.name, nullif(lower(merged.email), ''), ${key(sql`coalesce(merged.phone, '')`)},
      nullif(merged.curp, ''), merged.birth_date, kept.created_sort
    from ${patients} merged join ${patients} kept on kept.id = kept_patient(merged.id) and kept.deleted_at is null
   where merged.merged_into is not null`;

/**
 * The record or the earlier row that each row is, by its line: the same row of an earlier import, the same CURP, the
 * same e-mail or phone with a similar name, the same date of birth with the same words. Two CURPs or two dates of
 * birth are two people.
 */
export async function matchPeople(
  transaction: Transaction,
  kind: PeopleKind,
  rows: readonly PersonRow[],
): Promise<ReadonlyMap<number, Match>> {
  const given = rows.flatMap(({ line, person }) =>
    person === null
      ? []
      : [{ ...person, line, phone: person.phone ?? '', digest: digestPerson(kind, person) }],
  );
  const isPatient = kind === 'patients';
  const table = isPatient ? patients : prospects;
  const own = isPatient
    ? { curp: sql`${patients.curp}`, birthDate: sql`${patients.birthDate}` }
    : { curp: sql`null::text`, birthDate: sql`null::date` };
  const recordId = isPatient ? peopleImportRows.patientId : peopleImportRows.prospectId;
  const words = (name: string) => sql.raw(`string_to_array(fold_text(${name}), ' ')`);
  const [ours, theirs] = [words('g.name'), words('k.name')];
  const pair = (rank: number, reason: MatchReason, column: 'email' | 'phone' | 'birth_date') => {
    const shared = sql.identifier(column);
    // Twins share the day of birth and have names that are alike.
    const isNamed =
      column === 'birth_date'
        ? sql`(${ours} <@ ${theirs} or ${theirs} <@ ${ours})`
        : sql`similar_names(g.name, k.name)`;
    return sql`
      select g.line, k.id, k.line as twin, ${rank}::int as rank, ${reason}::text as reason, k.created
        from (select *, count(*) over (partition by ${shared}) as sharing from first_rows) g
        join known k on k.${shared} = g.${shared}
       where g.sharing <= ${MOST_SHARING} and (k.line is null or k.line < g.line)
         and (g.curp is null or k.curp is null or g.curp = k.curp)
         and (g.birth_date is null or k.birth_date is null or g.birth_date = k.birth_date)
         and ${isNamed}`;
  };
  // The number of rows of a JSON text is unknown to the planner.
  await transaction.execute(sql`set local enable_nestloop = off`);
  const { rows: found } = await transaction.execute<{
    line: number;
    id: string | null;
    twin: number | null;
    reason: MatchReason;
  }>(sql`
    with given as materialized (
      select line, digest, name, nullif(lower(email), '') as email,
          ${key(sql`phone`)} as phone, nullif(curp, '') as curp, "birthDate" as birth_date,
          min(line) over (partition by digest) as first_line,
          min(line) over (partition by curp) as first_curp
        from json_to_recordset(${JSON.stringify(given)}::json) as row(line int, digest text, name text,
          email text, phone text, curp text, "birthDate" date)
    ), first_rows as (select * from given where line = first_line
    ), known as materialized (
      select id, null::int as line, name, nullif(lower(email), '') as email,
          ${key(sql`coalesce(phone, '')`)} as phone, nullif(${own.curp}, '') as curp, ${own.birthDate} as birth_date,
          created_sort as created
        from ${table} where deleted_at is null
      ${isPatient ? mergedRecords : sql``}
      union all
      select null, line, name, email, phone, curp, birth_date, 'infinity' from first_rows
    ), pairs as (
      select g.line, ${isPatient ? sql`kept_patient(${recordId})` : recordId} as id, null::int as twin, 0 as rank, 'row' as reason,
          ${peopleImports.startedAt} as created
        from first_rows g join ${peopleImportRows} on ${peopleImportRows.digest} = g.digest
        join ${peopleImports} on ${peopleImports.id} = ${peopleImportRows.importId}
       where ${peopleImports.state} <> 'undone' and ${recordId} is not null
      union all
      select line, null, first_line, 0, 'row', 'infinity' from given where first_line < line
      union all
      select line, null, first_curp, 1, 'curp', 'infinity' from first_rows where curp is not null and first_curp < line
      union all
      select g.line, k.id, null, 1, 'curp', k.created
        from first_rows g join known k on k.curp = g.curp where k.id is not null
      union all ${pair(2, 'email', 'email')}
      union all ${pair(3, 'phone', 'phone')}
      union all ${pair(4, 'birthDate', 'birth_date')}
    )
    select distinct on (line) line, id, twin, reason from pairs
     order by line, id is null, rank, created, twin, id`);
  await transaction.execute(sql`set local enable_nestloop = on`);
  return new Map(found.map(({ line, id, twin, reason }) => [line, { id, line: twin, reason }]));
}
