import type { StoredFile } from '@simiente/contract/files/calls';
import { filePath } from '@simiente/contract/files/path';
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Reader } from '../../platform/database/database.ts';
import { nestedRows, type RowOf } from '../../platform/database/rows.ts';
import { files } from '../../schema/files.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { staffName } from '../../schema/staff.ts';

export { withExtension } from './file-headers.ts';
export { type AddFile, attachUpload, discardFile, keepFiles } from './keep-file.ts';

const columns = {
  id: files.id,
  name: files.name,
  mediaType: files.mediaType,
  size: files.size,
  createdAt: files.createdAt,
  uploadedBy: staffName(files.createdBy, files.createdAt),
};
type FileRow = RowOf<typeof columns>;

export function presentFile(row: FileRow): StoredFile {
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
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, StoredFile>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select(columns)
    .from(files)
    .where(inArray(files.id, [...ids]));
  return new Map(rows.map((row) => [row.id, presentFile(row)]));
}

/** Within another query: the file of that id, if there is one. */
export const fileOf = (id: AnyPgColumn): SQL<FileRow[]> =>
  nestedRows(columns, sql`from ${files} where ${files.id} = ${id}`);

/** Within another query: the earlier files of a record, the latest first. */
export const replacedFilesOf = (owner: AnyPgColumn, record: AnyPgColumn): SQL<FileRow[]> =>
  nestedRows(
    columns,
    sql`from ${files} join ${replacedFiles} on ${replacedFiles.fileId} = ${files.id}
      where ${owner} = ${record}
      order by ${replacedFiles.replacedAt} desc, ${files.createdAt} desc, ${files.id}`,
  );
