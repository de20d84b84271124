// This file is separate from the schemas, so that screens do not load Zod.

export const DEFAULT_PAGE_SIZE = 50;
/** Number of cards that a column of the board shows at first, and adds at a time. */
export const BOARD_COLUMN_SIZE = 25;
export const MAX_PAGE_SIZE = 100;
/** The total of a search is counted up to here, and then marked as capped. */
export const MAX_SEARCHED_TOTAL = 1000;
