import * as z from 'zod';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './page-sizes.ts';

/** The input of every keyset-paged list. */
export const pageInput = {
  limit: z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  /** Position in the list, which includes the sorted value: long enough for any name. */
  cursor: z.string().min(1).max(8192).optional(),
};

/** Fields of every keyset-paged list, in addition to its records. */
export const pageOutput = {
  nextCursor: z.string().nullable(),
  total: z.int().min(0),
  totalIsCapped: z.boolean(),
};

/** Inputs of a list that do not affect its export. */
export const pageFields = { limit: true, cursor: true } as const;

/** Fields of every list of records with a status, in addition to its records. */
export const countedPageOutput = <Counts extends z.ZodType>(counts: Counts) => ({
  counts,
  /** Whether only the first 1 000 results of a search were counted: each count may be higher. */
  countsAreCapped: z.boolean(),
  ...pageOutput,
});
