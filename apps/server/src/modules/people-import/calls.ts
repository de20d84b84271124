import { readFile } from 'node:fs/promises';
import {
  type CheckedPeople,
  type PeopleChanges,
  peopleChanges,
  type peopleContract,
  UNDO_DAYS,
} from '@simiente/contract/people/calls';
import { type MappedColumn, mappedColumn } from '@simiente/contract/people/columns';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput, Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { pick, toWire } from '../../platform/database/records.ts';
import { createSemaphore } from '../../platform/http/load/semaphore.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { Problem, toFieldProblem } from '../../platform/problem.ts';
import { ImportError } from '../../platform/tables/table-limits.ts';
import type { ReceivedFile } from '../../platform/uploads/receive-form.ts';
import { patients } from '../../schema/patients.ts';
import { peopleImportRows, peopleImports } from '../../schema/people-imports.ts';
import { prospects } from '../../schema/prospects.ts';
import { audited, auditNoEffect, writeAudit } from '../audit/public.ts';
import { moveToTrash } from '../trash/public.ts';
import { guessColumns } from './guess-columns.ts';
import { changePerson, importPeople, isCancelledImport } from './import-people.ts';
import { countPlan, planImport, presentPlan } from './plan-import.ts';
import { describeColumns, readPeople, readPeopleTable } from './read-people.ts';

type SentFile = CallInput<typeof peopleContract.check>;

/** @throws Problem BAD_REQUEST */
function parseJson<Schema extends z.ZodType>(path: string, text: string, schema: Schema) {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw toFieldProblem('BAD_REQUEST', path, 'No es JSON válido.');
  }
  const { data, error } = schema.safeParse(json);
  if (error === undefined) return data as z.output<Schema>;
  throw toFieldProblem('BAD_REQUEST', path, error.issues[0]?.message ?? 'No es válido.');
}

const parseColumns = (text: string): MappedColumn[] =>
  parseJson('columns', text, z.array(mappedColumn).max(500));

async function readChanges(changes: ReceivedFile | undefined): Promise<PeopleChanges> {
  const text = changes === undefined ? '{}' : await readFile(await changes.scan(), 'utf8');
  return parseJson('changes', text, peopleChanges);
}

/** @throws Problem RESULTS_FILE_REFUSED, BAD_REQUEST */
async function readSent({ clinicTimeZone: timeZone }: StaffContext, sent: SentFile) {
  const { kind, sheet, headingLine, file: received } = sent;
  const bytes = await readFile(await received.scan());
  const sheetIndex = sheet === undefined ? undefined : sheet - 1;
  const file = { bytes, name: received.name, kind, sheet: sheetIndex, headingLine, timeZone };
  return {
    file,
    table: await readPeopleTable(file).catch(reject),
    changes: await readChanges(sent.changes),
  };
}

async function checkFile(context: StaffContext, sent: SentFile): Promise<CheckedPeople> {
  const { file, table, changes } = await readSent(context, sent);
  const columns =
    sent.columns === undefined ? guessColumns(table, sent.kind) : parseColumns(sent.columns);
  const rows = sent.columns === undefined ? null : await readPeople(table, columns, file, changes);
  const described = await describeColumns(table, columns, file);
  const hidden = new Set(table.hidden);
  return context.db.transaction(async (transaction) => {
    const plan = rows && (await planImport(transaction, sent.kind, rows, changes));
    const review = plan && presentPlan(plan);
    await writeAudit(transaction, context, {
      action: 'people.checked',
      details: { kind: sent.kind, rows: table.rows.length },
      ...(review && { shown: review.existing.map(({ id }) => id) }),
    });
    return {
      sheets: [...table.sheets],
      sheet: table.sheet,
      headingLine: table.headingLine,
      rows: table.rows.length,
      hidden: table.rows.map(({ line }) => line).filter((line) => hidden.has(line)),
      is1904: table.is1904,
      columns: described,
      review,
    };
  });
}

const noPeople = { created: 0, completed: 0, unchanged: 0, repeated: 0, refused: 0 };

async function importFile(
  context: StaffContext,
  { idImport, ...sent }: CallInput<typeof peopleContract.import>,
) {
  const { file, table, changes } = await readSent(context, sent);
  const rows = await readPeople(table, parseColumns(sent.columns), file, changes);
  try {
    const people = { id: idImport, file, rows, changes };
    const plan = await importPeople(context.db, context, people);
    return { idImport, isCancelled: false, ...countPlan(plan) };
  } catch (error) {
    if (!isCancelledImport(error)) throw error;
    return { idImport, isCancelled: true, ...noPeople };
  }
}

function reject(error: unknown): never {
  if (!(error instanceof ImportError)) throw error;
  const issues = [{ path: 'file', message: error.message }];
  throw new Problem('RESULTS_FILE_REFUSED', { issues, cause: error });
}

const importColumns = {
  idImport: peopleImports.id,
  ...pick(peopleImports, ['kind', 'fileName', 'state', 'total', 'written', 'created', 'completed']),
  startedAt: peopleImports.startedAt,
};

const MAX_IMPORTS = 20;

/** An import, even a waiting one, holds one of the pool's ten connections; storing progress needs a second. */
const imports = createSemaphore({ all: 4, perClient: 2, retryAfter: 10 });
/** A check holds a connection of the pool while it plans. */
const checks = createSemaphore({ all: 4, perClient: 2, retryAfter: 2 });

export const peopleCalls: Handlers<typeof peopleContract> = {
  check: (context, input) =>
    checks.withPermit(context.actor.id, async () => ({
      checked: await checkFile(context, input),
    })),
  import: (context, input) =>
    imports.withPermit(context.actor.id, async () => ({
      outcome: await importFile(context, input),
    })),

  async progress({ db }, { idImport }) {
    const [row] = await db
      .select(importColumns)
      .from(peopleImports)
      .where(eq(peopleImports.id, idImport));
    return { import: row ? toWire(row) : null };
  },

  list: audited(
    async ({ db }, { kind }) => {
      const rows = await db
        .select(importColumns)
        .from(peopleImports)
        .where(and(eq(peopleImports.kind, kind), isUndoable))
        .orderBy(desc(peopleImports.startedAt))
        .limit(MAX_IMPORTS);
      return { imports: rows.map(toWire) };
    },
    ({ kind }, { imports }) => ({
      action: 'people.imports_listed',
      details: { kind, count: imports.length },
    }),
  ),

  cancel: (context, { idImport }) =>
    context.db.transaction(async (transaction) => {
      const { rowCount } = await transaction
        .update(peopleImports)
        .set({ cancelled: true })
        .where(and(eq(peopleImports.id, idImport), eq(peopleImports.state, 'running')));
      if (rowCount === 0) throw new Problem('NOT_FOUND');
      await writeAudit(transaction, context, {
        action: 'people.import_cancelled',
        details: { import: idImport },
      });
      return { idImport };
    }),

  undo: idempotent(
    'people.undo',
    (transaction, context, { idImport }) => undoImport(transaction, context, idImport),
    auditNoEffect,
  ),
};

const isUndoable = and(
  eq(peopleImports.state, 'done'),
  gt(peopleImports.startedAt, sql`now() - make_interval(days => ${UNDO_DAYS})`),
);

interface KeptRecord {
  readonly id: string;
  readonly name: string;
  readonly reason: 'edited' | 'used' | 'deleted';
}

/** Maximum number of records that go to the trash together. */
const TRASH_BATCH_SIZE = 500;

/**
 * Undoes an import: new records go to the trash, and completed fields are emptied. Records that were edited or
 * deleted since, and new records to which other data refer, stay unchanged.
 * @throws Problem NOT_FOUND for an import that cannot be undone
 */
async function undoImport(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest'>,
  importId: string,
): Promise<{ undone: number; kept: KeptRecord[] }> {
  const [undoneImport] = await transaction
    .update(peopleImports)
    .set({ state: 'undone', undoneAt: sql`now()` })
    .where(and(eq(peopleImports.id, importId), isUndoable))
    .returning({ kind: peopleImports.kind });
  if (undoneImport === undefined) throw new Problem('NOT_FOUND');
  const { kind } = undoneImport;
  await transaction.execute(sql`set local statement_timeout = 0`);
  const table = kind === 'patients' ? patients : prospects;
  const recordId = kind === 'patients' ? peopleImportRows.patientId : peopleImportRows.prospectId;
  const rows = await transaction
    .select({
      id: table.id,
      name: table.name,
      version: table.version,
      deletedAt: table.deletedAt,
      importedVersion: peopleImportRows.version,
      before: peopleImportRows.before,
      isUsed: sql<boolean>`${await buildIsReferenced(transaction, kind, importId)}`,
    })
    .from(peopleImportRows)
    .innerJoin(table, eq(table.id, recordId))
    .where(eq(peopleImportRows.importId, importId))
    .orderBy(table.id)
    .for('update', { of: table });
  const keptRecords: KeptRecord[] = [];
  const created: string[] = [];
  let undone = 0;
  for (const { id, name, version, deletedAt, importedVersion, before, isUsed } of rows) {
    const isEdited = version !== importedVersion;
    if (deletedAt !== null || isEdited || (before === null && isUsed)) {
      keptRecords.push({ id, name, reason: deletedAt ? 'deleted' : isEdited ? 'edited' : 'used' });
      continue;
    }
    undone += 1;
    if (before === null) created.push(id);
    else {
      const change = { importId, kind, id, version, current: {}, changes: before };
      await changePerson(transaction, context, change);
    }
  }
  for (let start = 0; start < created.length; start += TRASH_BATCH_SIZE) {
    await moveToTrash(transaction, context, created.slice(start, start + TRASH_BATCH_SIZE));
  }
  await writeAudit(transaction, context, {
    action: 'people.import_undone',
    details: { import: importId, kind, undone, kept: keptRecords.length },
  });
  return { undone, kept: keptRecords };
}

/**
 * SQL: whether a row of another table refers to the record, by any foreign key of the database. Rows and notes of the
 * import, and pairs of similar patients, do not count.
 */
async function buildIsReferenced(
  transaction: Transaction,
  kind: 'patients' | 'prospects',
  importId: string,
) {
  const { rows } = await transaction.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = ${kind}::regclass and c.conrelid not in
       ('people_import_rows'::regclass, 'similar_patients'::regclass, 'similar_pending'::regclass)`);
  const uses = rows.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.raw(table)} used where used.${sql.identifier(column)} = ${sql.raw(kind)}.id
        ${table === 'patient_notes' ? sql`and used.import_id is distinct from ${importId}` : sql``})`,
  );
  return uses.length === 0 ? sql`false` : sql`(${sql.join(uses, sql` or `)})`;
}
