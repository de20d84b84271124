import { type RefObject, useEffect, useRef } from 'react';

/** A field says so by `aria-invalid`; what has no such state, as a button that picks a file, by `data-invalid`. */
const INVALID = '[aria-invalid="true"], [data-invalid="true"]';

/**
 * Moves the focus to the first field that something is wrong with.
 *
 * @param errors by field; a new object with something in it moves the focus, the same one does not
 */
export function useFocusInvalid(
  errors: Readonly<Record<string, unknown>>,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const handled = useRef(errors);

  useEffect(() => {
    if (handled.current === errors) return;
    handled.current = errors;
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [errors]);

  return form;
}
