import { Modal } from '@mantine/core';
import { useState } from 'react';
import { TwoFactorSetUp } from './TwoFactorSetUp.tsx';
import { useRefreshAccount } from './use-account.ts';

interface TwoFactorModalProps {
  opened: boolean;
  onClose: () => void;
}

/** Sets the second step up, over the account's page. */
export function TwoFactorModal({ opened, onClose }: TwoFactorModalProps) {
  const refresh = useRefreshAccount();
  const [isOn, setIsOn] = useState(false);

  function clear() {
    setIsOn(false);
    refresh();
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      // The codes are shown once: nothing but the word that they are kept is the end of them.
      closeOnClickOutside={!isOn}
      closeOnEscape={!isOn}
      withCloseButton={!isOn}
      onExitTransitionEnd={clear}
      title={isOn ? 'Guarda tus códigos de recuperación' : 'Activar la verificación en dos pasos'}
      size={520}
    >
      <TwoFactorSetUp onCancel={onClose} onEnabled={() => setIsOn(true)} onDone={onClose} />
    </Modal>
  );
}
