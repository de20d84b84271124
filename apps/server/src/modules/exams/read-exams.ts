import type { Exam, StaleExamDetails } from '@simiente/contract/exams';
import { filePath } from '@simiente/contract/files';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { exams } from '../../schema/exams.ts';
import { files } from '../../schema/files.ts';
import { partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { readReplacedFiles } from '../files/public.ts';
import { externalLink } from './external-link.ts';

/** Exams outside the bin, newest first, as the wire shows them. */
export async function readExams(transaction: Transaction, where: SQL): Promise<Exam[]> {
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
      laboratoryId: partners.id,
      laboratoryName: partners.name,
    })
    .from(exams)
    .leftJoin(files, eq(files.id, exams.fileId))
    .leftJoin(partners, eq(partners.id, exams.laboratoryId))
    .where(and(where, isNull(exams.deletedAt)))
    .orderBy(sql`${exams.createdAt} desc nulls last`, exams.id);
  const earlier = await readReplacedFiles(
    transaction,
    'exam',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    examType: row.type,
    ...whereItIs(row),
    fileName: row.fileName,
    mediaType: row.mediaType,
    fileSize: row.fileSize,
    laboratory:
      row.laboratoryId === null || row.laboratoryName === null
        ? null
        : { idPartner: row.laboratoryId, name: row.laboratoryName },
    earlierFiles: earlier.get(row.id) ?? [],
    createDate: row.createdAt?.toISOString() ?? null,
    version: row.version,
  }));
}

/** @throws Problem NOT_FOUND when there is no such exam, or it is in the bin */
export async function readExam(transaction: Transaction, id: string): Promise<Exam> {
  const [exam] = await readExams(transaction, eq(exams.id, id));
  if (!exam) throw new Problem('NOT_FOUND');
  return exam;
}

/** @throws Problem NOT_FOUND */
export async function patientOfExam(transaction: Transaction, id: string): Promise<string> {
  const [exam] = await transaction
    .select({ patientId: exams.patientId })
    .from(exams)
    .where(eq(exams.id, id));
  if (!exam) throw new Problem('NOT_FOUND');
  return exam.patientId;
}

/** The same as the answers about one exam have it. */
export async function readExamData(transaction: Transaction, id: string): Promise<{ exam: Exam }> {
  return { exam: await readExam(transaction, id) };
}

/**
 * Locks an exam for a change of the version that somebody saw; without one (a legacy caller) of
 * whatever is there.
 *
 * @throws Problem NOT_FOUND when it or its patient does not exist or is in the bin
 * @throws Problem STALE_VERSION with the exam as it is now
 */
export async function lockExam(
  transaction: Transaction,
  id: string,
  version: number | undefined,
): Promise<typeof exams.$inferSelect> {
  const [row] = await transaction
    .select({ exam: exams })
    .from(exams)
    .innerJoin(patients, and(eq(patients.id, exams.patientId), isNull(patients.deletedAt)))
    .where(and(eq(exams.id, id), isNull(exams.deletedAt)))
    .for('update', { of: exams });
  if (!row) throw new Problem('NOT_FOUND');
  if (version !== undefined && version !== row.exam.version) {
    const details = { current: await readExam(transaction, id) } satisfies StaleExamDetails;
    throw new Problem('STALE_VERSION', {
      details,
      shows: { kind: 'exam', id, patientId: row.exam.patientId },
    });
  }
  return row.exam;
}

/** A file of ours, with the link of before beside it; or that link alone. */
function whereItIs({ fileId, externalUrl }: { fileId: string | null; externalUrl: string | null }) {
  const link = externalLink(externalUrl);
  return fileId === null
    ? { fileUrl: link, external: link !== null, earlierLink: null }
    : { fileUrl: filePath(fileId), external: false, earlierLink: link };
}
