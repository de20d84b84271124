import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client, type ClientConfig } from 'pg';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { getSessionCookie, signIn, startApplication } from '../../../testing/application.ts';
import { temporaryStore } from '../../../testing/backups/backups.ts';
import { queryAsOwner } from '../../../testing/database.ts';
import {
  createFirstRelease,
  FIRST_RELEASE,
  FIRST_STAFF,
  openMigrated,
} from '../../../testing/first-release.ts';
import { LONG_WAIT } from '../../../testing/long-wait.ts';
import { migrateDatabase } from './migrate.ts';
import { listMigrations } from './migrations.ts';

const readApplied = async (owner: ClientConfig) =>
  (await queryAsOwner({ owner }, 'select hash from drizzle.__drizzle_migrations order by id')).map(
    ({ hash }) => hash,
  );
const currentMigrations = listMigrations().map(({ digest }) => digest);

/** Ids of records that are not in the trash. */
async function readIds(owner: ClientConfig, table: string): Promise<unknown[]> {
  const rows = await queryAsOwner(
    { owner },
    `select id from ${table} where deleted_at is null order by id`,
  );
  return rows.map(({ id }) => id);
}

describe('an upgrade from the first release', () => {
  test('E-10.192, T-G6: keeps every record, which staff can read and change', async () => {
    const roles = await createFirstRelease();
    const { owner } = roles;
    const tables = ['patients', 'doctors', 'partners', 'branches', 'prospects'];
    const before = new Map<string, unknown[]>();
    for (const table of tables) before.set(table, await readIds(owner, table));
    const audit = 'select to_jsonb(a) as row from audit_events a order by id';
    const audited = await queryAsOwner(roles, audit);
    expect(audited.length).toBeGreaterThan(10);

    const texts = await queryAsOwner(
      roles,
      `select patient_id as patient, kind, message as text, updated_at as at from reports order by 1, 2`,
    );
    expect(texts.length).toBeGreaterThan(1);

    await migrateDatabase(roles);
    expect(await readApplied(owner)).toEqual(currentMigrations);
    expect(await queryAsOwner(roles, audit)).toMatchObject(audited);
    // Every text is the first draft of its report, to the byte, and in force.
    expect(
      await queryAsOwner(
        roles,
        `select v.patient_id as patient, v.kind, v.text, v.arrived_at as at
           from report_versions v join reports r on r.in_force_id = v.id and r.pending_id = v.id
          where v.number = 1 and v.type = 'draft' and v.source = 'importacion'
            and v.sha256 = encode(sha256(convert_to(v.text, 'UTF8')), 'hex') order by 1, 2`,
      ),
    ).toEqual(texts);

    const store = await temporaryStore();
    for (const { key } of await queryAsOwner(roles, 'select storage_key as key from files')) {
      await store.put(String(key), Buffer.from('%PDF-1.7'));
    }
    const { app } = await startApplication({ database: openMigrated(owner), store });
    const cookie = getSessionCookie(await signIn(app, FIRST_STAFF));
    const read = async (url: string) => {
      const answer = await app.inject({ url, headers: { cookie } });
      expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200);
      return answer.json().data;
    };

    const { userData } = await read('/v1/user/get-all');
    const patients = userData.map(({ idUser }: { idUser: string }) => idUser).toSorted();
    expect(patients).toEqual(before.get('patients'));
    let histories = '';
    for (const id of patients) {
      await read(`/v1/user/get-one?idUser=${id}`);
      histories += JSON.stringify(await read(`/v1/user/get-medical-history-patient?idUser=${id}`));
    }
    const files = [...histories.matchAll(/\/v1\/file[\w/-]+/g)].map(([address]) => address);
    expect(files.length).toBeGreaterThan(5);
    for (const url of files) {
      expect((await app.inject({ url, headers: { cookie } })).statusCode, url).toBe(200);
    }
    for (const { patient, text } of texts) {
      if (!patients.includes(patient)) continue;
      expect(histories.includes(JSON.stringify({ message: text })), String(patient)).toBe(true);
    }
    for (const table of ['exams', 'doctor_appointments', 'recipe_appointments']) {
      const rows = await queryAsOwner(
        roles,
        `select id from ${table} where deleted_at is null
            and patient_id in (select id from patients where deleted_at is null)`,
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { id } of rows) expect(histories.includes(`"${id}"`), String(id)).toBe(true);
    }
    for (const [url, table] of [
      ['/v1/doctor/list', 'doctors'],
      ['/v1/partner/get_partners', 'partners'],
      ['/v1/prospects/get-all', 'prospects'],
    ] as const) {
      const text = JSON.stringify(await read(url));
      for (const id of before.get(table) ?? []) {
        expect(text.includes(`"${id}"`), `${url} ${id}`).toBe(true);
      }
    }
    for (const id of before.get('branches') ?? [])
      await read(`/v1/partner/get-one-branch?idBranch=${id}`);

    const [id] = patients;
    const changed = await app.inject({
      method: 'PUT',
      url: '/v1/user/update-status',
      headers: { cookie },
      payload: { idUsers: [id], status: 2 },
    });
    expect(changed.statusCode, changed.body).toBe(200);
  });

  test('S5, S11, T-L5, T-L10: derives the booking account and the name of each account from the audit', async () => {
    const roles = await createFirstRelease();
    const [person] = await queryAsOwner(roles, 'select id, name, email from staff');
    const [byStaff, bySystem] = await readIds(roles.owner, 'doctor_appointments');
    for (const act of [
      ['staff', person?.id, byStaff],
      ['system', null, bySystem],
    ]) {
      await queryAsOwner(
        roles,
        `insert into audit_events (at, actor_kind, actor_id, action, subject_kind, subject_id)
         values (now(), $1, $2, 'appointment.created', 'doctor_appointment', $3)`,
        act,
      );
    }
    await migrateDatabase(roles);
    const booked = 'select id, booked_by from doctor_appointments where booked_by is not null';
    expect(await queryAsOwner(roles, booked)).toEqual([{ id: byStaff, booked_by: person?.id }]);
    const names = `select staff_id as id, name, email, since::text from staff_names order by since`;
    const seeded = { ...person, since: '-infinity' };
    expect(await queryAsOwner(roles, names)).toEqual([seeded]);
    await queryAsOwner(roles, `update staff set name = 'Julia Luna'`);
    expect(await queryAsOwner(roles, names)).toEqual([
      seeded,
      { ...person, name: 'Julia Luna', since: expect.stringMatching(/^20/) },
    ]);
  });

  test('E-10.2551: begins again after a deadlock with a reader', async () => {
    const roles = await createFirstRelease();
    const reader = new Client({ ...roles.owner, ...inject('testServer').admin });
    await reader.connect();
    onTestFinished(() => reader.end());
    // The reader notices the deadlock much later than the migration.
    await reader.query(`set deadlock_timeout = '60s'`);
    await reader.query('begin; select from recipe_appointments');
    const migrated = migrateDatabase(roles);
    const lockWaits = `select 1 as one from pg_stat_activity where datname = current_database()
      and application_name = 'simiente-migrate' and wait_event_type = 'Lock'`;
    await expect
      .poll(() => queryAsOwner(roles, lockWaits), { ...LONG_WAIT, interval: 20 })
      .toHaveLength(1);
    // The migration has locked this table, and waits for the other.
    await reader.query('select from doctors; commit').catch(() => reader.query('rollback'));
    await migrated;
    expect(await readApplied(roles.owner)).toEqual(currentMigrations);
  });

  test('T-G6: is completed by the next start if it was killed midway', async () => {
    const roles = await createFirstRelease();
    const blocker = new Client(roles.owner);
    await blocker.connect();
    onTestFinished(() => blocker.end());
    // The third migration after the first release changes this table, and waits.
    await blocker.query('begin; lock table recipe_appointments in access share mode');

    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('../../../testing/migrate-once.ts', import.meta.url))],
      { env: { ...process.env, MIGRATE_WHAT: JSON.stringify(roles) }, stdio: 'inherit' },
    );
    const exit = once(child, 'exit');
    const migrating = `select wait_event_type as waits from pg_stat_activity
      where datname = current_database() and application_name = 'simiente-migrate'`;
    await vi.waitFor(
      async () => expect(await queryAsOwner(roles, migrating)).toEqual([{ waits: 'Lock' }]),
      { ...LONG_WAIT, interval: 100 },
    );
    child.kill('SIGKILL');
    expect(await exit).toEqual([null, 'SIGKILL']);
    await blocker.query('rollback');

    await vi.waitFor(async () => expect(await queryAsOwner(roles, migrating)).toEqual([]), {
      ...LONG_WAIT,
      interval: 100,
    });
    expect(await readApplied(roles.owner)).toEqual(currentMigrations.slice(0, FIRST_RELEASE));
    const patients = await readIds(roles.owner, 'patients');
    await migrateDatabase(roles);
    expect(await readApplied(roles.owner)).toEqual(currentMigrations);
    expect(await readIds(roles.owner, 'patients')).toEqual(patients);
  });
});
