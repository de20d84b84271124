import { expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { auditRead } from './audit-read.ts';

const act = {
  actor: { kind: 'staff', id: 'stf_1' },
  origin: { address: '127.0.0.1', userAgent: 'x'.repeat(400), requestId: null },
} as const;
const patientRead = { action: 'patient.read', subject: { kind: 'patient', id: 'usr_1' } } as const;

test('a read has a row with who read what', async () => {
  const { db } = await createTestDatabase();
  await auditRead(db, act, patientRead);
  expect(await db.select().from(auditEvents)).toMatchObject([
    {
      actorKind: 'staff',
      actorId: 'stf_1',
      action: 'patient.read',
      subjectKind: 'patient',
      subjectId: 'usr_1',
      patientId: 'usr_1',
      address: '127.0.0.1',
      userAgent: 'x'.repeat(300),
      requestId: null,
      details: null,
    },
  ]);
});

test('a read fails if its row cannot be written', async () => {
  const { db } = await createTestDatabase();
  // PostgreSQL stores no text with a NUL.
  const unstorable = { ...patientRead, details: { text: '\0' } };
  await expect(auditRead(db, act, unstorable)).rejects.toThrow();
  expect(await db.$count(auditEvents)).toBe(0);
});
