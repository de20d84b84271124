import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
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

test('each of many simultaneous reads has a row', async () => {
  const { db } = await createTestDatabase();
  await Promise.all(ids.map((id) => auditRead(db, act, reading(id))));
  const rows = await db.select().from(auditEvents).orderBy(asc(auditEvents.id));
  expect(new Set(rows.map(({ patientId }) => patientId))).toEqual(new Set(ids));
  expect(rows[0]).toMatchObject({
    actorKind: 'staff',
    actorId: 'stf_1',
    action: 'patient.read',
    subjectKind: 'patient',
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
