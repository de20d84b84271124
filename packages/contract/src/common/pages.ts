import * as z from 'zod';
import { DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE } from './page-sizes.ts';

/** The input of every keyset-paged list. */
export const pageInput = {
  limit: z.int().min(1).max(LARGEST_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  /** Long enough for the position of any name. */
  cursor: z.string().min(1).max(8192).optional(),
};

/** Of every keyset-paged list. */
export const nextPage = { nextCursor: z.string().nullable() };
/** How many records a list has. */
export const listTotal = z.strictObject({ total: z.int().min(0), totalIsCapped: z.boolean() });

/** The answer of every keyset-paged list, beside its records. */
export const pageOutput = { ...nextPage, ...listTotal.shape };

/** The input of a list that has a call of its own for its figures. */
export const rowsFirstInput = {
  /** `ready`: only those that need no counting, so that rows do not wait for figures. */
  figures: z.literal(['always', 'ready']).default('always'),
};

/** Those inputs of a list that neither its figures nor its export depend on. */
export const ofPageAlone = { limit: true, cursor: true, figures: true } as const;

/** The figures of a list of records with a status: its total, and its counts by status. */
export const listFigures = <Counts extends z.ZodType>(counts: Counts) =>
  z.strictObject({
    counts,
    /** Whether they are of the first 1 000 results of a search: there may be more of each. */
    countsAreCapped: z.boolean(),
    ...listTotal.shape,
  });
