import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { LockButton, type LockButtonProps } from '../../../ui/buttons/LockButton.tsx';
import { rescueFocus } from '../../../ui/focus/fallback-focus.ts';
import { useMay } from '../../session/public.ts';
import {
  NewAppointmentModal,
  type NewAppointmentModalProps,
  type NewAppointmentRequest,
} from './NewAppointmentModal.tsx';

interface NewAppointmentButtonProps
  extends Pick<NewAppointmentModalProps, 'patient' | 'doctor'>,
    Pick<LockButtonProps, 'kind' | 'size' | 'className'> {}

/** 'Crear cita', and the form that it opens. */
export function NewAppointmentButton({
  patient,
  doctor,
  ...buttonProps
}: NewAppointmentButtonProps) {
  const [requested, setRequested] = useState<NewAppointmentRequest | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  if (!useMay()('patients.edit')) return null;
  return (
    <>
      <LockButton
        {...buttonProps}
        ref={button}
        icon={<IconPlus size={17} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setRequested({ record: null })}
      >
        Crear cita
      </LockButton>
      <NewAppointmentModal
        requested={requested}
        // A recovered draft opens without a click, so there is no other element to return the focus to.
        onClosed={() => rescueFocus(button.current)}
        {...(patient && { patient })}
        {...(doctor && { doctor })}
      />
    </>
  );
}
