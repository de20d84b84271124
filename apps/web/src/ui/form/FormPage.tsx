import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Button } from '../buttons/Button.tsx';
import { Form } from './Form.tsx';
import classes from './FormPage.module.css';

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
    // The browser scrolls only to the field, and its error may be under the form's footer.
    for (const message of findMessages(field)) message.scrollIntoView({ block: 'nearest' });
  }, [errors]);

  return form;
}

/** The texts that describe a field, its error among them. */
function findMessages(field: HTMLElement | null | undefined): HTMLElement[] {
  const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)).filter((message) => message !== null);
}

const CLEARANCE_PX = 16;

/**
 * Ref of a form's sticky footer of any height. It makes a focused field and its error scroll above the footer.
 */
export function keepClear(footer: HTMLElement | null) {
  if (footer === null) return;
  const { style } = footer.closest<HTMLElement>('[role="dialog"]') ?? document.documentElement;
  const observer = new ResizeObserver(() => {
    style.scrollPaddingBottom = `${footer.offsetHeight + CLEARANCE_PX}px`;
  });
  observer.observe(footer);
  return () => {
    observer.disconnect();
    style.scrollPaddingBottom = '';
  };
}

interface FormPageProps {
  /** Accessible name. */
  label: string;
  /** Errors by field: each new object moves the focus to the first invalid field. */
  errors?: Readonly<Record<string, unknown>>;
  onSubmit: () => void;
  /** `FormSection`s. */
  children: ReactNode;
  /** The buttons, in a footer that stays in sight. */
  footer: ReactNode;
}

const NO_ERRORS = {};

/** A form as a whole page: sections, and a footer with its buttons at the bottom of the screen. */
export function FormPage({ label, errors = NO_ERRORS, onSubmit, children, footer }: FormPageProps) {
  const form = useFocusInvalid(errors);
  return (
    <Form ref={form} className={classes.form} aria-label={label} onSubmit={onSubmit}>
      <div className={classes.sections}>{children}</div>
      <div ref={keepClear} className={classes.footer} data-form-footer>
        {footer}
      </div>
    </Form>
  );
}

/** Note on the left of the footer, for example the progress of an upload. */
export function FooterNote({ children }: { children: ReactNode }) {
  return <div className={classes.note}>{children}</div>;
}

export function DialogForm(props: Omit<ComponentProps<typeof Form>, 'className'>) {
  return <Form {...props} className={classes.dialogFormForm} />;
}

interface FormActionsProps {
  /** An alternative, on the left. */
  leftAction?: ReactNode;
  onCancel?: (() => void) | undefined;
  cancelLabel?: string | undefined;
  isBusy?: boolean;
  children: ReactNode;
}

/** Buttons at the end of a dialog, the primary one last. */
export function FormActions(props: FormActionsProps) {
  const { leftAction, onCancel, cancelLabel = 'Cancelar', isBusy = false, children } = props;
  return (
    <div className={classes.actions}>
      {leftAction && <div className={classes.otherwise}>{leftAction}</div>}
      {onCancel && (
        <Button kind="default" disabled={isBusy} onClick={onCancel}>
          {cancelLabel}
        </Button>
      )}
      {children}
    </div>
  );
}
