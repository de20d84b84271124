import { Modal } from '@mantine/core';
import {
  type AppointmentWithoutPatient,
  appointmentWithoutPatient,
} from '@simiente/contract/calendly/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { api, cache, queries } from '../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { EmailContact } from '../../ui/contact/Contact.tsx';
import { DialogForm, FormActions } from '../../ui/form/FormPage.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { PersonCell } from '../../ui/status/person.tsx';
import { notifyError, notifySuccess, notifyUndo } from '../../ui/toasts/notify.tsx';
import { DateStrip, describeSameTime, parseSameTime } from '../appointments/public.ts';
import { PatientPicker, type PickablePatient, patientListsKey } from '../patients/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import { inviteeName } from './columns.tsx';
import { refreshLists } from './without-patient-list.ts';

interface AssignPatientModalProps {
  opened: boolean;
  /** Stays the same while the dialog closes. */
  appointment: AppointmentWithoutPatient | null;
  onClose: () => void;
  /** Called after the closing transition, if the appointment was assigned. */
  onAssigned: () => void;
}

/** Assigns an appointment to a suggested or searched patient. */
export function AssignPatientModal(props: AssignPatientModalProps) {
  const { opened, appointment, onClose, onAssigned } = props;
  const assigning = useAssignPatient();
  const isAssigned = useRef(false);
  const current = appointmentWithoutPatient.safeParse(staleDetails(assigning.error)).data;
  const close = () => !assigning.isPending && onClose();

  function assign(assignment: Assignment) {
    assigning.mutate(assignment, {
      onSuccess: () => {
        isAssigned.current = true;
        onClose();
      },
    });
  }

  function handleClosed() {
    assigning.reset();
    if (isAssigned.current) onAssigned();
    isAssigned.current = false;
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={handleClosed}
      title="Asignar paciente"
      size={520}
    >
      {appointment && (
        <AssignForm
          appointment={current ?? appointment}
          error={assigning.error}
          rejectedPatient={assigning.variables?.patient}
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
  error: Error | null;
  /** The patient of the failed attempt. */
  rejectedPatient: PickablePatient | undefined;
  isBusy: boolean;
  onCancel: () => void;
  onAssign: (assignment: Assignment) => void;
}

function AssignForm(props: AssignFormProps) {
  const { appointment, error, rejectedPatient, isBusy, onCancel, onAssign } = props;
  const [patient, setPatient] = useState<PickablePatient | null>(null);
  const suggestions = useSuggestions(appointment.idAppointment);
  const other = parseSameTime(error);
  const timeZone = useClinicTimeZone();
  const isConfirming = other !== undefined && patient?.idUser === rejectedPatient?.idUser;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (patient && !isBusy) onAssign({ appointment, patient, despiteSameTime: isConfirming });
  }

  return (
    <DialogForm onSubmit={submit}>
      <PersonCell name={inviteeName(appointment)} />
      <EmailContact email={appointment.invitee.email} name={inviteeName(appointment)} />
      <DateStrip instant={appointment.calendly_data.start_time} />
      <FormAlert message={error ? describeFailure(error) : undefined}>
        {other && <p>{describeSameTime(other, timeZone)}</p>}
      </FormAlert>
      <PatientPicker
        value={patient}
        suggestions={suggestions}
        readOnly={isBusy}
        onEscape={onCancel}
        onChange={setPatient}
      />
      <FormActions onCancel={onCancel} isBusy={isBusy}>
        <LockButton
          type="submit"
          loading={isBusy}
          disabled={patient === null}
          disabledReason="Elige primero a un paciente."
        >
          {isConfirming ? 'Asignar de todos modos' : 'Asignar'}
        </LockButton>
      </FormActions>
    </DialogForm>
  );
}

/** Suggested patients. If they fail to load, the search still works. */
function useSuggestions(idAppointment: string) {
  const query = useQuery({
    ...queries.calendly.suggestedPatients.queryOptions({ input: { idAppointment } }),
    // A patient may have been created a moment ago.
    staleTime: 0,
  });
  return (query.data?.data.patients ?? []).map(({ sameEmail, ...patient }) => ({
    ...patient,
    note: sameEmail ? 'Mismo correo' : 'Nombre parecido',
  }));
}

interface Assignment {
  readonly appointment: AppointmentWithoutPatient;
  readonly patient: PickablePatient;
  readonly despiteSameTime: boolean;
}

/** Assigns an appointment and removes it from the list, with 'Deshacer'. */
function useAssignPatient() {
  const refreshPatient = (idUser: string) => {
    const history = queries.patients.getMedicalHistory.key({ input: { idUser } });
    void cache.invalidateQueries({ queryKey: history });
    void cache.invalidateQueries({ queryKey: patientListsKey });
  };

  const undoing = useMutation({
    mutationFn: ({
      idAppointment,
      version,
    }: {
      idAppointment: string;
      version: number;
      idUser: string;
    }) => api.calendly.unassignPatient({ idAppointment, version }),
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
    // The appointment may have changed.
    onError: () => refreshLists(),
  });
}

function canSucceedLater(error: Error): boolean {
  return error instanceof ApiFailure && error.status >= 500;
}

/** Why the appointment was not assigned, and what to do. */
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
