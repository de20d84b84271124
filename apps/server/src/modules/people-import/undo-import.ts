import { UNDO_DAYS } from '@simiente/contract/people/calls';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { patients } from '../../schema/patients.ts';
import { peopleImportRows, peopleImports } from '../../schema/people-imports.ts';
import { prospects } from '../../schema/prospects.ts';
import { writeAudit } from '../audit/public.ts';
import { moveToTrash } from '../trash/public.ts';
import { changePerson } from './import-people.ts';

/** Imports that can be undone. */
export const isUndoable = and(
  eq(peopleImports.state, 'done'),
  gt(peopleImports.startedAt, sql`now() - make_interval(days => ${UNDO_DAYS})`),
);

interface KeptRecord {
  readonly id: string;
  readonly name: string;
  readonly reason: 'edited' | 'used' | 'deleted';
}

/** Records that go to the trash together. */
const AT_ONCE = 500;

/**
 * Undoes an import: new records go to the trash, and completed fields are emptied. Records that were edited, deleted
 * or used since are kept.
 * @throws Problem NOT_FOUND for an import that cannot be undone
 */
export async function undoImport(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest'>,
  importId: string,
): Promise<{ undone: number; kept: KeptRecord[] }> {
  const [found] = await transaction
    .update(peopleImports)
    .set({ state: 'undone', undoneAt: sql`now()` })
    .where(and(eq(peopleImports.id, importId), isUndoable))
    .returning({ kind: peopleImports.kind });
  if (found === undefined) throw new Problem('NOT_FOUND');
  const { kind } = found;
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
      isUsed: sql<boolean>`${await referencesTo(transaction, kind)}`,
    })
    .from(peopleImportRows)
    .innerJoin(table, eq(table.id, recordId))
    .where(eq(peopleImportRows.importId, importId))
    .orderBy(table.id)
    .for('update', { of: table });
  const kept: KeptRecord[] = [];
  const created: string[] = [];
  let undone = 0;
  for (const { id, name, version, deletedAt, importedVersion, before, isUsed } of rows) {
    const isEdited = version !== importedVersion;
    if (deletedAt !== null || isEdited || (before === null && isUsed)) {
      kept.push({ id, name, reason: deletedAt ? 'deleted' : isEdited ? 'edited' : 'used' });
      continue;
    }
    undone += 1;
    if (before === null) created.push(id);
    else
      await changePerson(transaction, context, {
        ...{ importId, kind, id, version, current: {}, fills: before },
      });
  }
  for (let start = 0; start < created.length; start += AT_ONCE) {
    await moveToTrash(transaction, context, created.slice(start, start + AT_ONCE));
  }
  await writeAudit(transaction, context, {
    action: 'people.import_undone',
    details: { import: importId, kind, undone, kept: kept.length },
  });
  return { undone, kept };
}

/**
 * Whether any row of another table belongs to a record, by the foreign keys of the database. Its own notes and its
 * pairs of similar patients do not count.
 */
async function referencesTo(transaction: Transaction, kind: 'patients' | 'prospects') {
  const { rows } = await transaction.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = ${kind}::regclass and c.conrelid not in
       ('people_import_rows'::regclass, 'similar_patients'::regclass, 'similar_pending'::regclass)`);
  const uses = rows.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.raw(table)} used where used.${sql.identifier(column)} = ${sql.raw(kind)}.id
        ${table === 'patient_notes' ? sql`and used.import_id is distinct from ${peopleImportRows.importId}` : sql``})`,
  );
  return uses.length === 0 ? sql`false` : sql`(${sql.join(uses, sql` or `)})`;
}
