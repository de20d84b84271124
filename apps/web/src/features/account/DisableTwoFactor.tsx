import { Modal } from '@mantine/core';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { refreshSession } from '../session/public.ts';
import { PasswordQuestion } from './PasswordQuestion.tsx';
import { disableTwoFactor } from './two-factor-calls.ts';
import { useRefreshAccount } from './use-account.ts';

interface DisableTwoFactorProps {
  opened: boolean;
  onClose: () => void;
}

/** Turns the second step off, which the password confirms. */
export function DisableTwoFactor({ opened, onClose }: DisableTwoFactorProps) {
  const refresh = useRefreshAccount();

  async function disable(password: string) {
    await disableTwoFactor(password);
    onClose();
    notifySuccess('Verificación en dos pasos desactivada');
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
      <PasswordQuestion action="Desactivar" kind="danger" onCancel={onClose} onConfirm={disable}>
        Bastará tu contraseña para entrar, y los códigos de recuperación dejarán de servir.
      </PasswordQuestion>
    </Modal>
  );
}
