import type { LockButtonProps } from '../../../ui/buttons/LockButton.tsx';
import { NewRecordButton } from '../../record-form/public.ts';
import { NewAppointmentModal, type NewAppointmentModalProps } from './NewAppointmentModal.tsx';
import { PrescriptionForm } from './PrescriptionForm.tsx';

interface NewAppointmentButtonProps
  extends Pick<NewAppointmentModalProps, 'patient' | 'day'>,
    Pick<LockButtonProps, 'kind' | 'size'> {}

export function NewAppointmentButton({ patient, day, ...buttonProps }: NewAppointmentButtonProps) {
  return (
    <NewRecordButton
      {...buttonProps}
      capability="patients.edit"
      form={(request) => <NewAppointmentModal {...request} patient={patient} day={day} />}
    >
      Crear cita
    </NewRecordButton>
  );
}

interface NewPrescriptionButtonProps extends Pick<LockButtonProps, 'kind' | 'size'> {
  patient: { readonly idUser: string; readonly name: string };
}

export function NewPrescriptionButton({ patient, ...buttonProps }: NewPrescriptionButtonProps) {
  return (
    <NewRecordButton
      {...buttonProps}
      capability="patients.edit"
      form={(request) => <PrescriptionForm {...request} patient={patient} />}
    >
      Crear cita de receta
    </NewRecordButton>
  );
}
