import * as z from 'zod';
import { ID_PATTERN, LONGEST_ID } from './id-text.ts';

/** The id of any record: ours, or one of the earlier system's. */
export const recordId = z
  .string()
  .min(1)
  .max(LONGEST_ID)
  .regex(ID_PATTERN, 'El identificador no es válido');
