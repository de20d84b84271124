import * as z from 'zod';
import { DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE } from './page-sizes.ts';

/** The input of every keyset-paged list. */
export const pageInput = {
  limit: z.int().min(1).max(LARGEST_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  /** Long enough for the position of any name. */
  cursor: z.string().min(1).max(8192).optional(),
};

/** The answer of every keyset-paged list, beside its records. */
export const pageOutput = {
  nextCursor: z.string().nullable(),
  total: z.int().min(0),
  totalIsCapped: z.boolean(),
};

/** Inputs of a list that its export does not depend on. */
export const pageFields = { limit: true, cursor: true } as const;

/** The answer of a list of records with a status, beside its records. */
export const countedPageOutput = <Counts extends z.ZodType>(counts: Counts) => ({
  counts,
  /** Whether they are of the first 1 000 results of a search: there may be more of each. */
  countsAreCapped: z.boolean(),
  ...pageOutput,
});
