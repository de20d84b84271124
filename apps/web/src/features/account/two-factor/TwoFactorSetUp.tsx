import { TextInput } from '@mantine/core';
import {
  type Account,
  type TwoFactorStart,
  twoFactorChange,
  twoFactorStart,
} from '@simiente/contract/account/calls';
import { useEffect, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { postJson } from '../../../lib/api/send.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DialogForm, FormActions } from '../../../ui/form/FormPage.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';
import { notifySuccess, notifyWarning } from '../../../ui/toasts/notify.tsx';
import { refreshSession } from '../../session/public.ts';
import { OwnerQuestion } from '../confirmation/OwnerQuestion.tsx';
import { useConfirmationForm } from '../confirmation/use-owner-confirmation.ts';
import { endedSessionsDetail } from '../use-account.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './TwoFactor.module.css';

const PATH = '/api/auth/two-factor';

/** The secret inside the QR code's otpauth URI, in groups of four. */
function formatSecret(uri: string): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

interface TwoFactorSetUpProps {
  /** Undefined while the account lacks the required second step, because it cannot be read until then. */
  account?: Account;
  onCancel?: (() => void) | undefined;
  /** Called once the second step is on, while the recovery codes are shown. */
  onEnabled: () => void;
  onDone: () => void;
}

type Step =
  | { readonly name: 'password' }
  | { readonly name: 'authenticator'; readonly start: TwoFactorStart }
  | { readonly name: 'codes'; readonly codes: readonly string[] };

/** Sets up the second step: password, authenticator, recovery codes. */
export function TwoFactorSetUp({ account, onCancel, onEnabled, onDone }: TwoFactorSetUpProps) {
  const [step, setStep] = useState<Step>({ name: 'password' });

  function finish() {
    onDone();
    void refreshSession();
  }

  if (step.name === 'password') {
    return (
      <OwnerQuestion
        account={account}
        path={`${PATH}/enable`}
        action="Continuar"
        onCancel={onCancel}
        onConfirm={async (confirmation) =>
          setStep({
            name: 'authenticator',
            start: await postJson(`${PATH}/enable`, confirmation, twoFactorStart.parse),
          })
        }
      >
        Necesitas una aplicación de autenticación en tu teléfono, como Google Authenticator o Aegis.
        Al activarla se cerrarán tus otras sesiones. Primero confirma que eres tú.
      </OwnerQuestion>
    );
  }
  if (step.name === 'authenticator') {
    const { start } = step;
    return (
      <PairAuthenticator
        uri={start.uri}
        onCancel={onCancel}
        onAlreadyEnabled={() => {
          notifyWarning('La verificación en dos pasos ya está activa', {
            detail: 'En Mi cuenta genera códigos de recuperación nuevos y guárdalos.',
          });
          finish();
        }}
        onPaired={(ended) => {
          setStep({ name: 'codes', codes: start.recoveryCodes });
          notifySuccess('Verificación en dos pasos activada', endedSessionsDetail(ended));
          onEnabled();
        }}
      />
    );
  }
  return <RecoveryCodes codes={step.codes} onDone={finish} />;
}

interface PairAuthenticatorProps {
  /** The otpauth URI in the QR code. */
  uri: string;
  onCancel?: (() => void) | undefined;
  /** Called if an earlier confirmation succeeded, but its answer was lost. */
  onAlreadyEnabled: () => void;
  /** Called with the number of other sessions that ended. */
  onPaired: (ended: number) => void;
}

/** The secret as a QR code and as text, and a field for the first code, which proves the pairing. */
function PairAuthenticator({ uri, onCancel, onAlreadyEnabled, onPaired }: PairAuthenticatorProps) {
  const { busy, submit, message, refs, fieldProps } = useConfirmationForm(
    ['code'],
    async ({ code }) => {
      try {
        onPaired((await postJson(`${PATH}/confirm`, { code }, twoFactorChange.parse)).ended);
      } catch (error) {
        const isConflict = error instanceof ApiFailure && error.code === 'CONFLICT';
        const isOn = isConflict && (await api.account.read({})).data.twoFactor !== null;
        if (!isOn) throw error;
        onAlreadyEnabled();
      }
    },
  );
  const { code: field } = refs;

  useEffect(() => field.current?.focus(), [field]);

  return (
    <DialogForm onSubmit={submit}>
      <div className={classes.pairing}>
        <QrCode value={uri} size={168} title="Código QR para tu aplicación" />
        <div className={classes.manual}>
          <p className={classes.sentence}>Escanéalo con tu aplicación de autenticación.</p>
          <p className={classes.sentence}>Si no puedes, escribe en ella esta clave:</p>
          <code className={classes.secret}>{formatSecret(uri)}</code>
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
      <FormActions onCancel={onCancel} isBusy={busy}>
        <Button type="submit" loading={busy} loadingLabel="Verificando…">
          Activar
        </Button>
      </FormActions>
    </DialogForm>
  );
}
