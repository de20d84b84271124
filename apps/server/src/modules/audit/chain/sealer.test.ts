import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { Client } from 'pg';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { forLength } from '../../../../../../scripts/test-length.mjs';
import { LOCKS } from '../../../platform/database/locks.ts';
import { createTestDatabase, queryAsOwner } from '../../../testing/database.ts';
import { LONG_WAIT } from '../../../testing/long-wait.ts';
import {
  ACTOR_VALUES,
  COLUMNS,
  keys,
  sealedDatabase,
  verify,
  write,
} from '../../../testing/sealed-audit.ts';
import { formatCheckpoint, readCheckpoints } from './link.ts';
import { START, sealBatch } from './seal-batch.ts';
import { sealAll, startSealer } from './sealer.ts';

async function folderFor(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-chain-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, 'checkpoints');
}

describe('T-F2: the sealer', () => {
  test('seals every row once, in one chain, in batches', async () => {
    const database = await sealedDatabase(2_345);
    const seals = await queryAsOwner<{ seq: string; keyed: boolean }>(
      database,
      'select seq, mac is not null as keyed from audit_seals order by seq',
    );
    expect(seals.map(({ seq }) => Number(seq))).toEqual(seals.map((_, index) => index + 1));
    expect(seals.filter(({ keyed }) => keyed).map(({ seq }) => seq)).toEqual([
      '1000',
      '2000',
      '2345',
    ]);
    expect(await verify(database)).toMatchObject({
      checked: 2_345,
      findings: 0,
      head: { seq: 2_345 },
      tail: { rows: 0, oldest: null },
    });
  });

  test('misses no row in any order of commits, and blocks no commit', async () => {
    const database = await createTestDatabase();
    let written = 0;
    const step = fc.record({
      writer: fc.integer({ min: 0, max: 3 }),
      does: fc.constantFrom('write', 'write', 'commit', 'rollback', 'seal'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const writers = await Promise.all(
          Array.from({ length: 4 }, async () => {
            const client = new Client(database.app);
            await client.connect();
            return { client, rows: 0, isOpen: false };
          }),
        );
        let progress = START;
        for (const { writer: index, does } of steps) {
          const writer = writers[index];
          if (!writer) continue;
          if (does === 'seal') {
            progress = (await sealBatch(database.pool, keys, progress))?.progress ?? progress;
          } else if (does === 'write') {
            if (!writer.isOpen) await writer.client.query('begin');
            writer.isOpen = true;
            await writer.client.query(
              `insert into audit_events (${COLUMNS}) select ${ACTOR_VALUES} from generate_series(1, 2)`,
            );
            writer.rows += 2;
          } else if (writer.isOpen) {
            await writer.client.query(does);
            if (does === 'commit') written += writer.rows;
            Object.assign(writer, { rows: 0, isOpen: false });
          }
        }
        for (const { client, isOpen, rows } of writers) {
          if (isOpen) await client.query('commit');
          if (isOpen) written += rows;
          await client.end();
        }
        await sealBatch(database.pool, keys, progress);
        expect(await verify(database)).toMatchObject({
          checked: written,
          findings: 0,
          tail: { rows: 0 },
        });
      }),
      { numRuns: forLength(10, 25) },
    );
  });

  test('checks few rows again once all writers have ended', async () => {
    const database = await sealedDatabase(10);
    let progress = START;
    for (let run = 0; run < 3; run += 1) {
      progress = (await sealBatch(database.pool, keys, progress))?.progress ?? progress;
    }
    expect(progress.lowWater).toBe(10);
  });

  test('runs in one of several processes, even if some are killed', async () => {
    const database = await createTestDatabase();
    const superuser = new Client(database.owner);
    await superuser.connect();
    let isOver = false;
    const sealer = async () => {
      let progress = START;
      while (!isOver) {
        const batch = await sealBatch(database.pool, keys, progress).catch(() => null);
        progress = batch?.progress ?? START;
      }
    };
    let written = 0;
    const writer = async () => {
      for (let index = 0; index < 40; index += 1) {
        await write(database, 7).then(
          () => {
            written += 7;
          },
          () => {},
        );
        if (index % 8 !== 0) continue;
        await superuser.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and usename = $1 and state <> 'idle'
             and query like '%audit_seals%'`,
          [database.app.user],
        );
      }
    };
    const sealers = [sealer(), sealer(), sealer()];
    await Promise.all([writer(), writer()]);
    isOver = true;
    await Promise.all(sealers);
    // A killed connection is reported to its client before its lock is released.
    await superuser.query('select pg_advisory_xact_lock($1)', [LOCKS.seal]);
    await superuser.end();
    await sealAll({ ...database, keys, checkpoints: '' });
    const result = await verify(database);
    expect(result).toMatchObject({ findings: 0, tail: { rows: 0 } });
    expect(result.checked).toBeGreaterThanOrEqual(written);
  });

  test('runs repeatedly, seals the remaining rows when it stops, and stores the end of the chain', async () => {
    const database = await createTestDatabase();
    const checkpoints = await folderFor();
    const { stop } = startSealer({ ...database, keys, checkpoints }, pino({ level: 'silent' }));
    await write(database, 3);
    await vi.waitUntil(async () => (await verify(database)).checked === 3, LONG_WAIT);
    await write(database, 4);
    await stop();
    const { head, ...rest } = await verify(database);
    expect(rest).toMatchObject({ checked: 7, findings: 0 });
    expect((await readCheckpoints(checkpoints)).at(-1)).toEqual(head);
    expect(await readFile(checkpoints, 'utf8')).toContain(head && formatCheckpoint(head));
  });

  test('notices that sealed rows were cut off, and keeps the evidence', async () => {
    const database = await createTestDatabase();
    const checkpoints = await folderFor();
    await write(database, 3);
    const { stop } = startSealer({ ...database, keys, checkpoints }, pino({ level: 'silent' }));
    await vi.waitUntil(async () => (await verify(database)).checked === 3, LONG_WAIT);
    await write(database, 2);
    await vi.waitUntil(async () => (await verify(database)).checked === 5, LONG_WAIT);
    await queryAsOwner(database, `update audit_events set actor_id = 'stf_2' where id = 5`);
    // This step is last, since the sealer may seal the rows again immediately.
    await queryAsOwner(database, `delete from audit_seals where seq > 3`);
    await vi.waitUntil(async () => (await verify(database)).checked === 5, LONG_WAIT);
    await stop();
    // The chain by itself is consistent again.
    expect(await verify(database)).toMatchObject({ checked: 5, findings: 0 });
    const storedCheckpoints = await readCheckpoints(checkpoints);
    expect((await verify(database, { checkpoints: storedCheckpoints })).found).toMatchObject([
      { kind: 'cut-off', checkpoint: { seq: 5 }, last: 5 },
    ]);
  });
});
