import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
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
  const begunAt = useRef(Number.NEGATIVE_INFINITY);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isSecond = event.timeStamp - begunAt.current < SEQUENCE_TIMEOUT;
    begunAt.current = Number.NEGATIVE_INFINITY;
    if (!enabled || !isShortcut(event)) return;
    const key = event.key.toUpperCase();
    const page = isSecond ? menuPages.find(({ letter }) => letter === key) : undefined;
    if (page !== undefined) history.push(page.to);
    else if (key === '/') focusSearch(onSearch);
    else if (key === '?') onHelp();
    else {
      if (key === 'G') begunAt.current = event.timeStamp;
      return;
    }
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return null;
}

/** The search of the page's list, or the global one. */
function focusSearch(otherwise: () => void): void {
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (search === null) {
    otherwise();
    return;
  }
  search.focus();
  search.select();
}
