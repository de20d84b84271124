import { TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import type { OwnerConfirmation } from './use-owner-confirmation.ts';

interface OwnerFieldsProps {
  form: OwnerConfirmation;
  /** False while something else is missing. */
  mayUsePasskey?: boolean;
  /** False for a form whose first field is another one. */
  takesFocus?: boolean;
}

/** The password and the code that confirm who the owner of the account is, and the passkey that may instead. */
export function OwnerFields({ form, mayUsePasskey = true, takesFocus = true }: OwnerFieldsProps) {
  const { withPassword, withCode, byPasskey, busy, fieldProps } = form;
  return (
    <>
      {withPassword && (
        <PasswordField
          {...fieldProps('password')}
          {...(takesFocus && { 'data-autofocus': true })}
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
      {byPasskey && (
        <LockButton
          kind={withPassword ? 'subtle' : 'default'}
          fullWidth
          icon={<IconFingerprint size={17} stroke={1.7} aria-hidden />}
          disabled={busy || !mayUsePasskey}
          onClick={byPasskey}
        >
          Usar llave de acceso
        </LockButton>
      )}
    </>
  );
}
