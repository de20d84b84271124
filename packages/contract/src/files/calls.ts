import * as z from 'zod';
import { contractPath, fileCall } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { isoInstant } from '../common/instants.ts';
import { FILE_PATH } from '../common/paths.ts';

/** A stored file, as it appears inside a record. */
export const storedFile = z.strictObject({
  /** `/v1/files/…` */
  fileUrl: z.string(),
  fileName: z.string(),
  mediaType: z.string(),
  /** Bytes. */
  fileSize: z.int().min(0),
  uploadedAt: isoInstant,
  /** The name of the staff member; null for an imported file. */
  uploadedBy: z.string().nullable(),
});
export type StoredFile = z.infer<typeof storedFile>;

export const filesContract = {
  // A patient's file needs more capabilities, which modules/files/calls.ts checks.
  read: fileCall('directory.read')
    .get(contractPath(FILE_PATH), 'Un archivo')
    .input({ id: recordId })
    .file(z.file()),
};
