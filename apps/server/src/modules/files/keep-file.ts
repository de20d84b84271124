import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { LOCKS } from '../../platform/database/locks.ts';
import { hasAnswer, withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts';
import { Problem } from '../../platform/problem.ts';
import { type FileStore, FileStoreUnavailable } from '../../platform/storage/storage.ts';
import type { CheckedFile } from '../../platform/uploads/check-file.ts';
import type { ReceivedFile } from '../../platform/uploads/receive-form.ts';
import { files, pendingFiles } from '../../schema/files.ts';

/**
 * Writes the row of a file that is already in the store.
 * @returns its id
 */
export type AddFile = () => Promise<string>;

type NewFile = Omit<CheckedFile, 'path'> &
  (Pick<CheckedFile, 'path'> | { readonly bytes: Uint8Array });

/**
 * Stores files and writes their records in one transaction. Until commit their keys are pending. After any failure,
 * even a killed process, every row has its bytes, and unused bytes are swept later.
 * @param attach writes the records; files that it does not add are discarded
 * @throws Problem STORAGE_FULL if the store does not accept a file
 * @throws FileStoreUnavailable if the store does not answer
 */
export async function keepFiles<Name extends string, Result>(
  { db, store }: { readonly db: Database; readonly store: FileStore },
  newFiles: Readonly<Record<Name, NewFile>>,
  staffId: string | null,
  attach: (transaction: Transaction, addFile: (name: Name) => Promise<string>) => Promise<Result>,
): Promise<Result> {
  const storedFiles = new Map<string, { id: string; storageKey: string; file: NewFile }>();
  try {
    for (const [name, file] of Object.entries<NewFile>(newFiles)) {
      const id = randomUUID();
      const storageKey = `uploads/${id}`;
      await db.insert(pendingFiles).values({ storageKey });
      storedFiles.set(name, { id, storageKey, file });
      const storing =
        'bytes' in file ? store.put(storageKey, file.bytes) : store.putFile(storageKey, file.path);
      await storing.catch((cause: unknown) => {
        if (!(cause instanceof FileStoreUnavailable)) throw new Problem('STORAGE_FULL', { cause });
        // Removing the file now would wait for another timeout; the sweep removes it later.
        storedFiles.clear();
        throw cause;
      });
    }
    const added: Name[] = [];
    const result = await db.transaction((transaction) =>
      attach(transaction, async (fieldName) => {
        const stored = storedFiles.get(fieldName);
        // The idempotency key expired after `keepUploads` found its answer and skipped the files.
        if (!stored) throw new Problem('UNAVAILABLE', { retryAfter: 1 });
        added.push(fieldName);
        const { id, storageKey, file } = stored;
        await claimKey(transaction, storageKey);
        const { name, mediaType, size, sha256 } = file;
        await transaction
          .insert(files)
          .values({ id, storageKey, name, mediaType, size, sha256, createdBy: staffId });
        return id;
      }),
    );
    for (const name of added) storedFiles.delete(name);
    return result;
  } finally {
    // Files that cannot be removed now are swept later.
    for (const { storageKey } of storedFiles.values()) {
      await removePending({ db, store }, storageKey).catch(() => {});
    }
  }
}

/** Deletes the row of a file without a record. Its bytes are swept later. */
export async function discardFile(transaction: Transaction, id: string): Promise<void> {
  const removed = await transaction
    .delete(files)
    .where(eq(files.id, id))
    .returning({ storageKey: files.storageKey });
  if (removed.length > 0) await transaction.insert(pendingFiles).values(removed);
}

/**
 * Removes a key from the pending ones.
 * @throws Problem UNAVAILABLE if the sweep has removed the key and its file
 */
async function claimKey(transaction: Transaction, storageKey: string): Promise<void> {
  const { rowCount } = await transaction
    .delete(pendingFiles)
    .where(eq(pendingFiles.storageKey, storageKey));
  if (rowCount === 0) throw new Problem('UNAVAILABLE', { retryAfter: 1 });
}

/**
 * Removes a file from the store if its key is pending, locked against a concurrent claim. During a backup nothing
 * is removed.
 * @returns whether the file was removed
 */
export async function removePending(
  { db, store }: { readonly db: Database; readonly store: FileStore },
  storageKey: string,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    // Blocks backups until commit. A running backup needs all files; a later sweep removes this one.
    const { rows } = await transaction.execute<{ acquired: boolean }>(
      sql`select pg_try_advisory_xact_lock_shared(${LOCKS.backup}) as acquired`,
    );
    if (!rows[0]?.acquired) return false;
    const hasKey = eq(pendingFiles.storageKey, storageKey);
    const pending = await transaction.select().from(pendingFiles).where(hasKey).for('update');
    if (pending.length === 0) return false;
    await store.delete(storageKey);
    await transaction.delete(pendingFiles).where(hasKey);
    return true;
  });
}

/** A handler that keeps one uploaded file with its record, at most once per Idempotency-Key. */
export function keepUpload<Input extends { readonly file: ReceivedFile }, Id, Data>(
  store: FileStore,
  call: string,
  check: (file: ReceivedFile) => Promise<CheckedFile>,
  attach: (
    transaction: Transaction,
    context: StaffContext,
    input: Omit<Input, 'file'>,
    addFile: AddFile,
  ) => Promise<Id>,
  answer: (transaction: Transaction, context: StaffContext, id: Id) => Promise<Data>,
): (context: StaffContext, input: Input) => Promise<Data> {
  return (context, { file, ...input }) =>
    keepUploads(
      context,
      store,
      { call, input, received: { file } },
      {
        check,
        attach: (transaction, addFile) =>
          attach(transaction, context, input, () => addFile('file')),
        read: (transaction, id) => answer(transaction, context, id),
      },
    );
}

/**
 * Checks and stores uploaded files and writes their record, at most once for each Idempotency-Key. A repeated request
 * with the same bytes scans and stores nothing. The key stores only the record's id, so the record is read again.
 * @throws Problem from the steps, `keepFiles` and the idempotency key
 */
export async function keepUploads<Name extends string, Id, Data>(
  context: StaffContext,
  store: FileStore,
  {
    call,
    input,
    received,
  }: {
    readonly call: string;
    readonly input: object;
    readonly received: { readonly [N in Name]?: ReceivedFile | undefined };
  },
  steps: {
    check(file: ReceivedFile, name: Name): Promise<CheckedFile>;
    /**
     * Writes the record with its files.
     * @returns its id
     */
    attach(transaction: Transaction, addFile: (name: Name) => Promise<string>): Promise<Id>;
    read(transaction: Transaction, id: Id): Promise<Data>;
  },
): Promise<Data> {
  const uploads = Object.entries<ReceivedFile | undefined>(received).flatMap(([name, file]) =>
    file ? [[name as Name, file] as const] : [],
  );
  const digests = uploads.map(([name, { sha256 }]) => [name, sha256]).sort();
  const request = { call, input: { ...input, files: Object.fromEntries(digests) } };
  const checked = {} as Record<Name, CheckedFile>;
  if (!(await hasAnswer(context.db, context))) {
    for (const [name, file] of uploads) checked[name] = await steps.check(file, name);
  }
  return keepFiles(
    { db: context.db, store },
    checked,
    context.actor.id,
    async (transaction, addFile) => {
      const id = await withIdempotencyKey(transaction, context, request, () =>
        steps.attach(transaction, addFile),
      );
      return steps.read(transaction, id);
    },
  );
}
