import { expect } from 'vitest';
import type { Finding } from '../modules/audit/chain/chain-check.ts';
import { readSealKeys } from '../modules/audit/chain/link.ts';
import { sealAll } from '../modules/audit/chain/sealer.ts';
import { verifyChain } from '../modules/audit/chain/verify.ts';
import { createTestDatabase, queryAsOwner, type TestDatabase } from './database.ts';

export const KEY = 'una llave de las pruebas; de cuarenta letras';
export const keys = readSealKeys(KEY);
/** The values of an audit row as SQL, and their columns. */
export const ACTOR_VALUES = `'staff', 'stf_1', 'patient.read', 'patient', 'usr_1', 'usr_1', '10.0.0.1', 'Navegador', gen_random_uuid()`;
export const COLUMNS = `actor_kind, actor_id, action, subject_kind, subject_id, patient_id, address, user_agent, request_id`;

/** Adds audit rows. */
export async function write(
  { pool }: Pick<TestDatabase, 'pool'>,
  rows = 1,
  details = '{"n": 1}',
): Promise<void> {
  await pool.query(
    `insert into audit_events (${COLUMNS}, details)
     select ${ACTOR_VALUES}, $1::jsonb from generate_series(1, $2)`,
    [details, rows],
  );
}

/** Adds a row as the owner of the tables can: with a chosen id and time. */
export async function writeAsOwner(
  database: Pick<TestDatabase, 'owner'>,
  id: number,
  at: string,
): Promise<void> {
  await queryAsOwner(
    database,
    `alter table audit_events disable trigger identify_audit_event;
     insert into audit_events (id, at, ${COLUMNS}) values (${id}, ${at}, ${ACTOR_VALUES});
     alter table audit_events enable trigger identify_audit_event`,
  );
}

/** Sets the size of the partitions of an empty audit. */
export async function partitionBy(
  database: Pick<TestDatabase, 'owner'>,
  size: number,
): Promise<void> {
  const first = (table: string) => `
    alter table ${table} detach partition audit_partitions.${table}_0;
    alter table ${table} attach partition audit_partitions.${table}_0
      for values from (minvalue) to (${size});`;
  await queryAsOwner(
    database,
    `create or replace function audit_partition_size() returns bigint
       language sql immutable as 'select ${size}::bigint';
     ${first('audit_events')} ${first('audit_seals')}
     select make_audit_partitions(); select make_audit_partitions()`,
  );
}

/** A database with this many audit rows, all of them sealed. */
export async function sealedDatabase(rows: number): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await write(database, rows);
  await sealAll({ ...database, keys, checkpoints: '' });
  return database;
}

/** The findings of a verification, without duplicates. */
export async function verify(
  { pool }: TestDatabase,
  options: Partial<Parameters<typeof verifyChain>[0]> = {},
) {
  const found: Finding[] = [];
  const result = await verifyChain({ pool, keys, checkpoints: [], ...options }, (finding) =>
    found.push(finding),
  );
  expect(result.findings).toBe(found.length);
  return { ...result, found };
}
