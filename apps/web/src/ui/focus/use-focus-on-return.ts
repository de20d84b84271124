import { type RefObject, useEffect } from 'react';

/**
 * Focuses the first field (`data-autofocus`) when a form is mounted again after a question in its dialog.
 * Not on the first mount, which the dialog handles: without transitions, a focus taken earlier would
 * become the element to which the dialog returns the focus.
 */
export function useFocusOnReturn(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [form]);
}
