/** Exit codes of the PDF reader; 0 for a PDF that can be opened and only shows its pages. */

/** It needs a password. */
export const ENCRYPTED = 3;
/** It cannot be opened. */
export const BROKEN = 4;
/** It has active content. */
export const ACTIVE = 5;
