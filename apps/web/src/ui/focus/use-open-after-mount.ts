import { useLayoutEffect, useState } from 'react';

/**
 * `opened`, one render late, for a dialog that opens on mount. So it records the focused element before
 * its first field takes the focus, even without transitions.
 */
export function useOpenAfterMount(opened: boolean): boolean {
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => setOpen(opened), [opened]);
  // It closes without delay: a later close would take the focus from a page navigated to since.
  return opened && isOpen;
}
