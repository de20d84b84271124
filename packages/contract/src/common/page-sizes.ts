// Apart from the schemas, so that screens can use them without Zod.

export const DEFAULT_PAGE_SIZE = 50;
/** Number of cards that a column of the board shows at first, and adds at a time. */
export const BOARD_COLUMN_SIZE = 25;
export const LARGEST_PAGE_SIZE = 100;
/** A searched total is counted up to here, and then marked as capped. */
export const LARGEST_SEARCHED_TOTAL = 1000;
