import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { once } from '../../platform/idempotency/once.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { type AcceptedKinds, checkFile } from '../../platform/uploads/check-file.ts';
import type { ReceivedFile } from '../../platform/uploads/receive-form.ts';
import { type AddFile, keepFile } from './keep-file.ts';

/**
 * Checks and stores an uploaded file and writes its record, at most once for each Idempotency-Key: a
 * repetition with the same bytes does nothing more. Only the record's id is remembered; the record is
 * read again.
 * @throws Problem what `checkFile`, `keepFile`, the idempotency key and the record throw
 */
export async function attachUpload<Data>(
  context: StaffContext,
  store: FileStore,
  {
    received,
    accepted,
    ...request
  }: {
    readonly call: string;
    readonly input: object;
    readonly received: ReceivedFile;
    readonly accepted: AcceptedKinds;
  },
  record: {
    /**
     * Writes the record with its file.
     * @returns its id
     */
    attach(transaction: Transaction, addFile: AddFile): Promise<string>;
    read(transaction: Transaction, id: string): Promise<Data>;
  },
): Promise<Data> {
  const file = await checkFile(received, accepted);
  const named = { call: request.call, input: { ...request.input, file: file.sha256 } };
  return keepFile(
    { db: context.db, store },
    file,
    context.actor.id,
    async (transaction, addFile) => {
      const id = await once(transaction, context, named, () => record.attach(transaction, addFile));
      return record.read(transaction, id);
    },
  );
}
