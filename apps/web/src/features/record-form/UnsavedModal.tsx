import { Modal, type ModalProps } from '@mantine/core';
import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useHeldNavigation } from '../../lib/use-held-navigation.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { rescueFocusAfterReturn, useOpenAfterMount } from '../../ui/focus.ts';
import { DialogForm, FormActions } from '../../ui/form/FormPage.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { DISCARD_TITLE, DiscardQuestion } from '../../ui/questions/DiscardQuestion.tsx';
import classes from './RecordModal.module.css';

interface UnsavedModalProps
  extends Pick<
    ModalProps,
    'opened' | 'size' | 'classNames' | 'returnFocus' | 'onExitTransitionEnd'
  > {
  title: string;
  /** Shown above the fields: the record or person concerned. */
  lead?: string;
  /** Whether closing the dialog would lose input. */
  isUnsaved: boolean;
  /** Whether the input is being saved; the dialog then stays open. */
  isBusy?: boolean;
  /** A sentence that names the input that would be lost; by default typed text. */
  lost?: string;
  onClose: () => void;
  /** @param close closes the dialog, after confirmation if input would be lost */
  children: (close: () => void) => ReactNode;
}

/** A dialog with fields outside a record form. Like `RecordModal`, it asks before unsaved input is lost. */
export function UnsavedModal(props: UnsavedModalProps) {
  const { opened, title, lead, isUnsaved, isBusy = false, lost, onClose } = props;
  const { classNames, returnFocus, size, onExitTransitionEnd, children } = props;
  const [isLeaving, setLeaving] = useState(false);
  const isDirty = opened && isUnsaved;
  const leaving = useLeavingPage({ isDirty, wouldLose: () => isDirty, discard: onClose });
  const isAsking = leaving !== null || (isLeaving && isUnsaved);
  const focused = useRef<HTMLElement>(null);

  function stay() {
    setLeaving(false);
    leaving?.stay();
  }
  function close() {
    if (isAsking) stay();
    else if (!isBusy && isUnsaved) setLeaving(true);
    else if (!isBusy) onClose();
  }

  // Mantine returns the focus 10 ms after a dialog closes, unless the dialog is unmounted before that. Without motion,
  // `onExitTransitionEnd` may unmount it at once.
  const isOpen = useRef(opened);
  isOpen.current = opened;
  useLayoutEffect(() => {
    const { activeElement: opener } = document;
    return () => {
      if (!isOpen.current && document.activeElement !== document.body) return;
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      rescueFocusAfterReturn();
    };
  }, []);

  const wasAsking = useRef(false);
  useEffect(() => {
    if (opened && wasAsking.current && !isAsking) focused.current?.focus();
    wasAsking.current = isAsking;
  }, [opened, isAsking]);

  return (
    <Modal
      opened={opened}
      size={size}
      returnFocus={returnFocus}
      onClose={close}
      onExitTransitionEnd={() => {
        setLeaving(false);
        onExitTransitionEnd?.();
        rescueFocusAfterReturn();
      }}
      title={isAsking ? DISCARD_TITLE : title}
      {...(!isAsking && classNames && { classNames })}
    >
      {isAsking && (
        <DiscardQuestion onStay={stay} onDiscard={leaving?.go ?? onClose}>
          {lost}
        </DiscardQuestion>
      )}
      {/* Hidden, not unmounted, during the question: uploads continue, and typed text is kept. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only stores which field had the focus. */}
      <div
        hidden={isAsking}
        onFocus={({ target }) => {
          focused.current = target;
        }}
      >
        {lead && <p className={classes.subtitle}>{lead}</p>}
        {children(close)}
      </div>
    </Modal>
  );
}

interface LeavingOptions {
  /** Whether the dialog is open with unsaved input. */
  isDirty: boolean;
  /** Whether leaving would lose input; called when the user leaves. */
  wouldLose: () => boolean;
  discard: () => void;
}

/** Holds a navigation that would leave a dialog with changes. @returns functions to stay or go; null if none is held */
export function useLeavingPage({ isDirty, wouldLose, discard }: LeavingOptions) {
  const heldNavigation = useHeldNavigation({
    disabled: !isDirty,
    wouldLose,
    // The page behind a dialog can only be left with the browser's buttons, which may also close the dialog.
    leavesForm: ({ current, next, isTraversal }) =>
      isTraversal || current.pathname !== next.pathname,
  });
  if (heldNavigation === null) return null;
  return {
    stay: heldNavigation.stay,
    go: () => {
      discard();
      heldNavigation.go();
    },
  };
}

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
  failureDetails?: ReactNode;
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

/** A dialog whose fields are the input of one request. It edits no record, so it has no conflict dialog. */
export function MutationModal(props: MutationModalProps) {
  const {
    opened = true,
    isUnsaved = false,
    mutation,
    failure = mutation.error?.message,
    failureDetails,
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
          <FormAlert message={failure ?? undefined}>{failureDetails}</FormAlert>
          {typeof children === 'function' ? children(close) : children}
          <FormActions
            onCancel={isDone ? undefined : close}
            isBusy={isPending}
            leftAction={leftAction}
            cancelLabel={cancelLabel}
          >
            {besideSubmit}
            <Button
              type="submit"
              loading={isPending}
              disabled={missing !== false}
              {...(typeof missing === 'string' && { disabledReason: missing })}
            >
              {submitLabel}
            </Button>
          </FormActions>
        </DialogForm>
      )}
    </UnsavedModal>
  );
}
