import { filePath } from '@simiente/contract/files';
import type { StoredFile } from '@simiente/contract/stored-file';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/database/database.ts';
import { fixed, isoText } from '../../platform/database/written.ts';
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

/** What a stored file is told by, as a row of JSON. */
const STORED = fixed(sql`${sql.raw(`'${filePath('')}'`)} || ${files.id} as "fileUrl",
  ${files.name} as "fileName", ${files.mediaType} as "mediaType", ${files.size} as "fileSize",
  ${isoText(files.createdAt)} as "uploadedAt", ${staff.name} as "uploadedBy"
  from ${files} left join ${staff} on ${staff.id} = ${files.createdBy}`);

/** The query for a file, if there is one of that id, as a row of JSON. */
export const storedFile = (id: AnyPgColumn): SQL => sql`select ${STORED} where ${files.id} = ${id}`;

/** The query for what a record had before its file of today, the latest first, as rows of JSON. */
export const replacedFilesOf = (owner: AnyPgColumn, record: AnyPgColumn): SQL =>
  sql`select ${STORED} join ${replacedFiles} on ${replacedFiles.fileId} = ${files.id}
    where ${owner} = ${record}
    order by ${replacedFiles.replacedAt} desc, ${files.createdAt} desc, ${files.id}`;
