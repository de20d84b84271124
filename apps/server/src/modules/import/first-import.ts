import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { LISTENER_NAME } from '../../platform/events/listener.ts';

/** What an export fills most, and what only refers to it. */
const TABLES = [
  'patients',
  'exams',
  'recipe_appointments',
  'doctor_appointments',
  'fertility_tests',
  'reports',
  'replaced_files',
];
const tables = sql`${sql.param(TABLES)}::regclass[]`;

/** How something is dropped and made again, as it was. */
interface Definition extends Record<string, unknown> {
  readonly drop: string;
  readonly make: string;
}

/**
 * Where there is no patient yet, drops the indexes and constraints of what is about to be filled, and
 * the trigger of its rows: making them of all rows at once takes a third of what keeping them row by row
 * does. It is part of the transaction, and until that ends nobody else can read those tables: where a
 * server runs, they are in use, or are another role's, all stays as it is.
 *
 * @returns what makes them again; null where all stays
 */
export async function setRulesAside(
  transaction: Transaction,
): Promise<(() => Promise<void>) | null> {
  if (!(await mayLock(transaction)) || !(await lockEmpty(transaction))) return null;
  const definitions = await findRules(transaction);
  for (const { drop } of definitions) await transaction.execute(sql.raw(drop));
  await transaction.execute(sql`alter table doctor_appointments disable trigger place`);
  return async () => {
    await transaction.execute(sql`alter table doctor_appointments enable trigger place`);
    await transaction.execute(sql`set local maintenance_work_mem = '128MB'`);
    // Every page of a new index is logged whole, and compressing them all took a third of making them.
    await transaction.execute(sql`
      select set_config('wal_compression', 'off', true)
       where has_parameter_privilege('wal_compression', 'set')`);
    for (const { make } of definitions.toReversed()) await transaction.execute(sql.raw(make));
  };
}

/** Whether the tables are this role's, and no server runs on this database, whose people would wait. */
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

/** False when there is something in them, or somebody else does not let go of them. */
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
    // Somebody may have been first; then nobody shall wait for the locks.
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
 * Indexes that hold no promise and only make a search fast; what excludes; and foreign keys among these
 * tables, since dropping another would keep its table from everybody too.
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
