import { PasswordInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../ui/form/DialogForm.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import classes from './TwoFactor.module.css';
import { useConfirming } from './use-confirming.ts';

interface PasswordQuestionProps {
  /** What is going to be done. */
  children: ReactNode;
  action: string;
  kind?: 'normal' | 'danger';
  /** Asks for a code of the second step too. */
  withCode?: boolean;
  onCancel?: (() => void) | undefined;
  /** Does it; what it throws is shown. The code is empty where none is asked for. */
  onConfirm: (password: string, code: string) => Promise<void>;
}

/** Asks for the password, and for a code where there is one, before something of the second step changes. */
export function PasswordQuestion(props: PasswordQuestionProps) {
  const { children, action, kind = 'normal', withCode = false, onCancel, onConfirm } = props;
  const { busy, submit, message, fieldProps } = useConfirming(
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
