// Apart from the schemas, so that a screen has them without what checks inputs.

export const DEFAULT_PAGE_SIZE = 50;
/** What a column of a board shows at first, and adds at a time. */
export const BOARD_COLUMN_SIZE = 25;
export const LARGEST_PAGE_SIZE = 100;
/** A searched total is counted up to here and then said to be capped. */
export const LARGEST_SEARCHED_TOTAL = 1000;
