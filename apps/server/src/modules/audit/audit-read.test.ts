import { asc } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { createWatchedDatabase } from '../../testing/query-plans.ts';
import { auditRead } from './audit-read.ts';

const act = {
  actor: { kind: 'staff', id: 'stf_1' },
  origin: { address: '127.0.0.1', userAgent: 'x'.repeat(400), requestId: null },
} as const;
const patientRead = (id: string) =>
  ({ action: 'patient.read', subject: { kind: 'patient', id }, patientId: id }) as const;
const ids = Array.from({ length: 40 }, (_, index) => `usr_${index}`);

describe('the audit of simultaneous reads', () => {
  test('each read has a row, in order, written by few statements', async () => {
    const { database, sent } = await createWatchedDatabase();
    const { db } = database;
    await Promise.all(ids.map((id) => auditRead(db, act, patientRead(id))));
    expect(sent.length).toBeLessThan(ids.length / 4);
    const rows = await db.select().from(auditEvents).orderBy(asc(auditEvents.id));
    expect(rows.map(({ patientId }) => patientId)).toEqual(ids);
    expect(rows[0]).toMatchObject({
      actorKind: 'staff',
      actorId: 'stf_1',
      action: 'patient.read',
      subjectKind: 'patient',
      subjectId: 'usr_0',
      address: '127.0.0.1',
      userAgent: 'x'.repeat(300),
      requestId: null,
      details: null,
    });
  });

  test('only the read whose row cannot be written fails', async () => {
    const { db } = await createTestDatabase();
    // PostgreSQL stores no text with a NUL.
    const unstorable = { ...patientRead('usr_bad'), details: { text: '\0' } };
    const pending = [...ids.map(patientRead), unstorable].map((entry) => auditRead(db, act, entry));
    const ends = await Promise.allSettled(pending);
    expect(ends.map(({ status }) => status)).toEqual([...ids.map(() => 'fulfilled'), 'rejected']);
    expect(await db.$count(auditEvents)).toBe(ids.length);
  });

  test('every read fails while nothing can be written, and reads work again afterwards', async () => {
    const { db, pool } = await createTestDatabase();
    const query = pool.query.bind(pool);
    const failQuery = () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' }));
    pool.query = failQuery as unknown as typeof pool.query;
    const ends = await Promise.allSettled(ids.map((id) => auditRead(db, act, patientRead(id))));
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
    pool.query = query as typeof pool.query;
    await auditRead(db, act, patientRead('usr_after'));
    expect(await db.$count(auditEvents)).toBe(1);
  });

  test('a read does not wait for a hanging write of another', async () => {
    const { db, pool } = await createTestDatabase();
    const query = pool.query.bind(pool);
    const releaseWrite = Promise.withResolvers<void>();
    const writeBegan = Promise.withResolvers<void>();
    const delayQuery = (...values: Parameters<typeof query>) => {
      writeBegan.resolve();
      return releaseWrite.promise.then(() => query(...values));
    };
    pool.query = delayQuery as unknown as typeof pool.query;
    const first = auditRead(db, act, patientRead('usr_first'));
    await writeBegan.promise;
    pool.query = query as typeof pool.query;
    const second = auditRead(db, act, patientRead('usr_second'));
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 1_000);
    onTestFinished(() => clock.mockRestore());
    await Promise.all([second, auditRead(db, act, patientRead('usr_third'))]);
    expect(await db.$count(auditEvents)).toBe(2);
    releaseWrite.resolve();
    await first;
    expect(await db.$count(auditEvents)).toBe(3);
  });
});
