/**
 * With this header, who administers accounts is answered as an account with the named role would be.
 * It takes capabilities away and gives none.
 */
export const VIEW_AS_HEADER = 'x-simiente-view-as';
