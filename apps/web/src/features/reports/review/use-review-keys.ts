import { useEffect, useEffectEvent } from 'react';
import { isShortcut } from '../../../ui/layout/is-shortcut.ts';
import { useShortcutsEnabled } from '../../../ui/layout/ShortcutSwitch.tsx';

type ReviewKey = 'j' | 'k' | 'a' | 'e' | 'x';

/** The keys of a review, unless something is being written or the user has switched them off. */
export function useReviewKeys(
  isWriting: boolean,
  acts: Readonly<Record<ReviewKey, () => unknown>>,
): void {
  const [enabled] = useShortcutsEnabled();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!enabled || isWriting || !isShortcut(event)) return;
    const act = acts[event.key.toLowerCase() as ReviewKey];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
