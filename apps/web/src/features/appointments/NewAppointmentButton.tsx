import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { LockButton, type LockButtonProps } from '../../ui/buttons/LockButton.tsx';
import { NewAppointmentModal } from './NewAppointmentModal.tsx';
import type { NewAppointmentProps } from './use-new-appointment.ts';

interface NewAppointmentButtonProps
  extends Pick<NewAppointmentProps, 'patient' | 'doctor'>,
    Pick<LockButtonProps, 'kind' | 'size' | 'className'> {}

/** 'Crear cita', and the form that it opens. */
export function NewAppointmentButton({ patient, doctor, ...look }: NewAppointmentButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <LockButton
        {...look}
        icon={<IconPlus size={17} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        Crear cita
      </LockButton>
      <NewAppointmentModal
        opened={opened}
        onClose={() => setOpened(false)}
        {...(patient && { patient })}
        {...(doctor && { doctor })}
      />
    </>
  );
}
