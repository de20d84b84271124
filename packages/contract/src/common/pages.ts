import * as z from 'zod';
import { DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE } from './page-sizes.ts';

/** What every keyset-paged list takes. */
export const pageInput = {
  limit: z.int().min(1).max(LARGEST_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  /** Long enough for any name that an order may have stopped at. */
  cursor: z.string().min(1).max(8192).optional(),
};

/** What every keyset-paged list answers beside its records. */
export const pageOutput = {
  nextCursor: z.string().nullable(),
  total: z.int().min(0),
  totalIsCapped: z.boolean(),
};

/** What a list with figures by status says of them. */
export const figuresOutput = {
  /** Whether they are those of the first 1 000 that a search found: there may be more of each. */
  countsAreCapped: z.boolean(),
};
