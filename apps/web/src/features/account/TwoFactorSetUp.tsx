import type { TwoFactorStart } from '@simiente/contract/account';
import { useState } from 'react';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { refreshSession } from '../session/public.ts';
import { PairTelephone } from './PairTelephone.tsx';
import { PasswordQuestion } from './PasswordQuestion.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { startTwoFactor } from './two-factor-calls.ts';
import { endedDetail } from './use-change-password.ts';

interface TwoFactorSetUpProps {
  onCancel?: (() => void) | undefined;
  /** It is on, and its codes are shown. */
  onEnabled: () => void;
  onDone: () => void;
}

type Step =
  | { readonly name: 'password' }
  | { readonly name: 'telephone'; readonly start: TwoFactorStart }
  | { readonly name: 'codes'; readonly codes: readonly string[] };

/** Sets the second step up: the password, the telephone, and the codes for who loses it. */
export function TwoFactorSetUp({ onCancel, onEnabled, onDone }: TwoFactorSetUpProps) {
  const [step, setStep] = useState<Step>({ name: 'password' });

  if (step.name === 'password') {
    return (
      <PasswordQuestion
        action="Continuar"
        onCancel={onCancel}
        onConfirm={async (password) =>
          setStep({ name: 'telephone', start: await startTwoFactor(password) })
        }
      >
        Necesitas una aplicación de autenticación en tu teléfono, como Google Authenticator o Aegis.
        Al activarla se cerrarán tus otras sesiones. Primero confirma que eres tú.
      </PasswordQuestion>
    );
  }
  if (step.name === 'telephone') {
    const { start } = step;
    return (
      <PairTelephone
        uri={start.uri}
        onCancel={onCancel}
        onPaired={(ended) => {
          setStep({ name: 'codes', codes: start.recoveryCodes });
          notifySuccess('Verificación en dos pasos activada', endedDetail(ended));
          onEnabled();
        }}
      />
    );
  }
  return (
    <RecoveryCodes
      codes={step.codes}
      onDone={() => {
        onDone();
        void refreshSession();
      }}
    />
  );
}
