import { Client, type ClientConfig } from 'pg';
import { describe, expect, test } from 'vitest';
import {
  createEmptyDatabase,
  createTestDatabase,
  queryAsOwner,
} from '../../../testing/database.ts';
import { startProxy } from '../../../testing/services/proxy.ts';
import { migrateDatabase } from './migrate.ts';
import { applyMigrations, listMigrations } from './migrations.ts';

/** The whole schema: tables, columns, indexes, functions, triggers, grants. */
async function readSchema(owner: ClientConfig) {
  return queryAsOwner(
    { owner },
    `select 'column' as what, table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as name
       from information_schema.columns where table_schema in ('public', 'drizzle')
     union all select 'index', indexdef from pg_indexes where schemaname = 'public'
     union all select 'trigger', event_object_table || '.' || trigger_name from information_schema.triggers
     union all select 'right', grantee || ' ' || privilege_type || ' ' || table_name
       from information_schema.table_privileges where table_schema = 'public'
     order by 1, 2`,
  );
}

const readApplied = (owner: ClientConfig) =>
  queryAsOwner({ owner }, 'select hash from drizzle.__drizzle_migrations order by id');

describe('the migrations', () => {
  test('create the schema from nothing, and change nothing when run again', async () => {
    const roles = await createEmptyDatabase();
    await migrateDatabase(roles);
    const [schema, hashes] = [await readSchema(roles.owner), await readApplied(roles.owner)];
    expect(schema.length).toBeGreaterThan(100);
    expect(hashes.length).toBeGreaterThan(0);
    await migrateDatabase(roles);
    await migrateDatabase(roles);
    expect(await readSchema(roles.owner)).toEqual(schema);
    expect(await readApplied(roles.owner)).toEqual(hashes);
  });

  test('M6, E-10.903: reject a database that a later version has migrated, and change nothing in it', async () => {
    const roles = await createEmptyDatabase();
    await migrateDatabase(roles);
    await queryAsOwner(
      roles,
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later version', 9e12);
       alter table patients add column later text`,
    );
    const schema = await readSchema(roles.owner);
    await expect(migrateDatabase(roles)).rejects.toMatchObject({
      code: 'database-newer',
      message: expect.stringMatching(/versión más nueva de Simiente: .* «simiente restore»/),
    });
    expect(await readSchema(roles.owner)).toEqual(schema);
  });

  test('H-A9, E-10.1550: move the messages of Calendly and of laboratories to one table, with their ids', async () => {
    const roles = await createEmptyDatabase();
    const all = listMigrations();
    const moves = all.findIndex(({ statements }) =>
      statements.some((statement) => statement.includes('CREATE TABLE "inbox_messages"')),
    );
    const client = new Client(roles.owner);
    await client.connect();
    await applyMigrations(client, all.slice(0, moves));
    await client.end();
    await queryAsOwner(
      roles,
      `insert into partners (id, name, type) values ('par_1', 'Lab Uno', 'Laboratorio');
       insert into calendly_deliveries (digest, event, payload, outcome, reason, appointment_id)
         values ('c1', 'invitee.created', '{"a": 1}', 'applied', null, 'rec_1'),
                ('c2', 'invitee.canceled', '{}', 'failed', 'fault', null);
       insert into laboratory_messages (digest, laboratory_id, content, reports, outcome, settled_by, settled_reason)
         values ('l1', 'par_1', 'MSH', '{r}', 'failed', 'stf_1', 'Se repitió')`,
    );
    await migrateDatabase(roles);
    const rowsAfter = await queryAsOwner(
      roles,
      `select kind, id::int, digest, outcome, reason, event, payload, appointment_id, laboratory_id, content,
         reports, settled_by, settled_reason from inbox_messages order by kind, id`,
    );
    const delivery = { kind: 'calendly_delivery', laboratory_id: null, content: null };
    expect(rowsAfter).toMatchObject([
      {
        ...delivery,
        id: 1,
        digest: 'c1',
        outcome: 'applied',
        appointment_id: 'rec_1',
        payload: { a: 1 },
      },
      {
        ...delivery,
        id: 2,
        digest: 'c2',
        outcome: 'failed',
        reason: 'fault',
        event: 'invitee.canceled',
      },
      {
        kind: 'laboratory_message',
        id: 1,
        digest: 'l1',
        laboratory_id: 'par_1',
        content: Buffer.from('MSH'),
        reports: ['r'],
        settled_by: 'stf_1',
        settled_reason: 'Se repitió',
      },
    ]);
    const [next] = await queryAsOwner(
      roles,
      `insert into inbox_messages (kind, digest) values ('calendly_delivery', 'c3') returning id::int`,
    );
    expect(next).toEqual({ id: 3 });
  });

  test('T-H1: fail when their connection is lost, and the process continues', async () => {
    const roles = await createEmptyDatabase();
    const wire = await startProxy(roles.owner);
    wire.cutAfter('audit_closed_ids');
    await expect(migrateDatabase({ ...roles, owner: wire.config })).rejects.toThrow();
    await migrateDatabase(roles);
  });

  test('run once each when several processes start them simultaneously', async () => {
    const roles = await createEmptyDatabase();
    await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(roles)));
    const hashes = await readApplied(roles.owner);
    expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(hashes.length);
    const once = await createEmptyDatabase();
    await migrateDatabase(once);
    expect(await readSchema(roles.owner)).toEqual(await readSchema(once.owner));
    expect(await readApplied(once.owner)).toEqual(hashes);
  });

  test('T-G6: leave nothing when interrupted, and are completed the next time', async () => {
    const roles = await createEmptyDatabase();
    await queryAsOwner(roles, 'create table patients (id text)');
    await expect(migrateDatabase(roles)).rejects.toThrow();
    const tables = await queryAsOwner(
      roles,
      `select table_name from information_schema.tables where table_schema = 'public' order by 1`,
    );
    expect(tables).toEqual([{ table_name: 'patients' }]);
    await queryAsOwner(roles, 'drop table patients');
    await migrateDatabase(roles);
    expect(await readSchema(roles.owner)).not.toEqual([]);
  });

  test('keep existing data', async () => {
    const roles = await createEmptyDatabase();
    await migrateDatabase(roles);
    await queryAsOwner(roles, `insert into patients (id, name) values ('usr_1', 'Ana')`);
    await migrateDatabase(roles);
    expect(await queryAsOwner(roles, 'select id, name from patients')).toEqual([
      { id: 'usr_1', name: 'Ana' },
    ]);
    expect(await queryAsOwner(roles, 'select * from record_ids')).toEqual([
      { id: 'usr_1', kind: 'patient' },
    ]);
  });

  test('H-A17, E-10.1446: give an order without a result the study in its text', async () => {
    const { owner } = await createEmptyDatabase();
    const all = listMigrations();
    const from = all.findIndex(({ statements }) =>
      statements.some((statement) => statement.includes('named.exam_type')),
    );
    const client = new Client(owner);
    await client.connect();
    try {
      await applyMigrations(client, all.slice(0, from));
      await client.query(`insert into patients (id, name) values ('pat_1', 'Ana');
        insert into partners (id, name) values ('lab', 'Laboratorio');
        insert into branches (id, partner_id, name) values ('bra_1', 'lab', 'Centro');
        insert into exam_orders (id, patient_id, branch_id, partner_id, exams)
          values ('ord_1', 'pat_1', 'bra_1', 'lab', '{Espermatobioscopia directa,"Cultivo de uretra"}')`);
      const types = async () => {
        const { rows } = await client.query(
          'select exam_type as type from exam_order_studies order by position',
        );
        return rows.map(({ type }) => type);
      };
      expect(await types()).toEqual(['Espermatobioscopia directa', 'Cultivo de uretra']);
      await applyMigrations(client, all.slice(from));
      expect(await types()).toEqual(['Seminograma', 'Cultivo de uretra']);
    } finally {
      await client.end();
    }
  });

  test('work if the owner and the application are one role', async () => {
    const roles = await createEmptyDatabase();
    await migrateDatabase({ ...roles, appRole: String(roles.owner.user) });
    expect(await queryAsOwner(roles, 'select count(*)::int as n from patients')).toEqual([
      { n: 0 },
    ]);
  });
});

describe('the application’s role', () => {
  test('writes to every table, appends to the audit, the registry and the versions of reports, and owns nothing', async () => {
    const database = await createTestDatabase();
    const { rows } = await database.pool.query<{ table: string; rights: string }>(
      `select tablename as table, concat_ws(' ',
         case when has_table_privilege(tablename::text, 'select') then 'select' end,
         case when has_table_privilege(tablename::text, 'insert') then 'insert' end,
         case when has_table_privilege(tablename::text, 'update') then 'update' end,
         case when has_table_privilege(tablename::text, 'delete') then 'delete' end,
         case when has_table_privilege(tablename::text, 'truncate') then 'truncate' end,
         case when has_table_privilege(tablename::text, 'references') then 'references' end,
         case when has_table_privilege(tablename::text, 'trigger') then 'trigger' end,
         case when tableowner = current_user then 'owner' end) as rights
       from pg_tables where schemaname = 'public' order by 1`,
    );
    const limited: Readonly<Record<string, string>> = {
      audit_events: 'select insert',
      audit_seals: 'select insert',
      record_ids: 'select insert',
      report_versions: 'select insert',
      report_withdrawals: 'select insert',
      report_discards: 'select insert',
      report_confirmations: 'select insert',
      reports: 'select',
      staff_names: 'select',
      audit_sealing_runs: 'select',
    };
    const expected = (table: string) => limited[table] ?? 'select insert update delete';
    expect(rows.length).toBeGreaterThan(15);
    expect(rows).toEqual(rows.map(({ table }) => ({ table, rights: expected(table) })));
  });

  test('cannot create or alter anything, and cannot leave its database', async () => {
    const { pool } = await createTestDatabase();
    for (const text of [
      'create table mine (id text)',
      'create schema mine',
      'create function mine() returns int language sql as $$ select 1 $$',
      'alter table patients add column x int',
      'drop table patients',
      'delete from drizzle.__drizzle_migrations',
      'create role mine',
      `copy patients to program 'cat'`,
      `select pg_read_file('/etc/passwd')`,
    ]) {
      await expect(pool.query(text), text).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('the id of a record', () => {
  test('E-7.17, T-H4: is never reused, by any kind of record, even after the first record is gone', async () => {
    const { pool } = await createTestDatabase();
    await pool.query(`insert into patients (id, name) values ('x', 'Ana'), ('y', 'Eva')`);
    const insert = `insert into prospects (id, name) values ('x', 'Luis')`;
    await expect(pool.query(insert)).rejects.toMatchObject({ code: '23505' });
    await pool.query(`delete from patients where id = 'x'`);
    await expect(pool.query(insert)).rejects.toMatchObject({ code: '23505' });
    await pool.query(`insert into prospects (id, name) values ('z', 'Luis')`);
    const { rows } = await pool.query('select id, kind from record_ids order by id');
    expect(rows).toEqual([
      { id: 'x', kind: 'patient' },
      { id: 'y', kind: 'patient' },
      { id: 'z', kind: 'prospect' },
    ]);
  });
});
