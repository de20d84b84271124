import * as z from 'zod';
import { isoInstant } from './common/instants.ts';

/** A file of ours as records show theirs. */
export const storedFile = z.strictObject({
  /** `/v1/files/…` */
  fileUrl: z.string(),
  fileName: z.string(),
  mediaType: z.string(),
  /** Bytes. */
  fileSize: z.int().min(0),
  uploadedAt: isoInstant,
  /** The name of the member of the staff; null where it came with an import. */
  uploadedBy: z.string().nullable(),
});
export type StoredFile = z.infer<typeof storedFile>;
