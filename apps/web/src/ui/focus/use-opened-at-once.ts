import { useLayoutEffect, useState } from 'react';

/**
 * Whether a dialog is open that is not opened by a click, but once something is known or loaded. Told
 * like this it keeps where the focus was before its first field takes it, also where nothing moves.
 */
export function useOpenedAtOnce(opened: boolean): boolean {
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => setOpen(opened), [opened]);
  // It closes at once: after a page that was led to meanwhile took the focus it would take it away.
  return opened && isOpen;
}
