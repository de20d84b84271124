import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { NewOrderModal, type OrderPatient, type OrderRequest } from './NewOrderModal.tsx';
import { CREATE_ORDER } from './words.ts';

/** 'Crear orden', and the dialog behind it. */
export function CreateOrder({ patient }: { patient: OrderPatient }) {
  const [requested, setRequested] = useState<OrderRequest | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <LockButton
        ref={button}
        id={CREATE_ORDER}
        kind="default"
        icon={<IconPlus size={17} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setRequested({ record: null })}
      >
        Crear orden
      </LockButton>
      <NewOrderModal
        patient={patient}
        requested={requested}
        onClosed={() => button.current?.focus()}
      />
    </>
  );
}
