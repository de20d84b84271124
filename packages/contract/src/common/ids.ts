import * as z from 'zod';
import { ID_PATTERN, MAX_ID_LENGTH } from './id-text.ts';

/** The id of any record: ours, or the legacy system's. */
export const recordId = z
  .string()
  .min(1)
  .max(MAX_ID_LENGTH)
  .regex(ID_PATTERN, 'El identificador no es válido.');

/** The version on which an edit was based. Our client always sends it; a legacy payload has none and overwrites. */
export const editedVersion = z.int().min(1).optional();

/** `editedVersion` in a multipart form, whose values are texts. */
export const sentVersion = z.coerce.number().pipe(z.int().min(1)).optional();

/** A boolean in a multipart form. */
export const sentFlag = z.literal(['true', 'false']).transform((text) => text === 'true');
