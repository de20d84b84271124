import { Textarea } from '@mantine/core';
import type { Account } from '@simiente/contract/account/calls';
import { reportReason } from '@simiente/contract/reports/calls';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRequestKey } from '../../../lib/api/request-key.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DialogForm, FormActions } from '../../../ui/form/FormPage.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import {
  type Confirmation,
  type OwnerConfirmation,
  OwnerFields,
  useOwnerConfirmation,
} from '../../account/public.ts';
import { UnsavedModal } from '../../record-form/public.ts';
import { refreshReports } from '../use-reports.ts';
import { SignerGate } from './SignerGate.tsx';

export interface Typing {
  readonly isUnsaved: boolean;
  readonly isBusy: boolean;
}

export const NOTHING_TYPED: Typing = { isUnsaved: false, isBusy: false };

/** Reports to the dialog whether a reason, a password or a code was typed, and whether the form is being sent. */
export function useTyping(
  { isTyped, busy: isBusy }: OwnerConfirmation,
  reason: string,
  onTyping: (typing: Typing) => void,
): void {
  const isUnsaved = isTyped || reason.trim() !== '';
  useEffect(() => onTyping({ isUnsaved, isBusy }), [isUnsaved, isBusy, onTyping]);
}

export interface VersionDialogProps {
  idUser: string;
  idVersion: string;
  /** Version and patient, such as 'Versión 3 · Alejandro Villaseñor Rojas'. */
  about: string;
  onClose: () => void;
}

interface SignedReasonDialogProps extends Omit<VersionDialogProps, 'idVersion'> {
  title: string;
  /** The call, and the subject that a passkey signs. */
  call: { readonly path: string; readonly subject: string };
  send: (
    reason: string,
    confirmation: Confirmation,
    optionsFor: ReturnType<typeof useRequestKey>['optionsFor'],
  ) => Promise<unknown>;
  /** Label of the button, its label during the request, and title of the toast. */
  words: { readonly submit: string; readonly busy: string; readonly done: string };
  isDanger?: boolean;
  children: ReactNode;
}

/** An act on a signed version that needs a reason and a signature. */
export function SignedReasonDialog(props: SignedReasonDialogProps) {
  const [typing, setTyping] = useState(NOTHING_TYPED);
  return (
    <UnsavedModal
      opened
      {...typing}
      onClose={props.onClose}
      title={props.title}
      lead={props.about}
      size={520}
    >
      {(close) => (
        <SignerGate onCancel={props.onClose}>
          {({ account }) => (
            <ReasonForm {...props} account={account} onCancel={close} onTyping={setTyping} />
          )}
        </SignerGate>
      )}
    </UnsavedModal>
  );
}

interface ReasonFormProps extends SignedReasonDialogProps {
  account: Account;
  onCancel: () => void;
  onTyping: (typing: Typing) => void;
}

function ReasonForm(props: ReasonFormProps) {
  const { idUser, call, send, words, account, onClose, onCancel, onTyping } = props;
  const { optionsFor } = useRequestKey();
  const [reason, setReason] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);

  // If the signer was loaded after the dialog had opened, the dialog's close button has the focus.
  useEffect(() => {
    const dialog = field.current?.closest('[role="dialog"]');
    if (dialog?.contains(document.activeElement)) field.current?.focus();
  }, []);

  /** Shows an error in the field if the reason is invalid. */
  function checkReason(): boolean {
    const checked = reportReason.safeParse(reason);
    setFieldError(checked.success ? undefined : checked.error.issues[0]?.message);
    if (!checked.success) field.current?.focus();
    return checked.success;
  }

  const form = useOwnerConfirmation(
    account,
    call,
    async (confirmation) => {
      await send(reason.trim(), confirmation, optionsFor);
      notifySuccess(words.done);
      await refreshReports(idUser);
      onClose();
    },
    { isTwoStep: true },
  );
  useTyping(form, reason, onTyping);

  function submit() {
    if (!form.busy && checkReason()) void form.submit();
  }

  return (
    <DialogForm onSubmit={submit}>
      {props.children}
      <FormAlert message={form.message} />
      <Textarea
        ref={field}
        label="Motivo"
        required
        data-autofocus
        autosize
        minRows={3}
        maxLength={1000}
        error={fieldError}
        readOnly={form.busy}
        value={reason}
        onChange={({ currentTarget: { value } }) => {
          setReason(value);
          setFieldError(undefined);
        }}
      />
      <OwnerFields form={form} takesFocus={false} mayUsePasskey={reason.trim() !== ''} />
      <FormActions onCancel={onCancel} isBusy={form.busy}>
        {form.canSubmit && (
          <Button
            type="submit"
            kind={props.isDanger ? 'danger' : 'normal'}
            loading={form.busy}
            loadingLabel={words.busy}
          >
            {form.provider === undefined ? words.submit : `Confirmar con ${form.provider}`}
          </Button>
        )}
      </FormActions>
    </DialogForm>
  );
}
