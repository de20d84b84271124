import { type RefObject, useEffect, useRef } from 'react';

/** Inputs have `aria-invalid`; elements without that state, such as a file button, have `data-invalid`. */
const INVALID = '[aria-invalid="true"], [data-invalid="true"]';

/**
 * Moves the focus to the first invalid field.
 *
 * @param errors by field; a new non-empty object moves the focus
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
