/** Where a key is typed text or has a meaning of its own. */
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
