import { sql, TransactionRollbackError } from 'drizzle-orm';
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
/** The import asks for none of their rows that came with it. */
const UNSEARCHED = sql.param(['exams', 'recipe_appointments', 'fertility_tests', 'reports']);
/** The database looks in it for what an appointment overlaps. */
const NEEDED = 'doctor_appointments_doctor';

/** How something is dropped and made again, as it was. */
interface Definition extends Record<string, unknown> {
  readonly drop: string;
  readonly make: string;
}

/**
 * Where there is no patient yet, drops the indexes and constraints of what is about to be filled:
 * making them of all rows at once takes a third of what keeping them row by row does. It is part of the
 * transaction, and until that ends nobody else can read those tables: where a server runs, they are in
 * use, or are another role's, all stays as it is.
 *
 * @returns what makes them again
 */
export async function setIndexesAside(transaction: Transaction): Promise<() => Promise<void>> {
  const may = (await isOwner(transaction)) && !(await isServed(transaction));
  if (!may || !(await lockEmpty(transaction))) return async () => {};
  const constraints = await findConstraints(transaction);
  const indexes = await findIndexes(transaction);
  for (const { drop } of [...constraints, ...indexes]) await transaction.execute(sql.raw(drop));
  return async () => {
    await transaction.execute(sql`set local enable_seqscan = on`);
    await transaction.execute(sql`set local maintenance_work_mem = '128MB'`);
    // Every page of a new index is logged whole, and compressing them all took a third of making them.
    await transaction.execute(sql`
      select set_config('wal_compression', 'off', true)
       where has_parameter_privilege('wal_compression', 'set')`);
    for (const { make } of [...constraints, ...indexes].reverse()) {
      await transaction.execute(sql.raw(make));
    }
  };
}

async function isOwner(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.execute<{ all: boolean }>(sql`
    select bool_and(pg_has_role(relowner, 'usage')) as all
      from pg_class where oid = any(${tables()})`);
  return rows[0]?.all === true;
}

/** Whether a server runs on this database, whose people would all wait. */
async function isServed(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.execute(sql`
    select from pg_stat_activity
     where datname = current_database() and application_name = ${LISTENER_NAME}`);
  return rows.length > 0;
}

const LOCK_NOT_AVAILABLE = '55P03';

/** False when there is something in them, or somebody else does not let go of them. */
async function lockEmpty(transaction: Transaction): Promise<boolean> {
  if (!(await isEmpty(transaction))) return false;
  try {
    await transaction.transaction(async (attempt) => {
      await attempt.execute(sql`set local lock_timeout = '2s'`);
      await attempt.execute(sql.raw(`lock table ${TABLES.join(', ')} in access exclusive mode`));
      await attempt.execute(sql`set local lock_timeout = default`);
      // Somebody may have been first; then nobody shall wait for the locks.
      if (!(await isEmpty(attempt))) attempt.rollback();
    });
    return true;
  } catch (error) {
    if (error instanceof TransactionRollbackError) return false;
    const cause = error instanceof Error ? error.cause : null;
    if (cause instanceof Error && 'code' in cause && cause.code === LOCK_NOT_AVAILABLE)
      return false;
    throw error;
  }
}

async function isEmpty(transaction: Transaction): Promise<boolean> {
  const found = TABLES.map((table) => `exists (select from ${table})`).join(' or ');
  const { rows } = await transaction.execute<{ found: boolean }>(
    sql.raw(`select ${found} as found`),
  );
  return rows[0]?.found === false;
}

/**
 * Foreign keys among these tables, since dropping another would keep its table from everybody too;
 * what excludes; and keys by which nobody looks while they are filled, after what refers to them.
 */
async function findConstraints(transaction: Transaction): Promise<Definition[]> {
  const { rows } = await transaction.execute<Definition>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname,
                  pg_get_constraintdef(oid)) as make
      from pg_constraint
     where conrelid = any(${tables()})
       and (contype = 'x' or contype = 'f' and confrelid = any(${tables()})
            or contype in ('p', 'u') and conrelid = any(${UNSEARCHED}::regclass[]))
     order by contype <> 'f', conname`);
  return rows;
}

/** Those that hold no promise, and only make a search fast. */
async function findIndexes(transaction: Transaction): Promise<Definition[]> {
  const { rows } = await transaction.execute<Definition>(sql`
    select format('drop index %s', indexrelid::regclass) as drop,
           pg_get_indexdef(indexrelid) as make
      from pg_index
     where indrelid = any(${tables()}) and not indisunique and not indisexclusion
       and indexrelid <> ${NEEDED}::regclass
     order by indexrelid::regclass::text`);
  return rows;
}

function tables() {
  return sql`${sql.param(TABLES)}::regclass[]`;
}
