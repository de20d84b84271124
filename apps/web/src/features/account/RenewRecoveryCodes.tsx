import { Modal } from '@mantine/core';
import { useState } from 'react';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { PasswordQuestion } from './PasswordQuestion.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { renewRecoveryCodes } from './two-factor-calls.ts';
import { useRefreshAccount } from './use-account.ts';
import { endedDetail } from './use-change-password.ts';

interface RenewRecoveryCodesProps {
  opened: boolean;
  onClose: () => void;
}

/** Ten new recovery codes in the place of those there were. */
export function RenewRecoveryCodes({ opened, onClose }: RenewRecoveryCodesProps) {
  const refresh = useRefreshAccount();
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  async function renew(password: string, code: string) {
    const { recoveryCodes, ended } = await renewRecoveryCodes(password, code);
    setCodes(recoveryCodes);
    notifySuccess('Códigos de recuperación nuevos', endedDetail(ended));
    refresh();
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      // They are shown once: nothing but the word that they are kept is the end of them.
      closeOnClickOutside={codes === null}
      closeOnEscape={codes === null}
      withCloseButton={codes === null}
      onExitTransitionEnd={() => setCodes(null)}
      title="Códigos de recuperación"
      size={520}
    >
      {codes === null ? (
        <PasswordQuestion action="Generar" withCode onCancel={onClose} onConfirm={renew}>
          Los códigos que tienes guardados dejarán de servir y se cerrarán tus otras sesiones.
        </PasswordQuestion>
      ) : (
        <RecoveryCodes codes={codes} onDone={onClose} />
      )}
    </Modal>
  );
}
