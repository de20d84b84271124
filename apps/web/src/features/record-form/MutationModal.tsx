import type { ComponentProps, ReactNode } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { useOpenAfterMount } from '../../ui/focus.ts';
import { DialogForm, FormActions } from '../../ui/form/FormPage.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { UnsavedModal } from './UnsavedModal.tsx';

interface MutationModalProps
  extends Omit<
    ComponentProps<typeof UnsavedModal>,
    'opened' | 'isUnsaved' | 'isBusy' | 'children'
  > {
  opened?: boolean;
  isUnsaved?: boolean;
  /** The mutation that the dialog starts. */
  mutation: { readonly isPending: boolean; readonly error: Error | null };
  /** The failure in words, by default the message of the error; null if a field shows it. */
  failure?: string | null | undefined;
  /** Details below the failure. */
  aboutFailure?: ReactNode;
  submitLabel: string;
  /** Disables the submit button. A string is the reason, shown as its tooltip. */
  missing?: string | boolean;
  onSubmit: () => void;
  /** Whether the request has succeeded, so that nothing is left to cancel. */
  isDone?: boolean;
  cancelLabel?: string;
  /** Other actions, on the left and beside the submit button. */
  leftAction?: ReactNode;
  besideSubmit?: ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A dialog whose fields are the input of one request. It edits no record, so it has no stale dialog. */
export function MutationModal(props: MutationModalProps) {
  const {
    opened = true,
    isUnsaved = false,
    mutation,
    failure = mutation.error?.message,
    aboutFailure,
    submitLabel,
    missing = false,
    onSubmit,
    isDone,
    cancelLabel,
    leftAction,
    besideSubmit,
    children,
    ...modal
  } = props;
  const { isPending } = mutation;
  const isShown = useOpenAfterMount(opened);
  return (
    <UnsavedModal {...modal} opened={isShown} isUnsaved={isUnsaved} isBusy={isPending}>
      {(close) => (
        <DialogForm onSubmit={() => !missing && !isPending && onSubmit()}>
          <FormAlert message={failure ?? undefined}>{aboutFailure}</FormAlert>
          {typeof children === 'function' ? children(close) : children}
          <FormActions
            onCancel={isDone ? undefined : close}
            isBusy={isPending}
            leftAction={leftAction}
            cancelLabel={cancelLabel}
          >
            {besideSubmit}
            <LockButton
              type="submit"
              loading={isPending}
              disabled={missing !== false}
              {...(typeof missing === 'string' && { disabledReason: missing })}
            >
              {submitLabel}
            </LockButton>
          </FormActions>
        </DialogForm>
      )}
    </UnsavedModal>
  );
}
