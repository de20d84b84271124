import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { forLength } from '../../../../../../scripts/test-length.mjs';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../../../testing/database.ts';
import { KEY, keys, verify, write } from '../../../testing/sealed-audit.ts';
import type { Finding } from './chain-check.ts';
import { readSealKeys } from './link.ts';
import { sealAll } from './sealer.ts';

describe('T-F2: a change of the audit by the owner of the tables', () => {
  const ROWS = 40;
  let database: TestDatabase;
  let head: NonNullable<Awaited<ReturnType<typeof verify>>['head']>;

  beforeAll(async () => {
    const cleanUps: (() => Promise<void>)[] = [];
    database = await createTestDatabase((cleanUp) => cleanUps.push(cleanUp));
    await write(database, ROWS - 2);
    await write(database, 1, 'null');
    await write(database, 1, '{"changes": {"status": {"from": 1, "to": 2}}}');
    await queryAsOwner(database, `update audit_events set at = at - interval '1 hour'`);
    await sealAll({ ...database, keys, checkpoints: '' });
    await queryAsOwner(database, 'create table kept_events as table audit_events');
    await queryAsOwner(database, 'create table kept_seals as table audit_seals');
    const verified = await verify(database);
    expect(verified).toMatchObject({ checked: ROWS, findings: 0 });
    if (!verified.head) throw new Error('No chain');
    head = verified.head;
    return async () => {
      for (const cleanUp of cleanUps) await cleanUp();
    };
  });

  async function restore(andThen = ''): Promise<void> {
    await queryAsOwner(
      database,
      `truncate audit_events, audit_seals, audit_sealing_runs;
       alter table audit_events disable trigger identify_audit_event;
       insert into audit_events select * from kept_events;
       insert into audit_seals select * from kept_seals order by seq; ${andThen};
       alter table audit_events enable trigger identify_audit_event`,
    );
  }

  /** SQL for a server that ran while the rows of an hour ago were not sealed yet. */
  const ADD_SEALING_RUN = `insert into audit_sealing_runs (since, until)
    values (now() - interval '40 minutes', now() - interval '30 minutes')`;

  const id = fc.integer({ min: 1, max: ROWS });
  /** SQL for another value of each column, also if it is NULL. */
  const changedValues: Readonly<Record<string, string>> = {
    at: `at + interval '1 millisecond'`,
    actor_kind: `'system'`,
    actor_id: `null`,
    action: `'patient.updated'`,
    subject_kind: `'exam'`,
    subject_id: `subject_id || ' '`,
    patient_id: `'usr_2'`,
    address: `null`,
    user_agent: `upper(user_agent)`,
    request_id: `''`,
    session_id: `'ses_1'`,
    shown: `array['usr_1']`,
    shown_set: `'\\x00'`,
    details: `case when details = 'null' then null else 'null'::jsonb end`,
  };

  type Edit = { readonly sql: string; readonly finds: (found: readonly Finding[]) => void };
  const finding =
    (kind: Finding['kind'], ...ids: readonly number[]) =>
    (found: readonly Finding[]) => {
      for (const one of ids) {
        expect(found).toContainEqual(expect.objectContaining({ kind, eventId: one }));
      }
    };

  const edits: fc.Arbitrary<Edit> = fc.oneof(
    fc.tuple(id, fc.constantFrom(...Object.keys(changedValues))).map(([row, column]) => ({
      sql: `update audit_events set ${column} = ${changedValues[column]} where id = ${row}`,
      finds: finding('altered', row),
    })),
    id.map((row) => ({
      sql: `delete from audit_events where id = ${row}`,
      finds: finding('removed', row),
    })),
    fc.integer({ min: 100, max: 1_000_000 }).map((row) => ({
      sql: `insert into audit_events (id, at, actor_kind, action) overriding system value
        values (${row}, now() - interval '50 minutes', 'staff', 'patient.read')`,
      finds: (found: readonly Finding[]) => {
        finding('unsealed', row)(found);
        finding('foreign-id', row)(found);
      },
    })),
    fc.uniqueArray(id, { minLength: 2, maxLength: 2 }).map(([one = 0, other = 0]) => ({
      sql: `update audit_events e
        set (at, action, request_id, details) = (k.at, k.action, k.request_id, k.details)
        from kept_events k
        where (e.id, k.id) in ((${one}, ${other}), (${other}, ${one}))`,
      finds: finding('altered', one, other),
    })),
    fc.uniqueArray(id, { minLength: 2, maxLength: 2 }).map(([one = 0, other = 0]) => ({
      sql: `update audit_seals set event_id = -event_id where seq in (${one}, ${other});
        update audit_seals s set event_id = k.event_id from kept_seals k
        where s.event_id < 0 and k.seq = case s.seq when ${one} then ${other} else ${one} end`,
      finds: finding('altered', one, other),
    })),
    fc.integer({ min: 1, max: ROWS - 1 }).map((seq) => ({
      sql: `delete from audit_seals where seq = ${seq}`,
      finds: (found: readonly Finding[]) => {
        expect(found).toContainEqual({
          kind: 'seals-removed',
          from: seq,
          to: seq,
          nextEventId: seq + 1,
        });
        finding('unsealed', seq)(found);
      },
    })),
    fc.integer({ min: 1, max: ROWS }).map((last) => ({
      sql: `delete from audit_seals where seq >= ${last}`,
      finds: (found: readonly Finding[]) => {
        expect(found).toContainEqual({ kind: 'cut-off', checkpoint: head, last: last - 1 });
        finding('unsealed', last)(found);
      },
    })),
    fc.integer({ min: 1, max: ROWS }).map((last) => ({
      sql: `delete from audit_seals where seq >= ${last}; delete from audit_events where id >= ${last}`,
      finds: (found: readonly Finding[]) =>
        expect(found).toContainEqual({ kind: 'cut-off', checkpoint: head, last: last - 1 }),
    })),
    fc.constantFrom('sealed_at', 'hash', 'mac', 'key_id').map((column) => ({
      sql: `update audit_seals set ${column} = ${column === 'sealed_at' ? `sealed_at - interval '1 day'` : column === 'hash' ? `sha256(hash)` : 'null'} where seq = ${ROWS}`,
      finds: (found: readonly Finding[]) => expect(found.length).toBeGreaterThan(0),
    })),
  );

  test('E-10.141: is found and named', async () => {
    await fc.assert(
      fc.asyncProperty(edits, async (edit) => {
        await restore(`${edit.sql}; ${ADD_SEALING_RUN}`);
        const { found } = await verify(database, { checkpoints: [head] });
        // All findings of this kind, because the rows are dated an hour before their seals.
        edit.finds(found.filter(({ kind }) => kind !== 'sealed-late'));
      }),
      { numRuns: forLength(25, 60) },
    );
    await restore();
    expect(await verify(database, { checkpoints: [head] })).toMatchObject({ findings: 0 });
  });

  test('is found even if the chain was rebuilt, because rebuilding needs the key', async () => {
    await restore();
    await queryAsOwner(database, `update audit_events set actor_id = 'stf_9' where id = 30`);
    await queryAsOwner(database, 'delete from audit_seals');
    const others = readSealKeys('una llave que no es la nuestra; pero es larga');
    await sealAll({ ...database, keys: others, checkpoints: '' });
    expect((await verify(database)).found).toEqual([{ kind: 'forged', from: 1, to: ROWS }]);
    // Without the key the chain is consistent, except that its end is not the stored one.
    expect((await verify(database, { keys: null })).found).toEqual([]);
    expect((await verify(database, { keys: null, checkpoints: [head] })).found).toMatchObject([
      { kind: 'cut-off' },
    ]);
    await queryAsOwner(database, 'update audit_seals set mac = null');
    expect((await verify(database)).found).toEqual([{ kind: 'forged', from: 1, to: ROWS }]);
  });

  test('is not confused with an added key, which causes no findings unless the previous key is missing', async () => {
    await restore();
    const next = 'la llave que vino después; de cuarenta letras';
    const both = readSealKeys(`${next}, ${KEY}`);
    await write(database);
    await sealAll({ ...database, keys: both, checkpoints: '' });
    expect(await verify(database, { keys: both })).toMatchObject({ checked: ROWS + 1, found: [] });
    expect((await verify(database, { keys: readSealKeys(next) })).found).toEqual([
      { kind: 'forged', from: 1, to: ROWS },
    ]);
  });
});
