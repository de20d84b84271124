import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import type { CheckedFile } from '../../platform/uploads/check-file.ts';
import { files, pendingFiles } from '../../schema/files.ts';

/** Writes the row of the file, which is in the store by then, and gives its id. */
export type AddFile = () => Promise<string>;

/**
 * Puts a file into the store and gives it a record in one transaction. Until that is committed the
 * file counts as pending: whatever goes wrong, also the end of this process, leaves no row without
 * its bytes, and no bytes that are not swept away later.
 *
 * @param attach gives the file its record; one that does not call `addFile` has no use for it
 * @throws Problem STORAGE_FULL when the store does not take the file
 */
export async function keepFile<Result>(
  { db, store }: { readonly db: Database; readonly store: FileStore },
  file: CheckedFile,
  staffId: string,
  attach: (transaction: Transaction, addFile: AddFile) => Promise<Result>,
): Promise<Result> {
  const id = randomUUID();
  const storageKey = `uploads/${id}`;
  await db.insert(pendingFiles).values({ storageKey });
  try {
    await store.putFile(storageKey, file.path).catch((cause: unknown) => {
      throw new Problem('STORAGE_FULL', { cause });
    });
    return await db.transaction((transaction) =>
      attach(transaction, async () => {
        await claim(transaction, storageKey);
        const { name, mediaType, size, sha256 } = file;
        await transaction
          .insert(files)
          .values({ id, storageKey, name, mediaType, size, sha256, createdBy: staffId });
        return id;
      }),
    );
  } finally {
    // What was committed is pending no more. What cannot be removed now is swept later.
    await removePending({ db, store }, storageKey).catch(() => {});
  }
}

/** Takes a key out of the pending ones, unless the sweep was first. */
async function claim(transaction: Transaction, storageKey: string): Promise<void> {
  const claimed = await transaction
    .delete(pendingFiles)
    .where(eq(pendingFiles.storageKey, storageKey))
    .returning({ storageKey: pendingFiles.storageKey });
  if (claimed.length === 0) throw new Problem('UNAVAILABLE', { retryAfter: 1 });
}

/** Removes a file from the store for as long as its key is pending, and nobody can claim it meanwhile. */
export async function removePending(
  { db, store }: { readonly db: Database; readonly store: FileStore },
  storageKey: string,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const mine = eq(pendingFiles.storageKey, storageKey);
    const pending = await transaction.select().from(pendingFiles).where(mine).for('update');
    if (pending.length === 0) return;
    await store.delete(storageKey);
    await transaction.delete(pendingFiles).where(mine);
  });
}
