import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Account, renewedCodes, twoFactorChange } from '@simiente/contract/account/calls';
import { getFormatter } from '@simiente/contract/format/dates';
import { useRef, useState } from 'react';
import { postJson } from '../../../lib/api/send.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { refreshSession, useClinicTimeZone } from '../../session/public.ts';
import classes from '../AccountPage.module.css';
import { OwnerModal, OwnerQuestion } from '../confirmation/OwnerQuestion.tsx';
import type { Confirmation } from '../confirmation/use-owner-confirmation.ts';
import { endedSessionsDetail, refreshAccount } from '../use-account.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TwoFactorSetUp } from './TwoFactorSetUp.tsx';

const DISABLE_PATH = '/api/auth/two-factor/disable';
const RENEW_PATH = '/api/auth/two-factor/generate-backup-codes';

/** Number of codes in a new set. */
const RECOVERY_CODE_COUNT = 10;

/** The second step of a sign-in: whether it is on, and its recovery codes. */
export function TwoFactorSection({ account }: { account: Account }) {
  const { twoFactor } = account;
  return (
    <FormSection
      title="Verificación en dos pasos"
      reason="Un código de tu teléfono además de la contraseña. Al activarla o desactivarla se cierran tus otras sesiones."
    >
      <ul className={classes.card}>
        <AuthenticatorRow account={account} />
        {twoFactor && <RecoveryRow account={account} remaining={twoFactor.recoveryCodesLeft} />}
      </ul>
    </FormSection>
  );
}

function AuthenticatorRow({ account }: { account: Account }) {
  const { twoFactor, twoFactorRequired } = account;
  const timeZone = useClinicTimeZone();
  const longDate = getFormatter('es-MX', { dateStyle: 'long', timeZone });
  const [opened, modal] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  // Fixed when a dialog opens, so that its content does not change while it closes.
  const [dialog, setDialog] = useState<'on' | 'off'>('on');

  function open() {
    setDialog(twoFactor ? 'off' : 'on');
    modal.open();
  }

  async function disable(confirmation: Confirmation) {
    const { ended } = await postJson(DISABLE_PATH, confirmation, twoFactorChange.parse);
    modal.close();
    notifySuccess('Verificación en dos pasos desactivada', endedSessionsDetail(ended));
    await refreshSession();
    refreshAccount();
  }

  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name}>
          Aplicación de autenticación
          <StatusPill
            tone={twoFactor ? 'green' : 'neutral'}
            label={twoFactor ? 'Activa' : 'Inactiva'}
          />
        </p>
        <p className={classes.detail}>
          {twoFactor
            ? `Desde el ${longDate.format(new Date(twoFactor.since))}`
            : account.hasPassword
              ? 'Entras solo con tu contraseña.'
              : 'Entras sin ningún código.'}
        </p>
      </div>
      <Button
        ref={button}
        kind="default"
        disabled={twoFactor !== null && twoFactorRequired}
        disabledReason="Aquí la verificación en dos pasos es obligatoria."
        onClick={open}
      >
        {twoFactor ? 'Desactivar' : 'Activar'}
      </Button>
      {/* Both stay mounted: a dialog returns the focus only if it was mounted before it opened. */}
      <TwoFactorModal account={account} opened={opened && dialog === 'on'} onClose={modal.close} />
      <OwnerModal
        opened={opened && dialog === 'off'}
        title="¿Desactivar la verificación en dos pasos?"
        action="Desactivar"
        kind="danger"
        account={account}
        path={DISABLE_PATH}
        onClose={modal.close}
        onConfirm={disable}
      >
        Entrarás solo con tu contraseña y los códigos de recuperación ya no serán válidos. Se
        cerrarán tus otras sesiones.
      </OwnerModal>
    </li>
  );
}

function RecoveryRow({ account, remaining }: { account: Account; remaining: number }) {
  const [opened, modal] = useDisclosure(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  async function renew(confirmation: Confirmation) {
    const { recoveryCodes, ended } = await postJson(RENEW_PATH, confirmation, renewedCodes.parse);
    setCodes(recoveryCodes);
    notifySuccess('Códigos de recuperación nuevos', endedSessionsDetail(ended));
    refreshAccount();
  }

  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name}>Códigos de recuperación</p>
        <p className={classes.detail}>
          {remaining === 1 ? 'Queda 1' : `Quedan ${remaining}`} de {RECOVERY_CODE_COUNT} sin usar
        </p>
      </div>
      <Button kind="default" onClick={modal.open}>
        Generar nuevos
      </Button>
      <Modal
        opened={opened}
        onClose={modal.close}
        {...(codes && onlyByButton)}
        onExitTransitionEnd={() => setCodes(null)}
        title="Códigos de recuperación"
        size={520}
      >
        {codes === null ? (
          <OwnerQuestion
            action="Generar"
            account={account}
            path={RENEW_PATH}
            onCancel={modal.close}
            onConfirm={renew}
          >
            Los códigos que tienes guardados ya no serán válidos y se cerrarán tus otras sesiones.
          </OwnerQuestion>
        ) : (
          <RecoveryCodes codes={codes} onDone={modal.close} />
        )}
      </Modal>
    </li>
  );
}

interface TwoFactorModalProps {
  account: Account;
  opened: boolean;
  onClose: () => void;
}

/** Only 'Ya los guardé' closes a dialog with recovery codes, because the codes are shown once. */
const onlyByButton = {
  closeOnClickOutside: false,
  closeOnEscape: false,
  withCloseButton: false,
};

function TwoFactorModal({ account, opened, onClose }: TwoFactorModalProps) {
  const [isOn, setIsOn] = useState(false);

  function clear() {
    setIsOn(false);
    refreshAccount();
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      {...(isOn && onlyByButton)}
      onExitTransitionEnd={clear}
      title={isOn ? 'Guarda tus códigos de recuperación' : 'Activar la verificación en dos pasos'}
      size={520}
    >
      <TwoFactorSetUp
        account={account}
        onCancel={onClose}
        onEnabled={() => setIsOn(true)}
        onDone={onClose}
      />
    </Modal>
  );
}
