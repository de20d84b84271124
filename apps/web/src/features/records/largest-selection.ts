/** The most that one deletion takes, and so the most that may be selected at once. */
export const LARGEST_SELECTION = 1000;
