import { eq, sql } from 'drizzle-orm';
import type { ChangeAct } from '../../platform/act.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { dataRequestFiles, dataRequests } from '../../schema/data-requests.ts';
import { writeAudit } from '../audit/public.ts';
import { type AddFile, readStoredFiles } from '../files/public.ts';
import { about, findRequest } from './requests.ts';

/** The evidence of a request, the earliest first. */
export async function listFiles(db: Reader, idRequest: string) {
  const { fileId, requestId } = dataRequestFiles;
  const rows = await db.select({ fileId }).from(dataRequestFiles).where(eq(requestId, idRequest));
  const found = await readStoredFiles(
    db,
    rows.map((row) => row.fileId),
  );
  return [...found.values()].sort((one, other) => (one.uploadedAt < other.uploadedAt ? -1 : 1));
}

/**
 * Adds a file to the evidence of a request.
 * @returns the request's id
 * @throws Problem NOT_FOUND
 */
export async function attachFile(
  transaction: Transaction,
  context: ChangeAct,
  id: string,
  addFile: AddFile,
): Promise<string> {
  const request = await findRequest(transaction, id);
  const fileId = await addFile();
  await transaction.insert(dataRequestFiles).values({ fileId, requestId: id });
  // Open screens hear of changed requests.
  await transaction
    .update(dataRequests)
    .set({ updatedAt: sql`now()` })
    .where(eq(dataRequests.id, id));
  await writeAudit(transaction, context, {
    action: 'data_request.file_attached',
    ...about(request),
    details: { file: fileId },
  });
  return id;
}
