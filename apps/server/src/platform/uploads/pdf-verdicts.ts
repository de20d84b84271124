/** What the reader of PDFs exits with, but 0 for one that can be opened and only shows its pages. */

/** It wants a password. */
export const ENCRYPTED = 3;
/** It cannot be opened. */
export const BROKEN = 4;
/** It does more than show its pages. */
export const ACTIVE = 5;
