import { Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import classes from '../KeyCap.module.css';

/** Whether single-key shortcuts are on. Dictation could press such keys by accident (WCAG 2.1.4). */
export function useShortcutsEnabled() {
  return useLocalStorage({
    key: 'simiente-shortcuts',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
}

/** Switches single-key shortcuts off and on, in this browser. */
export function ShortcutSwitch() {
  const [enabled, setEnabled] = useShortcutsEnabled();
  return (
    <Switch
      label="Usar atajos de una tecla"
      checked={enabled}
      onChange={(event) => setEnabled(event.currentTarget.checked)}
    />
  );
}

/** Elements in which a key is typed text or has its own meaning. */
const OWN_KEYS =
  'textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="dialog"]';
/** Inputs that take no text. */
const TEXTLESS_INPUTS = 'input[type="checkbox"], input[type="radio"]';

/** Whether a pressed key may be a single-key shortcut of the page. */
export function isShortcut(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.isComposing || event.repeat) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector('[aria-modal="true"]') !== null) return false;
  if (!(target instanceof Element)) return true;
  if (target.closest(OWN_KEYS) !== null) return false;
  return !target.matches('input') || target.matches(TEXTLESS_INPUTS);
}

/** A key of the keyboard, as hints and the list of shortcuts show it. */
export function KeyCap({ children }: { children: string }) {
  return <kbd className={classes.key}>{children}</kbd>;
}

/** Whether the keyboard has ⌘ instead of Ctrl. */
export const isMac = /mac|iphone|ipad/i.test(navigator.platform);
