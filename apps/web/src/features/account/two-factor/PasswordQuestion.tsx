import { PasswordInput, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../../ui/form/DialogForm.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import classes from './TwoFactor.module.css';
import { useConfirmationForm } from './use-confirmation-form.ts';

interface PasswordQuestionProps {
  /** Label of the submit button. */
  children: ReactNode;
  action: string;
  kind?: 'normal' | 'danger';
  /** Also asks for a code of the second step. */
  withCode?: boolean;
  /** Confirms with a passkey instead; absent for an account without one. */
  onPasskey?: (() => Promise<void>) | undefined;
  onCancel?: (() => void) | undefined;
  /** An error that it throws is shown in the form. `code` is empty without `withCode`. */
  onConfirm: (password: string, code: string) => Promise<void>;
}

/** Asks for the password, and for a code if `withCode`, before the second step changes. */
export function PasswordQuestion(props: PasswordQuestionProps) {
  const {
    children,
    action,
    kind = 'normal',
    withCode = false,
    onPasskey,
    onCancel,
    onConfirm,
  } = props;
  const { busy, submit, attempt, message, fieldProps } = useConfirmationForm(
    withCode ? ['password', 'code'] : ['password'],
    ({ password, code }) => onConfirm(password, code),
  );

  return (
    <DialogForm onSubmit={submit}>
      <p className={classes.sentence}>{children}</p>
      <FormAlert message={message} />
      <PasswordInput
        {...fieldProps('password')}
        data-autofocus
        label="Contraseña"
        autoComplete="current-password"
      />
      {withCode && (
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
      {onPasskey && (
        <LockButton
          kind="subtle"
          fullWidth
          icon={<IconFingerprint size={17} stroke={1.7} aria-hidden />}
          disabled={busy}
          onClick={() => void attempt(onPasskey)}
        >
          Usar llave de acceso
        </LockButton>
      )}
      <FormActions>
        {onCancel && (
          <LockButton kind="default" disabled={busy} onClick={onCancel}>
            Cancelar
          </LockButton>
        )}
        <LockButton type="submit" kind={kind} loading={busy}>
          {action}
        </LockButton>
      </FormActions>
    </DialogForm>
  );
}
