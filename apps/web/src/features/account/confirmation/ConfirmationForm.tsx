import { PasswordInput, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../../ui/form/DialogForm.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import classes from '../two-factor/TwoFactor.module.css';
import { useConfirmationForm } from './use-confirmation-form.ts';

interface ConfirmationFormProps {
  children: ReactNode;
  /** Label of the submit button. */
  action: string;
  kind?: 'normal' | 'danger';
  /** False for an account that has none. */
  withPassword?: boolean;
  /** Also asks for a code of the second step. */
  withCode?: boolean;
  /** Confirms with a passkey instead; absent for an account without one. */
  onPasskey?: (() => Promise<void>) | undefined;
  /** Confirms at the OpenID Connect provider instead of with the password. */
  provider?:
    | { readonly name: string; readonly onAnswer: (code: string) => Promise<void> }
    | undefined;
  onCancel?: (() => void) | undefined;
  /** An error that it throws is shown in the form. `code` is empty without `withCode`. */
  onConfirm: (password: string, code: string) => Promise<void>;
}

/** Asks for the password, and for a code if `withCode`, and offers the other ways to confirm. */
export function ConfirmationForm(props: ConfirmationFormProps) {
  const {
    children,
    action,
    kind = 'normal',
    withPassword = true,
    withCode = false,
    onPasskey,
    provider,
    onCancel,
    onConfirm,
  } = props;
  const { busy, submit, attempt, message, fieldProps } = useConfirmationForm(
    [...(withPassword ? (['password'] as const) : []), ...(withCode ? (['code'] as const) : [])],
    async ({ password, code }) => {
      if (withPassword) await onConfirm(password, code);
      else if (provider) await provider.onAnswer(code);
    },
  );

  return (
    <DialogForm onSubmit={submit}>
      <p className={classes.sentence}>{children}</p>
      <FormAlert message={message} />
      {withPassword && (
        <PasswordInput
          {...fieldProps('password')}
          data-autofocus
          label="Contraseña"
          autoComplete="current-password"
        />
      )}
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
        {(withPassword || provider) && (
          <LockButton type="submit" kind={kind} loading={busy}>
            {withPassword || !provider ? action : `Confirmar con ${provider.name}`}
          </LockButton>
        )}
      </FormActions>
    </DialogForm>
  );
}
