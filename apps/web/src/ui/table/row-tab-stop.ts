import { createContext, useContext } from 'react';

/** Whether the row around is the one in the tab order; null outside of a table. */
export const RowTabStop = createContext<boolean | null>(null);

/** The `tabIndex` of a row's control: only those of one row are stops, as the row itself is. */
export function useRowTabIndex(): 0 | -1 | undefined {
  const isTabStop = useContext(RowTabStop);
  if (isTabStop === null) return undefined;
  return isTabStop ? 0 : -1;
}
