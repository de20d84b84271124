import { startOfDay } from '@simiente/contract/common/days';
import { normalCase } from '@simiente/contract/common/text';
import type { PeopleChanges } from '@simiente/contract/people/calls';
import type { PeopleKind } from '@simiente/contract/people/columns';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ChangeAct } from '../../platform/act.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { LOCKS } from '../../platform/database/locks.ts';
import { newRecordId } from '../../platform/database/records.ts';
import { toFieldProblem } from '../../platform/problem.ts';
import { patientNotes } from '../../schema/notes.ts';
import { patients } from '../../schema/patients.ts';
import { peopleImportRows, peopleImports } from '../../schema/people-imports.ts';
import { prospects } from '../../schema/prospects.ts';
import { toAuditChanges, writeAudit } from '../audit/public.ts';
import { resolveMerged } from '../patients/public.ts';
import {
  countPlan,
  type ExistingPerson,
  findFills,
  type ImportPlan,
  planImport,
  readRecords,
} from './plan-import.ts';
import type { PeopleFile, PersonRow } from './read-people.ts';

/** Maximum number of new records in one statement. */
const BATCH = 250;

interface PeopleToImport {
  readonly id: string;
  readonly file: Pick<PeopleFile, 'kind' | 'name' | 'timeZone'>;
  readonly rows: readonly PersonRow[];
  readonly changes: Pick<PeopleChanges, 'kept' | 'separate' | 'normalNames'>;
}

/** Rolls back an import that a user cancelled. */
class ImportCancelled extends Error {}

/**
 * Imports people in one transaction. Another connection stores the progress and reads whether a user cancelled.
 * @throws Problem BAD_REQUEST for an import that has run or is running
 */
export async function importPeople(
  db: Database,
  act: ChangeAct,
  people: PeopleToImport,
): Promise<ImportPlan> {
  const { id, file, rows } = people;
  const { kind } = file;
  const { rowCount } = await db
    .insert(peopleImports)
    .values({
      id,
      kind,
      fileName: file.name,
      actorId: 'id' in act.actor ? act.actor.id : act.actor.kind,
      state: 'running',
      total: rows.length,
    })
    .onConflictDoNothing();
  if (rowCount === 0) {
    const message = 'Esta importación ya se hizo o está en curso. Vuelve a abrir la página.';
    throw toFieldProblem('BAD_REQUEST', 'idImport', message);
  }
  try {
    return await db.transaction((transaction) => writePeople(db, transaction, act, people));
  } catch (error) {
    await db.delete(peopleImports).where(eq(peopleImports.id, id));
    throw error;
  }
}

export const isCancelledImport = (error: unknown) => error instanceof ImportCancelled;

async function writePeople(
  db: Database,
  transaction: Transaction,
  act: ChangeAct,
  { id, file, rows, changes }: PeopleToImport,
): Promise<ImportPlan> {
  const { kind } = file;
  await transaction.execute(sql`set local statement_timeout = 0`);
  // Serialises imports, so that an import finds the records of the previous one.
  await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.peopleImport})`);
  const plan = await planImport(transaction, kind, rows, changes);
  let processed = plan.unchanged.length + plan.repeated.length + plan.refused.length;
  const reportProgress = async (more: number) => {
    processed += more;
    const [state] = await db
      .update(peopleImports)
      .set({ written: processed })
      .where(eq(peopleImports.id, id))
      .returning({ cancelled: peopleImports.cancelled });
    if (state?.cancelled) throw new ImportCancelled();
  };
  for (let start = 0; start < plan.created.length; start += BATCH) {
    const batch = plan.created.slice(start, start + BATCH);
    await createPeople(transaction, act, id, { ...file, ...changes }, batch);
    await reportProgress(batch.length);
  }
  // Patients are locked in the order of ids, as by all writers.
  const completed = plan.completed.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const [index, person] of completed.entries()) {
    await completePerson(transaction, act, id, kind, person);
    const isLast = index === completed.length - 1;
    if (isLast || (index + 1) % BATCH === 0) await reportProgress((index % BATCH) + 1);
  }
  const counts = countPlan(plan);
  await writeAudit(transaction, act, {
    action: 'people.imported',
    details: { import: id, kind, ...counts },
  });
  await transaction
    .update(peopleImports)
    .set({
      state: 'done',
      written: rows.length,
      created: counts.created,
      completed: counts.completed,
    })
    .where(eq(peopleImports.id, id));
  return plan;
}

async function createPeople(
  transaction: Transaction,
  act: ChangeAct,
  importId: string,
  { kind, timeZone, normalNames }: Pick<PeopleFile, 'kind' | 'timeZone'> & { normalNames: boolean },
  batch: ImportPlan['created'],
): Promise<void> {
  const isPatient = kind === 'patients';
  const records = batch.map(({ digest, person }) => {
    const { createdOn, status, ...rowFields } = person;
    const name = (normalNames ? normalCase(person.name) : undefined) ?? person.name;
    const fields = { ...rowFields, name };
    const createdAt = createdOn === null ? new Date() : startOfDay(createdOn, timeZone);
    return { id: newRecordId(isPatient ? 'usr' : 'prs'), digest, fields, status, createdAt };
  });
  if (isPatient) {
    await transaction.insert(patients).values(
      records.map(({ id, fields: { notes: _notes, ...fields }, status, createdAt }) => ({
        ...fields,
        id,
        createdAt,
        status: Number(status ?? 1),
      })),
    );
    const notes = records.flatMap(({ id, fields: { notes: text } }) =>
      text ? [{ patientId: id, text }] : [],
    );
    await writeNotes(transaction, act, importId, notes);
  } else {
    await transaction.insert(prospects).values(
      records.map(({ id, fields: { name, email, phone, notes }, status, createdAt }) => ({
        id,
        name,
        email,
        phone,
        notes,
        createdAt,
        status: String(status ?? 'pending'),
      })),
    );
  }
  await transaction
    .insert(peopleImportRows)
    .values(
      records.map(({ id, digest }) => ({ importId, digest, version: 1, ...toIdColumn(kind, id) })),
    );
  await writeAudit(
    transaction,
    act,
    ...records.map(({ id }) => ({
      action: isPatient ? ('patient.created' as const) : ('prospect.created' as const),
      subject: { kind: isPatient ? ('patient' as const) : ('prospect' as const), id },
    })),
  );
}

async function writeNotes(
  transaction: Transaction,
  { actor }: ChangeAct,
  importId: string,
  notes: readonly { readonly patientId: string; readonly text: string }[],
): Promise<void> {
  if (notes.length === 0) return;
  const createdBy = 'id' in actor ? actor.id : actor.kind;
  await transaction
    .insert(patientNotes)
    .values(notes.map((note) => ({ ...note, id: newRecordId('nte'), createdBy, importId })));
}

const toIdColumn = (kind: PeopleKind, id: string) =>
  kind === 'patients' ? { patientId: id } : { prospectId: id };

/**
 * Fills the missing fields of a record. If the record was edited or merged since the plan, fills the fields that are
 * still missing.
 */
async function completePerson(
  transaction: Transaction,
  act: ChangeAct,
  importId: string,
  kind: PeopleKind,
  { digest, person, ...planned }: ExistingPerson,
): Promise<void> {
  let { id, version, current, fills } = planned;
  const change = () => ({ importId, kind, id, version, current, changes: fills });
  while (!(await changePerson(transaction, act, change()))) {
    if (kind === 'patients') id = (await resolveMerged(transaction, { idUser: id }))?.idUser ?? id;
    const record = (await readRecords(transaction, kind, [id])).get(id);
    if (record === undefined || record.isDeleted) return;
    ({ version, current } = record);
    fills = findFills(current, person);
    if (Object.keys(fills).length === 0) return;
  }
  const before = Object.fromEntries(
    Object.keys(fills).map((field) => [field, current[field as keyof typeof current] ?? null]),
  );
  await transaction
    .insert(peopleImportRows)
    .values({ importId, digest, version: version + 1, before, ...toIdColumn(kind, id) });
}

interface PersonChange {
  readonly importId: string;
  readonly kind: PeopleKind;
  readonly id: string;
  readonly version: number;
  readonly current: Readonly<Record<string, unknown>>;
  /** New values of fields. A patient's `notes` adds a note; null deletes the note of this import. */
  readonly changes: Readonly<Record<string, unknown>>;
}

/**
 * Sets fields of a record if it still has the version of the change, and audits them.
 * @returns whether the record had the version
 */
export async function changePerson(
  transaction: Transaction,
  act: ChangeAct,
  { importId, kind, id, version, current, changes }: PersonChange,
): Promise<boolean> {
  const isPatient = kind === 'patients';
  const table = isPatient ? patients : prospects;
  const { notes, ...columns } = changes;
  const { rowCount } = await transaction
    .update(table)
    .set({ ...(isPatient ? columns : changes), version: version + 1, updatedAt: sql`now()` })
    .where(and(eq(table.id, id), eq(table.version, version), isNull(table.deletedAt)));
  if (rowCount === 0) return false;
  if (isPatient && typeof notes === 'string') {
    await writeNotes(transaction, act, importId, [{ patientId: id, text: notes }]);
  } else if (isPatient && notes === null) {
    const isImported = and(eq(patientNotes.patientId, id), eq(patientNotes.importId, importId));
    await transaction.delete(patientNotes).where(isImported);
  }
  // An import shows no record, so it does not count towards the actor's limit of opened records.
  await writeAudit(
    transaction,
    { ...act, readLimit: undefined },
    {
      action: isPatient ? 'patient.updated' : 'prospect.updated',
      subject: { kind: isPatient ? 'patient' : 'prospect', id },
      details: { changes: toAuditChanges(act, id, current, changes), version: version + 1 },
    },
  );
  return true;
}
