import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../ui/form/DialogForm.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import classes from './TwoFactor.module.css';
import { useConfirmingText } from './use-confirming-text.ts';

interface PasswordQuestionProps {
  /** What is going to be done. */
  children: ReactNode;
  action: string;
  kind?: 'normal' | 'danger';
  onCancel?: (() => void) | undefined;
  /** Does it; what it throws is shown. */
  onConfirm: (password: string) => Promise<void>;
}

/** Asks for the password before something of the second step changes. */
export function PasswordQuestion(props: PasswordQuestionProps) {
  const { children, action, kind = 'normal', onCancel, onConfirm } = props;
  const { busy, submit, message, fieldProps } = useConfirmingText({
    wrongCode: 'WRONG_PASSWORD',
    missing: 'Escribe tu contraseña',
    confirm: onConfirm,
  });

  return (
    <DialogForm onSubmit={submit}>
      <p className={classes.sentence}>{children}</p>
      <FormAlert message={message} />
      <PasswordInput
        {...fieldProps}
        data-autofocus
        label="Contraseña"
        autoComplete="current-password"
      />
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
