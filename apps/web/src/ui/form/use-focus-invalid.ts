import { type RefObject, useEffect, useRef } from 'react';

/** Inputs have `aria-invalid`; elements without that state, such as a file button, have `data-invalid`. */
const INVALID = '[aria-invalid="true"], [data-invalid="true"]';

/**
 * Moves the focus to the first invalid field.
 *
 * @param errors by field; a new non-empty object moves the focus
 */
export function useFocusInvalid<Root extends HTMLElement = HTMLFormElement>(
  errors: Readonly<Record<string, unknown>>,
): RefObject<Root | null> {
  const form = useRef<Root>(null);
  const handled = useRef(errors);

  useEffect(() => {
    if (handled.current === errors) return;
    handled.current = errors;
    if (Object.keys(errors).length === 0) return;
    const field = form.current?.querySelector<HTMLElement>(INVALID);
    field?.focus();
    // The browser scrolls to the field alone, and its error may be under the form's foot.
    for (const message of findMessages(field)) message.scrollIntoView({ block: 'nearest' });
  }, [errors]);

  return form;
}

/** The texts that describe a field, its error among them. */
function findMessages(field: HTMLElement | null | undefined): HTMLElement[] {
  const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)).filter((message) => message !== null);
}
