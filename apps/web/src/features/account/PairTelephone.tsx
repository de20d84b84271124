import { TextInput } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../ui/form/DialogForm.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import classes from './TwoFactor.module.css';
import { confirmTwoFactor, secretOf } from './two-factor-calls.ts';
import { useConfirming } from './use-confirming.ts';

interface PairTelephoneProps {
  /** What the telephone reads from the QR code. */
  uri: string;
  onCancel?: (() => void) | undefined;
  /** Told how many other sessions ended. */
  onPaired: (ended: number) => void;
}

/** The secret as a QR code and as text, and the first code, which shows that the telephone has it. */
export function PairTelephone({ uri, onCancel, onPaired }: PairTelephoneProps) {
  const { busy, submit, message, refs, fieldProps } = useConfirming(['code'], async ({ code }) =>
    onPaired(await confirmTwoFactor(code)),
  );
  const { code: field } = refs;

  useEffect(() => field.current?.focus(), [field]);

  return (
    <DialogForm onSubmit={submit}>
      <div className={classes.pairing}>
        <div className={classes.qr}>
          <QRCodeSVG value={uri} size={168} marginSize={2} title="Código QR para tu aplicación" />
        </div>
        <div className={classes.manual}>
          <p className={classes.sentence}>Escanéalo con tu aplicación de autenticación.</p>
          <p className={classes.sentence}>Si no puedes, escribe en ella esta clave:</p>
          <code className={classes.secret}>{secretOf(uri)}</code>
        </div>
      </div>
      <FormAlert message={message} />
      <TextInput
        {...fieldProps('code')}
        label="Código de la aplicación"
        description="Los 6 dígitos que muestra ahora."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={11}
      />
      <FormActions>
        {onCancel && (
          <LockButton kind="default" disabled={busy} onClick={onCancel}>
            Cancelar
          </LockButton>
        )}
        <LockButton type="submit" loading={busy} loadingLabel="Verificando...">
          Activar
        </LockButton>
      </FormActions>
    </DialogForm>
  );
}
