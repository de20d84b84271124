import { useDisclosure } from '@mantine/hooks';
import type { Account } from '@simiente/contract/account';
import { useRef, useState } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { useClinicTimeZone } from '../session/public.ts';
import classes from './AccountPage.module.css';
import { DisableTwoFactor } from './DisableTwoFactor.tsx';
import { RenewRecoveryCodes } from './RenewRecoveryCodes.tsx';
import { TwoFactorModal } from './TwoFactorModal.tsx';

/** How many recovery codes there are when they are new. */
const RECOVERY_CODES = 10;

/** The second step of a sign-in: whether it is on, and its recovery codes. */
export function TwoFactorSection({ account }: { account: Account }) {
  const { twoFactor } = account;
  return (
    <FormSection
      title="Verificación en dos pasos"
      reason="Un código de tu teléfono además de la contraseña. Al cambiarla se cierran tus otras sesiones."
    >
      <ul className={classes.card}>
        <Telephone account={account} />
        {twoFactor && <RecoveryRow left={twoFactor.recoveryCodesLeft} />}
      </ul>
    </FormSection>
  );
}

function Telephone({ account: { twoFactor, twoFactorRequired } }: { account: Account }) {
  const timeZone = useClinicTimeZone();
  const [opened, modal] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  // The dialog that is closing goes on as it was, whatever the account has become.
  const [asks, setAsks] = useState<'on' | 'off'>('on');

  function open() {
    setAsks(twoFactor ? 'off' : 'on');
    modal.open();
  }

  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name}>
          Aplicación de autenticación
          <StatusPill
            tone={twoFactor ? 'verde' : 'neutral'}
            label={twoFactor ? 'Activa' : 'Inactiva'}
          />
        </p>
        <p className={classes.detail}>
          {twoFactor
            ? `Desde el ${dayOf(twoFactor.since, timeZone)}`
            : 'Entras solo con tu contraseña.'}
        </p>
      </div>
      <LockButton
        ref={button}
        kind="default"
        disabled={twoFactor !== null && twoFactorRequired}
        disabledReason="Aquí la verificación en dos pasos es obligatoria."
        onClick={open}
      >
        {twoFactor ? 'Desactivar' : 'Activar'}
      </LockButton>
      {/* Both are there all along: a dialog gives the focus back if it was there before it opened. */}
      <TwoFactorModal opened={opened && asks === 'on'} onClose={modal.close} />
      <DisableTwoFactor opened={opened && asks === 'off'} onClose={modal.close} />
    </li>
  );
}

function RecoveryRow({ left }: { left: number }) {
  const [opened, modal] = useDisclosure(false);
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name}>Códigos de recuperación</p>
        <p className={classes.detail}>
          {left === 1 ? 'Queda 1' : `Quedan ${left}`} de {RECOVERY_CODES} sin usar
        </p>
      </div>
      <LockButton kind="default" onClick={modal.open}>
        Generar nuevos
      </LockButton>
      <RenewRecoveryCodes opened={opened} onClose={modal.close} />
    </li>
  );
}

/** '3 de septiembre de 2026' */
function dayOf(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone }).format(
    new Date(instant),
  );
}
