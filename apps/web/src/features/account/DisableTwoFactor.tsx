import { Modal } from '@mantine/core';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { refreshSession } from '../session/public.ts';
import { PasswordQuestion } from './PasswordQuestion.tsx';
import { disableTwoFactor } from './two-factor-calls.ts';
import { useRefreshAccount } from './use-account.ts';
import { endedDetail } from './use-change-password.ts';

interface DisableTwoFactorProps {
  opened: boolean;
  onClose: () => void;
}

/** Turns the second step off, which the password and a code confirm. */
export function DisableTwoFactor({ opened, onClose }: DisableTwoFactorProps) {
  const refresh = useRefreshAccount();

  async function disable(password: string, code: string) {
    const ended = await disableTwoFactor(password, code);
    onClose();
    notifySuccess('Verificación en dos pasos desactivada', endedDetail(ended));
    await refreshSession();
    refresh();
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="¿Desactivar la verificación en dos pasos?"
      size={460}
    >
      <PasswordQuestion
        action="Desactivar"
        kind="danger"
        withCode
        onCancel={onClose}
        onConfirm={disable}
      >
        Entrarás solo con tu contraseña y los códigos de recuperación dejarán de servir. Se cerrarán
        tus otras sesiones.
      </PasswordQuestion>
    </Modal>
  );
}
