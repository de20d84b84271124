import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { auditRead } from './audit-read.ts';

const act = {
  actor: { kind: 'staff', id: 'stf_1' },
  origin: { address: '127.0.0.1', userAgent: 'x'.repeat(400), requestId: null },
} as const;
const reading = (id: string) =>
  ({ action: 'patient.read', subject: { kind: 'patient', id }, patientId: id }) as const;
const ids = Array.from({ length: 40 }, (_, index) => `usr_${index}`);

describe('the audit of simultaneous reads', () => {
  test('each read has a row', async () => {
    const { db } = await createTestDatabase();
    await Promise.all(ids.map((id) => auditRead(db, act, reading(id))));
    const rows = await db.select().from(auditEvents);
    expect(rows.map(({ patientId }) => patientId).toSorted()).toEqual(ids.toSorted());
    expect(rows.find(({ patientId }) => patientId === 'usr_0')).toMatchObject({
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
    const bad = { ...reading('usr_bad'), details: { text: '\0' } };
    const asked = [...ids.map(reading), bad].map((entry) => auditRead(db, act, entry));
    const ends = await Promise.allSettled(asked);
    expect(ends.map(({ status }) => status)).toEqual([...ids.map(() => 'fulfilled'), 'rejected']);
    expect(await db.$count(auditEvents)).toBe(ids.length);
  });

  test('every read fails while nothing can be written, and reads work again afterwards', async () => {
    const { db, pool } = await createTestDatabase();
    const query = pool.query.bind(pool);
    const broken = () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' }));
    pool.query = broken as unknown as typeof pool.query;
    const ends = await Promise.allSettled(ids.map((id) => auditRead(db, act, reading(id))));
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
    pool.query = query as typeof pool.query;
    await auditRead(db, act, reading('usr_after'));
    expect(await db.$count(auditEvents)).toBe(1);
  });
});
