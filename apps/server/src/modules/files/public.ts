import { filePath } from '@simiente/contract/files';
import type { StoredFile } from '@simiente/contract/stored-file';
import { desc, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { files } from '../../schema/files.ts';
import { replacedFiles } from '../../schema/replaced-files.ts';
import { staff } from '../../schema/staff.ts';

export { attachUpload } from './attach-upload.ts';
export { withExtension } from './file-headers.ts';
export { type AddFile, discardFile, keepFiles } from './keep-file.ts';

/** What a stored file is told by. */
const columns = {
  id: files.id,
  name: files.name,
  mediaType: files.mediaType,
  size: files.size,
  createdAt: files.createdAt,
  uploadedBy: staff.name,
};

type FileRow = Pick<
  typeof files.$inferSelect,
  'id' | 'name' | 'mediaType' | 'size' | 'createdAt'
> & {
  uploadedBy: string | null;
};

function present(row: FileRow): StoredFile {
  return {
    fileUrl: filePath(row.id),
    fileName: row.name,
    mediaType: row.mediaType,
    fileSize: row.size,
    uploadedAt: row.createdAt.toISOString(),
    uploadedBy: row.uploadedBy,
  };
}

/** Files by their ids. */
export async function readStoredFiles(
  transaction: Transaction,
  ids: readonly string[],
): Promise<Map<string, StoredFile>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction
    .select(columns)
    .from(files)
    .leftJoin(staff, eq(staff.id, files.createdBy))
    .where(inArray(files.id, [...ids]));
  return new Map(rows.map((row) => [row.id, present(row)]));
}

/** What records had before their file of today, by the record's id, the latest first. */
export async function readReplacedFiles(
  transaction: Transaction,
  kind: 'exam' | 'recipe_appointment',
  ids: readonly string[],
): Promise<Map<string, StoredFile[]>> {
  if (ids.length === 0) return new Map();
  const owner = kind === 'exam' ? replacedFiles.examId : replacedFiles.recipeAppointmentId;
  const rows = await transaction
    .select({ owner, ...columns })
    .from(replacedFiles)
    .innerJoin(files, eq(files.id, replacedFiles.fileId))
    .leftJoin(staff, eq(staff.id, files.createdBy))
    .where(inArray(owner, [...ids]))
    .orderBy(desc(replacedFiles.replacedAt), desc(files.createdAt), files.id);
  const byOwner = Map.groupBy(rows, (row) => row.owner ?? '');
  return new Map([...byOwner].map(([id, found]) => [id, found.map(present)]));
}
