import { Modal } from '@mantine/core';
import type { AppointmentWithoutPatient } from '@simiente/contract/calendly';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { queries } from '../../lib/api/client.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../ui/form/DialogForm.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
import { DateStrip } from '../appointments/public.ts';
import { PatientPicker, type PickablePatient } from '../patients/public.ts';
import { inviteeName } from './columns.tsx';
import { currentAppointment, describeRefusal, useAssignPatient } from './use-assign-patient.ts';

interface AssignPatientModalProps {
  opened: boolean;
  /** The one it is or was opened for; null before the first. */
  appointment: AppointmentWithoutPatient | null;
  timeZone: string;
  onClose: () => void;
  /** Once it is gone from the screen and the appointment from the list. */
  onAssigned: () => void;
}

/** Whose an appointment is: somebody who is suggested, or whoever is found. */
export function AssignPatientModal(props: AssignPatientModalProps) {
  const { opened, appointment, timeZone, onClose, onAssigned } = props;
  const assigning = useAssignPatient();
  const isAssigned = useRef(false);
  const close = () => !assigning.isPending && onClose();

  function assign(current: AppointmentWithoutPatient, patient: PickablePatient) {
    assigning.mutate(
      { appointment: current, patient },
      {
        onSuccess: () => {
          isAssigned.current = true;
          onClose();
        },
      },
    );
  }

  function clear() {
    assigning.reset();
    if (isAssigned.current) onAssigned();
    isAssigned.current = false;
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={clear}
      title="Asignar paciente"
      size={520}
    >
      {appointment && (
        <AssignForm
          appointment={currentAppointment(assigning.error) ?? appointment}
          timeZone={timeZone}
          error={assigning.error}
          isBusy={assigning.isPending}
          onCancel={close}
          onAssign={assign}
        />
      )}
    </Modal>
  );
}

interface AssignFormProps {
  appointment: AppointmentWithoutPatient;
  timeZone: string;
  error: Error | null;
  isBusy: boolean;
  onCancel: () => void;
  onAssign: (appointment: AppointmentWithoutPatient, patient: PickablePatient) => void;
}

function AssignForm({ appointment, timeZone, error, isBusy, onCancel, onAssign }: AssignFormProps) {
  const [patient, setPatient] = useState<PickablePatient | null>(null);
  const suggestions = useSuggestions(appointment.idAppointment);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (patient && !isBusy) onAssign(appointment, patient);
  }

  return (
    <DialogForm onSubmit={submit}>
      <PersonCell name={inviteeName(appointment)} detail={appointment.invitee.email ?? undefined} />
      <DateStrip instant={appointment.calendly_data.start_time} clinicTimeZone={timeZone} />
      <FormAlert message={error ? describeRefusal(error) : undefined} />
      <PatientPicker
        label="Paciente"
        value={patient}
        suggestions={suggestions}
        readOnly={isBusy}
        onEscape={onCancel}
        onChange={setPatient}
      />
      <FormActions>
        <LockButton kind="default" disabled={isBusy} onClick={onCancel}>
          Cancelar
        </LockButton>
        <LockButton
          type="submit"
          loading={isBusy}
          disabled={patient === null}
          disabledReason="Elige primero a un paciente."
        >
          Asignar
        </LockButton>
      </FormActions>
    </DialogForm>
  );
}

/** Who it may be. Without an answer, whoever it is can still be looked for. */
function useSuggestions(idAppointment: string) {
  const query = useQuery({
    ...queries.calendly.suggestedPatients.queryOptions({ input: { idAppointment } }),
    // A patient made a moment ago should be among them.
    staleTime: 0,
  });
  return (query.data?.data.patients ?? []).map(({ sameEmail, ...patient }) => ({
    ...patient,
    note: sameEmail ? 'Mismo correo' : 'Nombre parecido',
  }));
}
