import { normalCase } from '@simiente/contract/common/text';
import { sexNames } from '@simiente/contract/patients/identification';
import {
  MAX_REJECTED,
  MAX_REVIEWED,
  type MatchReason,
  type PeopleChanges,
  type PeopleReview,
} from '@simiente/contract/people/calls';
import type { PeopleKind } from '@simiente/contract/people/columns';
import type { ReadPerson } from '@simiente/contract/people/read-person';
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { pick } from '../../platform/database/records.ts';
import { patientNotes } from '../../schema/notes.ts';
import { patients, phoneKey } from '../../schema/patients.ts';
import { peopleImportRows, peopleImports } from '../../schema/people-imports.ts';
import { prospects } from '../../schema/prospects.ts';
import {
  earlierPatientRecords,
  patientFieldColumns,
  patientIdentificationColumns,
} from '../patients/public.ts';
import type { PersonRow } from './read-people.ts';

/** Fields of a record that a row can fill. */
type FillableFields = Omit<ReadPerson, 'createdOn' | 'status'>;
type FillableField = keyof FillableFields;

interface NewPerson {
  readonly line: number;
  readonly digest: string;
  readonly person: ReadPerson;
}

export interface ExistingPerson extends NewPerson {
  readonly id: string;
  readonly reason: MatchReason;
  readonly version: number;
  readonly current: FillableFields;
  /** Fields of the row that the record lacks. */
  readonly fills: Partial<FillableFields>;
}

export interface ImportPlan {
  readonly created: readonly NewPerson[];
  readonly completed: readonly ExistingPerson[];
  readonly unchanged: readonly ExistingPerson[];
  readonly repeated: readonly PeopleReview['repeatedRows'][number][];
  readonly refused: readonly PersonRow[];
}

/** Plans the outcome of each row of an import. */
export async function planImport(
  transaction: Transaction,
  kind: PeopleKind,
  rows: readonly PersonRow[],
  { kept, separate }: Pick<PeopleChanges, 'kept' | 'separate'>,
): Promise<ImportPlan> {
  const unchangedLines = new Set(kept);
  const matches = await matchPeople(transaction, kind, rows, new Set(separate));
  const ids = [...matches.values()].flatMap(({ id }) => id ?? []);
  const records = await readRecords(transaction, kind, ids);
  const created: NewPerson[] = [];
  const existing: ExistingPerson[] = [];
  const repeated: PeopleReview['repeatedRows'] = [];
  /** The first row of the same person, by line. */
  const firstRows = new Map<number, NewPerson>();
  /** Fields of existing records that earlier rows fill in, by record id. */
  const filled = new Map<string, Partial<FillableFields>>();
  for (const { line, person, digest } of rows) {
    if (person === null) continue;
    const match = matches.get(line);
    const record = records.get(match?.id ?? '');
    const row = { line, digest, person: { ...person } };
    const first = firstRows.get(match?.line ?? 0);
    // Father and son may match one person without a date of birth, who then has that of the first.
    const known = record ? { ...record.current, ...filled.get(match?.id ?? '') } : first?.person;
    const isOther =
      known &&
      (match?.reason === 'email' || match?.reason === 'phone') &&
      contradicts(known, person);
    firstRows.set(line, isOther ? row : (first ?? row));
    if (isOther) created.push(row);
    else if (match?.id && record) {
      const mayFill = match.reason !== 'row' && !unchangedLines.has(line) && !record.isDeleted;
      const fills = mayFill ? findFills(record.current, person) : {};
      filled.set(match.id, { ...fills, ...filled.get(match.id) });
      existing.push({ line, digest, person, id: match.id, reason: match.reason, ...record, fills });
    } else if (match && first) {
      const { line: firstLine, person: firstPerson } = first;
      const names = { name: person.name, firstName: firstPerson.name };
      repeated.push({ line, first: firstLine, ...names, reason: match.reason });
      // A duplicate row may have fields that the first row lacks.
      Object.assign(firstPerson, findFills(firstPerson, person));
    } else {
      created.push(row);
    }
  }
  const hasFills = ({ fills }: ExistingPerson) => Object.keys(fills).length > 0;
  return {
    created,
    completed: existing.filter(hasFills),
    unchanged: existing.filter((person) => !hasFills(person)),
    repeated,
    refused: rows.filter(({ person }) => person === null),
  };
}

const contradicts = (one: FillableFields, other: FillableFields) =>
  (['curp', 'birthDate'] as const).some(
    (field) => one[field] && other[field] && one[field] !== other[field],
  );

export function findFills(current: FillableFields, row: FillableFields): Partial<FillableFields> {
  const fields = Object.keys(current) as FillableField[];
  return Object.fromEntries(
    fields.flatMap((field) =>
      field !== 'name' && !current[field] && row[field] ? [[field, row[field]]] : [],
    ),
  );
}

/**
 * SQL: the patient's last note. A note is imported only for a patient without notes. Columns are qualified here,
 * because Drizzle omits the table in a query of one table.
 */
const lastNote = sql<string | null>`(select note.text from ${patientNotes} note
  where note.patient_id = ${patients}.id and note.deleted_at is null
  order by note.created_at desc limit 1)`;

/** Maximum number of records in one query. Converting more rows to objects would block other requests. */
const BATCH_SIZE = 500;

interface StoredPerson extends Pick<ExistingPerson, 'version' | 'current'> {
  readonly isDeleted: boolean;
}

export async function readRecords(transaction: Transaction, kind: PeopleKind, ids: string[]) {
  const { status: _status, ...fields } = patientFieldColumns;
  const {
    emergencyName: _name,
    emergencyPhone: _phone,
    emergencyRelation: _relation,
    ...identification
  } = patientIdentificationColumns;
  const { id, version, deletedAt } = patients;
  const records = new Map<string, StoredPerson>();
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE);
    const rows =
      kind === 'patients'
        ? await transaction
            .select({ id, version, deletedAt, ...fields, ...identification, notes: lastNote })
            .from(patients)
            .where(inArray(patients.id, batch))
        : await transaction
            .select(
              pick(prospects, ['id', 'version', 'deletedAt', 'name', 'email', 'phone', 'notes']),
            )
            .from(prospects)
            .where(inArray(prospects.id, batch));
    for (const { id, version, deletedAt, ...current } of rows) {
      records.set(id, {
        version,
        current: current as FillableFields,
        isDeleted: deletedAt !== null,
      });
    }
  }
  return records;
}

export function presentPlan(plan: ImportPlan): PeopleReview {
  const capitals = plan.created.flatMap(({ person: { name } }) => normalCase(name) ?? []);
  return {
    ...countPlan(plan),
    problems: plan.refused
      .slice(0, MAX_REJECTED)
      .map(({ line, cells, issues }) => ({ line, cells: [...cells], issues: [...issues] })),
    existing: [...plan.completed, ...plan.unchanged]
      .slice(0, MAX_REVIEWED)
      .map(({ line, id, reason, current, person, fills }) => ({
        line,
        id,
        reason,
        name: current.name,
        fields: (Object.keys(current) as FillableField[]).flatMap((field) => {
          const given = toText(field, person[field]);
          return given === null
            ? []
            : [{ field, current: toText(field, current[field]), given, fills: field in fills }];
        }),
      })),
    repeatedRows: plan.repeated.slice(0, MAX_REVIEWED),
    names: plan.created.slice(0, MAX_REVIEWED).map(({ person }) => person.name),
    capitals: capitals[0] === undefined ? null : { count: capitals.length, example: capitals[0] },
  };
}

const toText = (field: FillableField, value: string | null) =>
  field === 'sex' && value !== null ? sexNames[value as keyof typeof sexNames] : value || null;

export const countPlan = ({ created, completed, unchanged, repeated, refused }: ImportPlan) => ({
  created: created.length,
  completed: completed.length,
  unchanged: unchanged.length,
  repeated: repeated.length,
  refused: refused.length,
});

interface Match {
  readonly reason: MatchReason;
  /** The id of an existing record; null if the same person is in an earlier row. */
  readonly id: string | null;
  /** Line of the earlier row. */
  readonly line: number | null;
}

/** Minimum number of digits of a phone that identifies a person. */
const COMPARED_DIGITS = 7;

/** A value that more rows share, such as the clinic's own phone, does not identify a person. */
const MAX_SHARING = 50;

/** Minimum trigram similarity of two spellings: `luis` and `luiz` have 0.43, `juan` and `jose` 0.11. */
const SAME_WORD = 0.25;

/** SQL: the digits that identify a phone; null if there are too few. */
const toPhoneDigits = (column: SQL) =>
  sql`case when length(${phoneKey(column)}) >= ${COMPARED_DIGITS} then ${phoneKey(column)} end`;

/** SQL: candidates by the earlier data of merged patients, with the id of the patient that was kept. */
const earlierCandidates = sql`
  union all
  select kept.id, null, earlier.name, nullif(lower(earlier.email), ''), ${toPhoneDigits(sql`coalesce(earlier.phone, '')`)},
      nullif(earlier.curp, ''), earlier.birth_date, kept.created_sort
    from ${earlierPatientRecords} earlier join ${patients} kept on kept.id = earlier.kept_id and kept.deleted_at is null`;

/**
 * Finds the record or the earlier row of the same person, by line. The same person has the same row (in this or an
 * earlier import) or the same CURP; or, unless CURPs or dates of birth differ, the same e-mail or phone with a similar
 * name, or the same date of birth with the same words in the name. A separate row has only its own record or CURP.
 */
async function matchPeople(
  transaction: Transaction,
  kind: PeopleKind,
  rows: readonly PersonRow[],
  separateLines: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Match>> {
  const people = rows.flatMap(({ line, person, digest }) => {
    if (person === null) return [];
    const { name, email, phone, curp, birthDate } = person;
    const isSeparate = separateLines.has(line);
    return [{ line, isSeparate, digest, name, email, phone: phone ?? '', curp, birthDate }];
  });
  const isPatient = kind === 'patients';
  const table = isPatient ? patients : prospects;
  const identityColumns = isPatient
    ? { curp: sql`${patients.curp}`, birthDate: sql`${patients.birthDate}` }
    : { curp: sql`null::text`, birthDate: sql`null::date` };
  const recordId = isPatient ? peopleImportRows.patientId : peopleImportRows.prospectId;
  const words = (name: string) => sql.raw(`string_to_array(fold_text(${name}), ' ')`);
  const rowWords = words('g.name');
  const otherWords = words('k.name');
  const isPartOfName = sql`(${rowWords} <@ ${otherWords} or ${otherWords} <@ ${rowWords})`;
  const without = (all: SQL, others: SQL) =>
    sql`(select string_agg(word, ' ' order by word) from unnest(${all}) word where word <> all (${others}))`;
  const stem = (word: string) => sql.raw(`regexp_replace(${word}, '[ao]$', '')`);
  // Siblings share a phone and their surnames. The words that differ must be spellings of the same word, unlike Juana.
  const isSpelling = sql`(select ${stem('one')} <> ${stem('other')} and (similarity(one, other) >= ${SAME_WORD}
    or starts_with(one, other) or starts_with(other, one))
    from (select ${without(rowWords, otherWords)}, ${without(otherWords, rowWords)}) as words(one, other))`;
  const pair = (rank: number, reason: MatchReason, column: 'email' | 'phone' | 'birth_date') => {
    const shared = sql.identifier(column);
    // Twins have the same date of birth and similar names.
    const matchesName =
      column === 'birth_date'
        ? isPartOfName
        : sql`(${isPartOfName} or (similar_names(g.name, k.name) and ${isSpelling}))`;
    return sql`
      select g.line, k.id, k.line as earlier, ${rank}::int as rank, ${reason}::text as reason, k.created,
          ${isPartOfName} as has_name
        from (select *, count(*) over (partition by ${shared}) as sharing from first_rows) g
        join candidates k on k.${shared} = g.${shared}
       where not g.separate and g.sharing <= ${MAX_SHARING} and (k.line is null or k.line < g.line)
         and (g.curp is null or k.curp is null or g.curp = k.curp)
         and (g.birth_date is null or k.birth_date is null or g.birth_date = k.birth_date)
         and ${matchesName}`;
  };
  // The planner underestimates the rows of a JSON text, and would choose a slow nested loop.
  await transaction.execute(sql`set local enable_nestloop = off`);
  const { rows: matches } = await transaction.execute<{
    line: number;
    id: string | null;
    earlier: number | null;
    reason: MatchReason;
  }>(sql`
    with people as materialized (
      select line, "isSeparate" as separate, digest, name, nullif(lower(email), '') as email,
          ${toPhoneDigits(sql`phone`)} as phone, nullif(curp, '') as curp, "birthDate" as birth_date,
          min(line) over (partition by digest) as first_line,
          min(line) over (partition by curp) as first_curp
        from json_to_recordset(${JSON.stringify(people)}::json) as row(line int, "isSeparate" bool, digest text, name text,
          email text, phone text, curp text, "birthDate" date)
    ), first_rows as (select * from people where line = first_line or separate
    ), candidates as materialized (
      select id, null::int as line, name, nullif(lower(email), '') as email,
          ${toPhoneDigits(sql`coalesce(phone, '')`)} as phone, nullif(${identityColumns.curp}, '') as curp, ${identityColumns.birthDate} as birth_date,
          created_sort as created
        from ${table} where deleted_at is null
      ${isPatient ? earlierCandidates : sql``}
      union all
      select null, line, name, email, phone, curp, birth_date, 'infinity' from first_rows
    ), pairs as (
      select g.line, ${isPatient ? sql`kept_patient(${recordId})` : recordId} as id, null::int as earlier, 0 as rank, 'row' as reason,
          ${peopleImports.startedAt} as created, true as has_name
        from first_rows g join ${peopleImportRows} on ${peopleImportRows.digest} = g.digest
        join ${peopleImports} on ${peopleImports.id} = ${peopleImportRows.importId}
       where ${peopleImports.state} <> 'undone' and ${recordId} is not null
      union all
      select line, null, first_line, 0, 'row', 'infinity', true from people
       where first_line < line and not separate
      union all
      select line, null, first_curp, 1, 'curp', 'infinity', true from first_rows where curp is not null and first_curp < line
      union all
      select g.line, k.id, null, 1, 'curp', k.created, true
        from first_rows g join candidates k on k.curp = g.curp where k.id is not null
      union all ${pair(2, 'email', 'email')}
      union all ${pair(3, 'phone', 'phone')}
      union all ${pair(4, 'birthDate', 'birth_date')}
    )
    select distinct on (line) line, id, earlier, reason from pairs
     order by line, id is null, rank, has_name desc, created, earlier, id`);
  await transaction.execute(sql`set local enable_nestloop = on`);
  return new Map(
    matches.map(({ line, id, earlier, reason }) => [line, { id, line: earlier, reason }]),
  );
}
