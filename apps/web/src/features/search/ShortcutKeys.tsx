import { useWindowEvent } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { isShortcut, useShortcutsEnabled } from '../../ui/layout/shortcuts.tsx';
import type { MenuPage } from './commands.ts';

/** Milliseconds allowed between G and the second key. */
const SEQUENCE_TIMEOUT = 1500;

interface ShortcutKeysProps {
  menuPages: readonly MenuPage[];
  /** Opens the global search, when the page has no search field. */
  onSearch: () => void;
  onHelp: () => void;
}

/** The keys `/`, `?` and G with a letter, unless the user has switched them off. */
export default function ShortcutKeys({ menuPages, onSearch, onHelp }: ShortcutKeysProps) {
  const { history } = useRouter();
  const [enabled] = useShortcutsEnabled();
  /** Time of a G that waits for its second key. */
  const pendingSince = useRef(Number.NEGATIVE_INFINITY);

  useWindowEvent('keydown', (event) => {
    const isSecondKey = event.timeStamp - pendingSince.current < SEQUENCE_TIMEOUT;
    pendingSince.current = Number.NEGATIVE_INFINITY;
    if (!enabled || !isShortcut(event)) return;
    const key = event.key.toUpperCase();
    const page = isSecondKey ? menuPages.find(({ letter }) => letter === key) : undefined;
    if (page !== undefined) history.push(page.to);
    else if (key === '/') focusSearch(onSearch);
    else if (key === '?') onHelp();
    else {
      if (key === 'G') pendingSince.current = event.timeStamp;
      return;
    }
    event.preventDefault();
  });
  return null;
}

/** Focuses the search field of the page's list, or opens the global search. */
function focusSearch(openGlobalSearch: () => void): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (field === null) openGlobalSearch();
  field?.focus();
  field?.select();
}
