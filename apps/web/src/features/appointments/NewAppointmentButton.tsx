import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { LockButton, type LockButtonProps } from '../../ui/buttons/LockButton.tsx';
import { NewAppointmentModal } from './NewAppointmentModal.tsx';
import type { NewAppointmentProps } from './use-new-appointment.ts';

interface NewAppointmentButtonProps
  extends Pick<NewAppointmentProps, 'patient' | 'doctor'>,
    Pick<LockButtonProps, 'kind' | 'size' | 'className'> {}

/** 'Crear cita', and the form that it opens. */
export function NewAppointmentButton({ patient, doctor, ...look }: NewAppointmentButtonProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function close() {
    setOpened(false);
    // What opened by itself, after a session that ended, has nothing else to go back to.
    if (!opened) button.current?.focus();
  }

  return (
    <>
      <LockButton
        {...look}
        ref={button}
        icon={<IconPlus size={17} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        Crear cita
      </LockButton>
      <NewAppointmentModal
        opened={opened}
        onClose={close}
        {...(patient && { patient })}
        {...(doctor && { doctor })}
      />
    </>
  );
}
