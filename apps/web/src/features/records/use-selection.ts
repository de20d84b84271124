import { useState } from 'react';

const NOBODY: ReadonlySet<string> = new Set();

/**
 * The ids that are checked. They belong to one view of the list: under other filters they would
 * stay checked out of sight, so a change of `view` lets go of them.
 */
export function useSelection(view: string) {
  const [held, setHeld] = useState({ view, ids: NOBODY });
  const selected = held.view === view ? held.ids : NOBODY;
  return {
    selected,
    select: (ids: ReadonlySet<string>) => setHeld({ view, ids }),
    clear: () => setHeld({ view, ids: NOBODY }),
  };
}
