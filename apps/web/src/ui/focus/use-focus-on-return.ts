import { type RefObject, useEffect } from 'react';

/**
 * Gives the focus to the field that a form begins with (`data-autofocus`) when the form comes back after
 * a question, with which it went away. The first time the dialog does it: whoever took the focus then
 * would take it, where nothing moves, before the dialog has kept to whom it gives it back.
 */
export function useFocusOnReturn(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [form]);
}
