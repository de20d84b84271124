import { Textarea } from '@mantine/core';
import { type AppointmentCardData, appointmentFields } from '@simiente/contract/appointments/calls';
import { AppointmentTime } from '../../../ui/page/AppointmentTime.tsx';
import { PersonCell } from '../../../ui/status/person.tsx';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  RecordModal,
  useRecordForm,
} from '../../record-form/public.ts';
import { refreshAppointments } from '../appointment-cache.ts';
import { cardTime, changeStatus, useStatusToast } from './change-appointment.ts';

const fields = defineFields<AppointmentCardData>()({
  reason: { label: 'Motivo (opcional)', rule: appointmentFields.reason },
});

interface CancelAppointmentProps {
  card: AppointmentCardData;
  requested: FormRequest<FieldValues<typeof fields>, AppointmentCardData> | null;
  onClosed: () => void;
}

/** 'Cancelar cita': asks for a reason, and can be undone. */
export function CancelAppointment({ card, requested, onClosed }: CancelAppointmentProps) {
  const notifyStatus = useStatusToast();
  const form = useRecordForm({
    fields,
    requested,
    save: ({ payload: { reason }, options }) =>
      changeStatus({ card, status: 'cancelled', reason }, options),
    onDone: (saved: AppointmentCardData | null) => saved && notifyStatus(card, saved),
    // Another user may have changed the appointment.
    onRejected: () => void refreshAppointments(),
  });
  return (
    <RecordModal
      form={form}
      title="Cancelar cita"
      lead={<PersonCell name={card.patient.name} />}
      submitLabel="Cancelar cita"
      submitKind="danger"
      cancelLabel="Conservar la cita"
      onClosed={onClosed}
    >
      <AppointmentTime {...cardTime(card)} />
      <Textarea {...form.input('reason')} data-autofocus rows={3} />
    </RecordModal>
  );
}
