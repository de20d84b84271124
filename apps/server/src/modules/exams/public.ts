import type { Exam } from '@simiente/contract/exams';
import { filePath } from '@simiente/contract/files';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { exams } from '../../schema/exams.ts';
import { files } from '../../schema/files.ts';

/** A patient's exams outside the bin, newest first, as the wire shows them. */
export async function listExams(transaction: Transaction, patientId: string): Promise<Exam[]> {
  const rows = await transaction
    .select({
      id: exams.id,
      type: exams.type,
      externalUrl: exams.externalUrl,
      createdAt: exams.createdAt,
      version: exams.version,
      fileId: files.id,
      fileName: files.name,
      mediaType: files.mediaType,
      fileSize: files.size,
    })
    .from(exams)
    .leftJoin(files, eq(files.id, exams.fileId))
    .where(and(eq(exams.patientId, patientId), isNull(exams.deletedAt)))
    .orderBy(sql`${exams.createdAt} desc nulls last`, exams.id);
  return rows.map((row) => ({
    id: row.id,
    examType: row.type,
    fileUrl: row.fileId === null ? row.externalUrl : filePath(row.fileId),
    external: row.fileId === null && row.externalUrl !== null,
    fileName: row.fileName,
    mediaType: row.mediaType,
    fileSize: row.fileSize,
    createDate: row.createdAt?.toISOString() ?? null,
    version: row.version,
  }));
}
