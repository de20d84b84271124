import * as z from 'zod';

export const DEFAULT_PAGE_SIZE = 50;
export const LARGEST_PAGE_SIZE = 100;
/** A searched total is counted up to here and then said to be capped. */
export const LARGEST_SEARCHED_TOTAL = 1000;

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
