import {
  type AppointmentWithoutPatient,
  appointmentWithoutPatient,
} from '@simiente/contract/calendly/calls';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, invalidate, queries, useAnswer } from '../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';
import { EmailContact } from '../../ui/contact/Contact.tsx';
import { PersonCell } from '../../ui/status/person.tsx';
import { notifyError, notifySuccess, notifyUndo } from '../../ui/toasts/notify.tsx';
import { DateStrip, describeSameTime, parseSameTime } from '../appointments/public.ts';
import { PatientPicker, type PickablePatient, patientListsKey } from '../patients/public.ts';
import { MutationModal } from '../record-form/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import { bookingTime, inviteeName } from './columns.tsx';
import { refreshLists } from './without-patient-list.ts';

interface AssignPatientModalProps {
  opened: boolean;
  appointment: AppointmentWithoutPatient;
  onClose: () => void;
  /** Called after the closing transition, if the appointment was assigned. */
  onAssigned: () => void;
}

/** Assigns an appointment to a suggested or searched patient. */
export default function AssignPatientModal(props: AssignPatientModalProps) {
  const { opened, onClose, onAssigned } = props;
  const timeZone = useClinicTimeZone();
  const assigning = useAssignPatient();
  const { error, isPending, variables } = assigning;
  /** The appointment after a concurrent edit by another user, or else as it was opened. */
  const appointment =
    appointmentWithoutPatient.safeParse(staleDetails(error)).data ?? props.appointment;
  const [patient, setPatient] = useState<PickablePatient | null>(null);
  const suggestions = useSuggestions(appointment.idAppointment);
  const other = parseSameTime(error);
  const isConfirming = other !== undefined && patient?.idUser === variables?.patient.idUser;

  function assign() {
    if (patient === null) return;
    const assignment = { appointment, patient, despiteSameTime: isConfirming };
    assigning.mutate(assignment, { onSuccess: onClose });
  }

  // The dialog stays mounted, because Mantine returns the focus to its opener after the transition.
  function handleClosed() {
    if (assigning.isSuccess) onAssigned();
    assigning.reset();
    setPatient(null);
  }

  return (
    <MutationModal
      opened={opened}
      title="Asignar paciente"
      size={520}
      mutation={assigning}
      failure={error && describeFailure(error)}
      failureDetails={other && <p>{describeSameTime(other, timeZone)}</p>}
      submitLabel={isConfirming ? 'Asignar de todos modos' : 'Asignar'}
      missing={patient === null && 'Elige primero a un paciente.'}
      onSubmit={assign}
      onClose={onClose}
      onExitTransitionEnd={handleClosed}
    >
      {(close) => (
        <>
          <PersonCell name={inviteeName(appointment)} />
          <EmailContact email={appointment.invitee.email} name={inviteeName(appointment)} />
          <DateStrip {...bookingTime(appointment)} />
          <PatientPicker
            value={patient}
            suggestions={suggestions}
            readOnly={isPending}
            onEscape={close}
            onChange={setPatient}
          />
        </>
      )}
    </MutationModal>
  );
}

/** Suggested patients. If they fail to load, the search still works. */
function useSuggestions(idAppointment: string) {
  const { data } = useAnswer(queries.calendly.suggestedPatients, {
    input: { idAppointment },
    // A patient may have been created a moment ago.
    staleTime: 0,
  });
  return (data?.patients ?? []).map(({ sameEmail, ...patient }) => ({
    ...patient,
    note: sameEmail ? 'Mismo correo' : 'Nombre parecido',
  }));
}

interface Assignment {
  readonly appointment: AppointmentWithoutPatient;
  readonly patient: PickablePatient;
  readonly despiteSameTime: boolean;
}

interface Undo {
  readonly idAppointment: string;
  readonly version: number;
  readonly idUser: string;
}

/** Assigns an appointment and removes it from the list, with 'Deshacer'. */
function useAssignPatient() {
  const refreshPatient = (idUser: string) => {
    const history = queries.patients.getMedicalHistory.key({ input: { idUser } });
    void invalidate(history, patientListsKey);
  };

  const undoing = useMutation({
    mutationFn: ({ idAppointment, version }: Undo) =>
      api.calendly.unassignPatient({ idAppointment, version }),
    onSuccess: () => notifySuccess('La cita volvió a quedar sin paciente'),
    onError: (error, undo) =>
      notifyError('No se pudo deshacer', {
        detail: error.message,
        ...(canSucceedLater(error) && { onRetry: () => undoing.mutate(undo) }),
      }),
    onSettled: (_answer, _error, { idUser }) => {
      refreshLists();
      refreshPatient(idUser);
    },
  });

  return useMutation({
    mutationFn: ({ appointment, patient, despiteSameTime }: Assignment) =>
      api.calendly.assignPatient({
        idAppointment: appointment.idAppointment,
        idUser: patient.idUser,
        version: appointment.version,
        ...(despiteSameTime && { despiteSameTime }),
      }),
    onSuccess: async ({ data }, { patient }) => {
      await refreshLists();
      refreshPatient(patient.idUser);
      const { idAppointment, version } = data;
      notifyUndo(`Cita asignada a ${patient.name}`, {
        onUndo: () => undoing.mutate({ idAppointment, version, idUser: patient.idUser }),
      });
    },
    // Another user may have changed or assigned the appointment.
    onError: () => refreshLists(),
  });
}

function canSucceedLater(error: Error): boolean {
  return error instanceof ApiFailure && error.status >= 500;
}

/** The reason why the appointment was not assigned, and the next step. */
function describeFailure(error: Error): string {
  if (!(error instanceof ApiFailure)) return error.message;
  if (error.code === 'STALE_VERSION') {
    return 'La cita cambió mientras la asignabas. Revisa cómo quedó y vuelve a asignarla.';
  }
  const { name } = (error.details ?? {}) as { name?: unknown };
  const isAssigned =
    error.code === 'APPOINTMENT_ASSIGNED' && typeof name === 'string' && name !== '';
  return isAssigned ? `Esta cita ya tiene paciente: ${name}.` : error.message;
}
