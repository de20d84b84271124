import { sql } from 'drizzle-orm';
import { LISTENER_NAME } from '../../../platform/database/connections/listener.ts';
import type { Transaction } from '../../../platform/database/database.ts';

/** The tables that an export fills most, and those that refer to them. */
const TABLES = [
  'patients',
  'exams',
  'recipe_appointments',
  'doctor_appointments',
  'fertility_tests',
  'report_versions',
  'reports',
  'replaced_files',
];
const tables = sql`${sql.param(TABLES)}::regclass[]`;

/** What they check, set or derive row by row, the import writes for all at once. */
const ROW_TRIGGERS = [
  ['doctor_appointments', 'place'],
  ['report_versions', 'check_report_version'],
  ['report_versions', 'derive_reports'],
] as const;

/** Statements that drop something and create it again. */
interface Definition extends Record<string, unknown> {
  readonly drop: string;
  readonly make: string;
}

/**
 * If there are no patients yet, drops the indexes and constraints of the tables to fill, and their row
 * triggers: creating them for all rows at once takes a third of the time of maintaining them. It is part
 * of the transaction, until whose end no other session can read the tables: beside a running server, or for
 * tables of another role, nothing is dropped.
 * @returns the statements that create them again; null if nothing was dropped
 */
export async function dropConstraints(
  transaction: Transaction,
): Promise<(() => Promise<void>) | null> {
  if (!(await mayLock(transaction)) || !(await lockEmpty(transaction))) return null;
  const definitions = await findRules(transaction);
  for (const { drop } of definitions) await transaction.execute(sql.raw(drop));
  for (const [table, trigger] of ROW_TRIGGERS) {
    await transaction.execute(sql.raw(`alter table ${table} disable trigger ${trigger}`));
  }
  return async () => {
    for (const [table, trigger] of ROW_TRIGGERS) {
      await transaction.execute(sql.raw(`alter table ${table} enable trigger ${trigger}`));
    }
    await transaction.execute(sql`set local maintenance_work_mem = '128MB'`);
    // Every page of a new index is logged whole, and compressing them took a third of the time.
    await transaction.execute(sql`
      select set_config('wal_compression', 'off', true)
       where has_parameter_privilege('wal_compression', 'set')`);
    for (const { make } of definitions.toReversed()) await transaction.execute(sql.raw(make));
  };
}

/** Whether the tables are this role's, and no server runs on this database. */
async function mayLock(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.execute<{ may: boolean }>(sql`
    select (select bool_and(pg_has_role(relowner, 'usage')) from pg_class where oid = any(${tables}))
           and not exists (
             select from pg_stat_activity
              where datname = current_database() and application_name = ${LISTENER_NAME}) as may`);
  return rows[0]?.may === true;
}

const LOCK_NOT_AVAILABLE = '55P03';
const empty = sql.raw(
  `not (${TABLES.map((table) => `exists (select from ${table})`).join(' or ')})`,
);

/** False when they have rows, or another transaction holds them. */
async function lockEmpty(transaction: Transaction): Promise<boolean> {
  const isEmpty = async () => {
    const { rows } = await transaction.execute<{ yes: boolean }>(sql`select ${empty} as yes`);
    return rows[0]?.yes === true;
  };
  if (!(await isEmpty())) return false;
  await transaction.execute(sql`savepoint unlocked`);
  try {
    await transaction.execute(sql`set local lock_timeout = '2s'`);
    await transaction.execute(sql.raw(`lock table ${TABLES.join(', ')} in access exclusive mode`));
    await transaction.execute(sql`set local lock_timeout = default`);
    // A simultaneous import may have been first; no other transaction must wait for the locks.
    if (await isEmpty()) return true;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code !== LOCK_NOT_AVAILABLE) throw error;
  }
  await transaction.execute(sql`rollback to savepoint unlocked`);
  return false;
}

/**
 * Indexes that only speed up searches, exclusion constraints, and foreign keys among these tables:
 * dropping another would lock its table too.
 */
async function findRules(transaction: Transaction): Promise<Definition[]> {
  const { rows } = await transaction.execute<Definition>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname,
                  pg_get_constraintdef(oid)) as make
      from pg_constraint
     where conrelid = any(${tables})
       and (contype = 'x' or contype = 'f' and confrelid = any(${tables}))
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index
     where indrelid = any(${tables}) and not indisunique and not indisexclusion
     order by 1`);
  return rows;
}
