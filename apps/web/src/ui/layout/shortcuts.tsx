import { Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import classes from '../KeyCap.module.css';

/** Whether keys without Ctrl or ⌘ do something, which dictation could press by accident (WCAG 2.1.4). */
export function useShortcutsEnabled() {
  return useLocalStorage({
    key: 'simiente-shortcuts',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
}

/** Switches the shortcuts off and on, in this browser. */
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
const CHECKED = 'input[type="checkbox"], input[type="radio"]';

/** Whether a key without Ctrl or ⌘ may do something for the page. */
export function isShortcut(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.isComposing || event.repeat) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector('[aria-modal="true"]') !== null) return false;
  if (!(target instanceof Element)) return true;
  return target.closest(OWN_KEYS) === null && (!target.matches('input') || target.matches(CHECKED));
}

/** A key of the keyboard, as hints and the list of shortcuts show it. */
export function KeyCap({ children }: { children: string }) {
  return <kbd className={classes.key}>{children}</kbd>;
}

/** Whether the keyboard has ⌘ instead of Ctrl. */
export const isMac = /mac|iphone|ipad/i.test(navigator.platform);
