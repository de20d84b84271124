import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { NewOrderModal } from './NewOrderModal.tsx';
import type { OrderPatient } from './use-new-order.ts';
import { CREATE_ORDER } from './words.ts';

/** 'Crear orden', and the dialog behind it. */
export function CreateOrder({ patient }: { patient: OrderPatient }) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <LockButton
        ref={button}
        id={CREATE_ORDER}
        kind="default"
        icon={<IconPlus size={17} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        Crear orden
      </LockButton>
      <NewOrderModal
        patient={patient}
        opened={opened}
        onClose={() => setOpened(false)}
        onClosed={() => button.current?.focus()}
      />
    </>
  );
}
