import { filePath } from '@simiente/contract/common/paths';
import type { StoredFile } from '@simiente/contract/files/calls';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Reader, SelectedRow } from '../../platform/database/database.ts';
import { toWire } from '../../platform/database/records.ts';
import { files } from '../../schema/files.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { staffName } from '../../schema/staff.ts';

export { withExtension } from './file-headers.ts';
export { type AddFile, discardFile, keepFiles, keepUpload, keepUploads } from './keep-file.ts';

const columns = {
  id: files.id,
  fileName: files.name,
  mediaType: files.mediaType,
  fileSize: files.size,
  uploadedAt: files.createdAt,
  uploadedBy: staffName(files.createdBy, files.createdAt),
};

const presentFile = ({ id, ...file }: SelectedRow<typeof columns>): StoredFile => ({
  fileUrl: filePath(id),
  ...toWire(file),
});

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

/** The earlier files of records, the latest first, by record id. */
export async function readReplacedFiles(
  db: Reader,
  owner: AnyPgColumn,
  records: readonly string[],
): Promise<Map<string, StoredFile[]>> {
  if (records.length === 0) return new Map();
  const rows = await db
    .select({ ...columns, record: sql<string>`${owner}` })
    .from(replacedFiles)
    .innerJoin(files, eq(files.id, replacedFiles.fileId))
    .where(inArray(owner, [...records]))
    .orderBy(desc(replacedFiles.replacedAt), desc(files.createdAt), files.id);
  const byRecord = Map.groupBy(rows, ({ record }) => record);
  return new Map(
    [...byRecord].map(([id, replaced]) => [
      id,
      replaced.map(({ record: _, ...file }) => presentFile(file)),
    ]),
  );
}
