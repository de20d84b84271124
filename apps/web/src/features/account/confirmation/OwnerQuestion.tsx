import type { Account } from '@simiente/contract/account/calls';
import type { ReactNode } from 'react';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../../ui/form/DialogForm.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import classes from '../two-factor/TwoFactor.module.css';
import type { Confirmation } from './confirmation-calls.ts';
import { OwnerFields } from './OwnerFields.tsx';
import { useOwnerConfirmation } from './use-owner-confirmation.ts';

interface OwnerQuestionProps {
  children: ReactNode;
  /** Label of the submit button. */
  action: string;
  kind?: 'normal' | 'danger';
  /** Absent before the second step that an installation requires. */
  account: Account | undefined;
  /** Path of the call that `onConfirm` makes. */
  path: string;
  onCancel: (() => void) | undefined;
  /** An error that it throws is shown in the form. */
  onConfirm: (confirmation: Confirmation) => Promise<void>;
}

/** Asks who the owner of the account is before it changes. */
export function OwnerQuestion(props: OwnerQuestionProps) {
  const { children, action, kind = 'normal', account, path, onCancel, onConfirm } = props;
  const form = useOwnerConfirmation(account, { path }, onConfirm);
  const { busy, submit, message, canSubmit, provider } = form;
  return (
    <DialogForm onSubmit={submit}>
      <p className={classes.sentence}>{children}</p>
      <FormAlert message={message} />
      <OwnerFields form={form} />
      <FormActions>
        {onCancel && (
          <LockButton kind="default" disabled={busy} onClick={onCancel}>
            Cancelar
          </LockButton>
        )}
        {canSubmit && (
          <LockButton type="submit" kind={kind} loading={busy}>
            {provider === undefined ? action : `Confirmar con ${provider}`}
          </LockButton>
        )}
      </FormActions>
    </DialogForm>
  );
}
