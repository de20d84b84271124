import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import type { FindingLog } from '../findings.ts';
import { kindNames, type RecordTable } from '../kinds.ts';
import { stagedName } from './staging.ts';
import { DELETED_BY_STAFF, EDITED_BY_STAFF, type Verdicts } from './verdicts.ts';

/** Columns of new rows that the export lacks, with their expressions. */
export interface Computed {
  readonly columns: readonly string[];
  readonly values: SQL;
}

/**
 * Merges the staged records of one kind into their table: new ones are inserted, changed ones updated,
 * and those that staff edited or deleted are kept.
 */
export async function mergeRecords(
  transaction: Transaction,
  verdicts: Verdicts,
  log: FindingLog,
  table: RecordTable,
  computed?: Computed,
): Promise<void> {
  const target = sql.identifier(table.name);
  const staged = sql.identifier(stagedName(table));
  // A taken id without its row was purged from the trash.
  await verdicts.add(sql`
    select seq, ${table.kind}, id, path, outcome,
           case outcome when 'rejected' then 'su identificador ya es de ' || (${JSON.stringify(kindNames)}::json ->> taken_by)
                        when 'kept' then case when is_gone then ${DELETED_BY_STAFF} else ${EDITED_BY_STAFF} end
            end
      from (
        select s.seq, s.id, s.path, taken.kind as taken_by, t.id is null or t.deleted_at is not null as is_gone,
               case when taken.kind <> ${table.kind} then 'rejected'
                    when t.id is null or t.deleted_at is not null then 'kept'
                    when t.version is distinct from t.imported_version then 'kept'
                    when t.import_digest = s.digest then 'unchanged'
                    else 'updated' end as outcome
          from ${staged} s join taken using (id) left join ${target} t on t.id = s.id
         where ${verdicts.isOpen}
      ) met`);
  const { rowCount } = await insertNew(transaction, verdicts, table, computed);
  log.tallies[table.kind].created += rowCount ?? 0;
  await updateChanged(transaction, table);
}

function insertNew(
  transaction: Transaction,
  verdicts: Verdicts,
  table: RecordTable,
  computed: Computed = { columns: [], values: sql`` },
) {
  const columns = sql.raw([...table.columns, ...computed.columns].map(quote).join(', '));
  const own = sql.raw(table.columns.map((column) => `s.${quote(column)}`).join(', '));
  return transaction.execute(sql`
    insert into ${sql.identifier(table.name)} (id, import_digest, imported_version, ${columns})
    select s.id, s.digest, 1, ${own}${computed.values}
      from ${sql.identifier(stagedName(table))} s
     where ${verdicts.isOpen}
     order by s.seq`);
}

/** An edit by staff between the read of a row and its lock is kept. */
async function updateChanged(transaction: Transaction, table: RecordTable): Promise<void> {
  const target = sql.identifier(table.name);
  const changed = sql`select id from verdicts where kind = ${table.kind} and outcome = 'updated'`;
  // In the order of ids, so that two transactions with many locks do not deadlock.
  await transaction.execute(sql`
    select from ${target} where id in (${changed}) order by id for no key update`);
  const assignments = sql.raw(
    table.columns.map((column) => `${quote(column)} = s.${quote(column)}`).join(', '),
  );
  await transaction.execute(sql`
    with written as (
      update ${target} as t
         set ${assignments}, import_digest = s.digest, updated_at = now(),
             version = t.version + 1, imported_version = t.version + 1
        from ${sql.identifier(stagedName(table))} s join verdicts v using (seq)
       where v.outcome = 'updated' and t.id = s.id
         and t.version = t.imported_version and t.deleted_at is null
      returning t.id
    )
    update verdicts set outcome = 'kept', reason = ${EDITED_BY_STAFF}
     where kind = ${table.kind} and outcome = 'updated' and id not in (select id from written)`);
}

function quote(column: string): string {
  return `"${column}"`;
}
