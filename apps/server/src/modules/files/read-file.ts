import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { exams } from '../../schema/exams.ts';
import { files } from '../../schema/files.ts';
import { patients } from '../../schema/patients.ts';

export interface ReadableFile {
  readonly id: string;
  readonly patientId: string;
  readonly storageKey: string;
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
}

/**
 * A file that hangs on a record which is not in the bin.
 * @throws Problem NOT_FOUND otherwise
 */
export async function findReadableFile(
  transaction: Transaction,
  id: string,
): Promise<ReadableFile> {
  const [file] = await transaction
    .select({
      id: files.id,
      patientId: patients.id,
      storageKey: files.storageKey,
      name: files.name,
      mediaType: files.mediaType,
      size: files.size,
    })
    .from(files)
    .innerJoin(exams, and(eq(exams.fileId, files.id), isNull(exams.deletedAt)))
    .innerJoin(patients, and(eq(patients.id, exams.patientId), isNull(patients.deletedAt)))
    .where(eq(files.id, id))
    .limit(1);
  if (!file) throw new Problem('NOT_FOUND');
  return file;
}
