import { Modal, TextInput } from '@mantine/core';
import type { Account } from '@simiente/contract/account/calls';
import { IconFingerprint } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DialogForm, FormActions } from '../../../ui/form/FormPage.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import classes from '../two-factor/TwoFactor.module.css';
import {
  type Confirmation,
  type OwnerConfirmation,
  useOwnerConfirmation,
} from './use-owner-confirmation.ts';

interface OwnerQuestionProps {
  children: ReactNode;
  /** Label of the submit button. */
  action: string;
  kind?: 'normal' | 'danger';
  /** Undefined while the account lacks the required second step, because it cannot be read until then. */
  account: Account | undefined;
  /** Path of the call that `onConfirm` makes. */
  path: string;
  onCancel: (() => void) | undefined;
  /** Its rejection is shown in the form. */
  onConfirm: (confirmation: Confirmation) => Promise<void>;
}

/** Asks the owner of the account for confirmation before a change. */
export function OwnerQuestion(props: OwnerQuestionProps) {
  const { children, action, kind = 'normal', account, path, onCancel, onConfirm } = props;
  const form = useOwnerConfirmation(account, { path }, onConfirm);
  const { busy, submit, message, canSubmit, provider } = form;
  return (
    <DialogForm onSubmit={submit}>
      <p className={classes.sentence}>{children}</p>
      <FormAlert message={message} />
      <OwnerFields form={form} />
      <FormActions onCancel={onCancel} isBusy={busy}>
        {canSubmit && (
          <Button type="submit" kind={kind} loading={busy}>
            {provider === undefined ? action : `Confirmar con ${provider}`}
          </Button>
        )}
      </FormActions>
    </DialogForm>
  );
}

interface OwnerModalProps extends Omit<OwnerQuestionProps, 'onCancel'> {
  opened: boolean;
  title: string;
  onClose: () => void;
}

/** An `OwnerQuestion` in its own dialog. */
export function OwnerModal({ opened, title, onClose, ...question }: OwnerModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={460}>
      <OwnerQuestion {...question} onCancel={onClose} />
    </Modal>
  );
}

interface OwnerFieldsProps {
  form: OwnerConfirmation;
  /** False while other required input is missing. */
  mayUsePasskey?: boolean;
  /** False for a form with another first field. */
  takesFocus?: boolean;
}

/** The password and code that confirm the owner of the account, or a passkey. */
export function OwnerFields({ form, mayUsePasskey = true, takesFocus = true }: OwnerFieldsProps) {
  const { asksPassword, asksCode, confirmByPasskey, busy, fieldProps } = form;
  return (
    <>
      {asksPassword && (
        <PasswordField
          {...fieldProps('password')}
          {...(takesFocus && { 'data-autofocus': true })}
          label="Contraseña"
          autoComplete="current-password"
        />
      )}
      {asksCode && (
        <TextInput
          {...fieldProps('code')}
          label="Código"
          description="El de tu aplicación de autenticación o uno de recuperación."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
        />
      )}
      {confirmByPasskey && (
        <Button
          kind={asksPassword ? 'subtle' : 'default'}
          fullWidth
          icon={IconFingerprint}
          disabled={busy || !mayUsePasskey}
          onClick={confirmByPasskey}
        >
          Usar llave de acceso
        </Button>
      )}
    </>
  );
}
