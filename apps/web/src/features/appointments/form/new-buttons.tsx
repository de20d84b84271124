import type { LockButtonProps } from '../../../ui/buttons/LockButton.tsx';
import { NewRecordButton } from '../../record-form/public.ts';
import { NewAppointmentModal, type NewAppointmentModalProps } from './NewAppointmentModal.tsx';
import { PrescriptionForm } from './PrescriptionForm.tsx';

interface NewAppointmentButtonProps
  extends Pick<NewAppointmentModalProps, 'patient' | 'doctor' | 'day'>,
    Pick<LockButtonProps, 'kind' | 'size' | 'className'> {}

/** 'Crear cita', and the form that it opens. */
export function NewAppointmentButton({
  patient,
  doctor,
  day,
  ...buttonProps
}: NewAppointmentButtonProps) {
  return (
    <NewRecordButton
      {...buttonProps}
      capability="patients.edit"
      form={(request) => (
        <NewAppointmentModal
          {...request}
          {...(patient && { patient })}
          {...(doctor && { doctor })}
          {...(day && { day })}
        />
      )}
    >
      Crear cita
    </NewRecordButton>
  );
}

interface NewPrescriptionButtonProps extends Pick<LockButtonProps, 'kind' | 'size'> {
  patient: { readonly idUser: string; readonly name: string };
}

/** 'Crear cita de receta', and the form that it opens. */
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
