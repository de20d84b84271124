import { Modal } from '@mantine/core';
import type { AppointmentWithoutPatient } from '@simiente/contract/calendly';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queries } from '../../lib/api/client.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
import { DateStrip } from '../appointments/public.ts';
import { PatientPicker, type PickablePatient } from '../patients/public.ts';
import classes from './AssignPatientModal.module.css';
import { inviteeName } from './columns.tsx';
import { currentAppointment, describeRefusal, useAssignPatient } from './use-assign-patient.ts';

interface AssignPatientModalProps {
  appointment: AppointmentWithoutPatient;
  timeZone: string;
  /** Once it is gone from the screen; whether the appointment has a patient now. */
  onClosed: (isAssigned: boolean) => void;
}

/** Whose an appointment is: somebody who is suggested, or whoever is found. */
export function AssignPatientModal({ appointment, timeZone, onClosed }: AssignPatientModalProps) {
  const [opened, setOpened] = useState(true);
  const [patient, setPatient] = useState<PickablePatient | null>(null);
  const assigning = useAssignPatient();
  const shown = currentAppointment(assigning.error) ?? appointment;
  const suggestions = useSuggestions(appointment.idAppointment);
  const isBusy = assigning.isPending;
  const close = () => !isBusy && setOpened(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!patient || isBusy) return;
    assigning.mutate({ appointment: shown, patient }, { onSuccess: () => setOpened(false) });
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={() => onClosed(assigning.isSuccess)}
      title="Asignar paciente"
      size={520}
    >
      <form className={classes.form} onSubmit={submit}>
        <PersonCell name={inviteeName(shown)} detail={shown.invitee.email ?? undefined} />
        <DateStrip instant={shown.calendly_data.start_time} clinicTimeZone={timeZone} />
        <div role="alert" className={classes.alert}>
          {assigning.error && <p>{describeRefusal(assigning.error)}</p>}
        </div>
        <PatientPicker
          label="Paciente"
          value={patient}
          suggestions={suggestions}
          readOnly={isBusy}
          onChange={setPatient}
        />
        <div className={classes.actions}>
          <LockButton kind="default" disabled={isBusy} onClick={close}>
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
        </div>
      </form>
    </Modal>
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
