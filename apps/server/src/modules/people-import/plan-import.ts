import { normalCase } from '@simiente/contract/common/text';
import { sexNames } from '@simiente/contract/patients/identification';
import type { MatchReason, PeopleReview } from '@simiente/contract/people/calls';
import { MOST_REFUSED, MOST_REVIEWED } from '@simiente/contract/people/calls';
import type { PeopleKind } from '@simiente/contract/people/columns';
import type { ReadPerson } from '@simiente/contract/people/read-person';
import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { patientNotes } from '../../schema/notes.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { patientFieldColumns, patientIdentificationColumns } from '../patients/public.ts';
import { digestPerson, matchPeople } from './match-people.ts';
import type { PersonRow } from './read-people.ts';

/** Columns of a record that a row can fill. */
type Filled = Omit<ReadPerson, 'createdOn' | 'status'>;
type FilledField = keyof Filled;

interface NewPerson {
  readonly line: number;
  readonly digest: string;
  readonly person: ReadPerson;
}

export interface ExistingPerson extends NewPerson {
  readonly id: string;
  readonly reason: MatchReason;
  readonly version: number;
  readonly current: Filled;
  /** The given fields that the record lacks. */
  readonly fills: Partial<Filled>;
}

export interface ImportPlan {
  readonly created: readonly NewPerson[];
  readonly completed: readonly ExistingPerson[];
  readonly unchanged: readonly ExistingPerson[];
  readonly repeated: readonly { readonly line: number; readonly first: number }[];
  readonly refused: readonly PersonRow[];
}

/**
 * The outcome of each row of an import.
 * @param kept lines of existing records that stay as they are
 */
export async function planImport(
  transaction: Transaction,
  kind: PeopleKind,
  rows: readonly PersonRow[],
  kept: ReadonlySet<number>,
): Promise<ImportPlan> {
  const matches = await matchPeople(transaction, kind, rows);
  const records = await readRecords(
    transaction,
    kind,
    [...matches.values()].flatMap(({ id }) => id ?? []),
  );
  const created = new Map<number, NewPerson>();
  const existing: ExistingPerson[] = [];
  const repeated: { line: number; first: number }[] = [];
  for (const { line, person } of rows) {
    if (person === null) continue;
    const digest = digestPerson(kind, person);
    const match = matches.get(line);
    const record = records.get(match?.id ?? '');
    if (match?.id && record) {
      const isFilled = match.reason !== 'row' && !kept.has(line) && !record.isDeleted;
      const fills = isFilled ? findFills(record.current, person) : {};
      existing.push({ line, digest, person, id: match.id, reason: match.reason, ...record, fills });
      continue;
    }
    const first = created.get(match?.line ?? 0);
    if (match?.line && first) {
      repeated.push({ line, first: match.line });
      // A repeated row may have what the first one lacks.
      Object.assign(first.person, findFills(first.person, person));
    } else if (match?.line && match.id === null) {
      repeated.push({ line, first: match.line });
    } else {
      created.set(line, { line, digest, person: { ...person } });
    }
  }
  const isFilled = ({ fills }: ExistingPerson) => Object.keys(fills).length > 0;
  return {
    created: [...created.values()],
    completed: existing.filter(isFilled),
    unchanged: existing.filter((one) => !isFilled(one)),
    repeated,
    refused: rows.filter(({ person }) => person === null),
  };
}

export function findFills(current: Filled, given: Filled): Partial<Filled> {
  const fields = Object.keys(current) as FilledField[];
  return Object.fromEntries(
    fields.flatMap((field) =>
      field !== 'name' && !current[field] && given[field] ? [[field, given[field]]] : [],
    ),
  );
}

/** A note of the row is added to a patient without notes. */
const lastNote = sql<string | null>`(select ${patientNotes.text} from ${patientNotes}
  where ${patientNotes.patientId} = ${patients.id} and ${patientNotes.deletedAt} is null
  order by ${patientNotes.createdAt} desc limit 1)`;

const prospectColumns = {
  id: prospects.id,
  version: prospects.version,
  deletedAt: prospects.deletedAt,
  name: prospects.name,
  email: prospects.email,
  phone: prospects.phone,
  notes: prospects.notes,
};

export async function readRecords(transaction: Transaction, kind: PeopleKind, ids: string[]) {
  const { status: _status, ...fields } = patientFieldColumns;
  const {
    emergencyName: _name,
    emergencyPhone: _phone,
    emergencyRelation: _relation,
    ...identification
  } = patientIdentificationColumns;
  const { id, version, deletedAt } = patients;
  const rows =
    kind === 'patients'
      ? await transaction
          .select({ id, version, deletedAt, ...fields, ...identification, notes: lastNote })
          .from(patients)
          .where(inArray(patients.id, ids))
      : await transaction.select(prospectColumns).from(prospects).where(inArray(prospects.id, ids));
  return new Map(
    rows.map(({ id, version, deletedAt, ...current }) => [
      id,
      { version, current: current as Filled, isDeleted: deletedAt !== null },
    ]),
  );
}

/** A plan as the review shows it. */
export function presentPlan(plan: ImportPlan): PeopleReview {
  const capitals = plan.created.flatMap(({ person: { name } }) => normalCase(name) ?? []);
  return {
    ...countPlan(plan),
    problems: plan.refused
      .slice(0, MOST_REFUSED)
      .map(({ line, cells, issues }) => ({ line, cells: [...cells], issues: [...issues] })),
    existing: [...plan.completed, ...plan.unchanged]
      .slice(0, MOST_REVIEWED)
      .map(({ line, id, reason, current, person, fills }) => ({
        line,
        id,
        reason,
        name: current.name,
        fields: (Object.keys(current) as FilledField[]).flatMap((field) => {
          const given = toText(field, person[field]);
          return given === null
            ? []
            : [{ field, current: toText(field, current[field]), given, fills: field in fills }];
        }),
      })),
    names: plan.created.slice(0, MOST_REVIEWED).map(({ person }) => person.name),
    capitals: capitals[0] === undefined ? null : { count: capitals.length, example: capitals[0] },
  };
}

const toText = (field: FilledField, value: string | null) =>
  field === 'sex' && value !== null ? sexNames[value as keyof typeof sexNames] : value || null;

export const countPlan = ({ created, completed, unchanged, repeated, refused }: ImportPlan) => ({
  created: created.length,
  completed: completed.length,
  unchanged: unchanged.length,
  repeated: repeated.length,
  refused: refused.length,
});
