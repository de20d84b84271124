import type { Database } from '../../platform/database/database.ts';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { newId } from '../records.ts';
import type { ClinicRecords } from './count-by-hand.ts';

const toDeletedAt = (trashed: boolean) => (trashed ? new Date() : null);
/** Imported rows have the digest of their source record, whenever they were inserted. */
const since = (date: Date | null) => (date ? { insertedAt: date } : { importDigest: 'digest' });

/**
 * Replaces all records.
 * @returns the ids of the laboratories and patients, in order
 */
export async function writeRecords(
  db: Database,
  records: ClinicRecords,
): Promise<{ laboratoryIds: string[]; patientIds: string[] }> {
  for (const table of [examOrderDownloads, examOrders, exams, branches, partners, patients]) {
    await db.delete(table);
  }
  const laboratoryIds: string[] = [];
  const branchIds: string[] = [];
  for (const { type, trashed, branches: branchList, since: from } of records.laboratories) {
    const id = newId('lab');
    const [first, ...rest] = [...branchList, { trashed: true, since: null }].map((branch) => ({
      id: newId('brn'),
      partnerId: id,
      name: 'Centro',
      deletedAt: toDeletedAt(branch.trashed),
      ...since(branch.since),
    }));
    await db.insert(partners).values({
      id,
      name: 'Laboratorio',
      type,
      deletedAt: toDeletedAt(trashed),
      ...since(from),
    });
    if (first) for (const row of [first, ...rest]) await db.insert(branches).values(row);
    laboratoryIds.push(id);
    branchIds.push(first?.id ?? '');
  }
  const patientIds: string[] = [];
  for (const { createdAt, trashed, exams: studies, orders } of records.patients) {
    const id = newId('usr');
    patientIds.push(id);
    await db
      .insert(patients)
      .values({ id, name: 'Ana Pérez', createdAt, deletedAt: toDeletedAt(trashed) });
    for (const { type, createdAt: at, trashed: isTrashed, laboratory } of studies) {
      await db.insert(exams).values({
        id: newId('exm'),
        patientId: id,
        type,
        createdAt: at,
        deletedAt: toDeletedAt(isTrashed),
        laboratoryId: laboratory === null ? null : (laboratoryIds[laboratory] ?? null),
      });
    }
    for (const { laboratory, trashed: isTrashed, downloads } of orders) {
      const orderId = newId('ord');
      await db.insert(examOrders).values({
        id: orderId,
        patientId: id,
        branchId: branchIds[laboratory] ?? '',
        partnerId: laboratoryIds[laboratory] ?? '',
        exams: ['SEM'],
        deletedAt: toDeletedAt(isTrashed),
      });
      for (const at of downloads) await db.insert(examOrderDownloads).values({ orderId, at });
    }
  }
  return { laboratoryIds, patientIds };
}
