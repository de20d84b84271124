import { type DoctorAppointment, doctorAppointment } from '@simiente/contract/appointments';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { type FormRequest, RecordModal, useRecordForm } from '../../record-form/public.ts';
import { askAgainForAppointments, putAppointment } from '../appointment-cache.ts';
import { DoctorLine } from '../DoctorLine.tsx';
import { overlapOf } from '../save-appointment.ts';
import { type AppointmentValues, appointmentFieldsIn, valuesOf } from './appointment-fields.tsx';
import { FreeTimes } from './FreeTimes.tsx';
import { Taken } from './SaveFailure.tsx';
import { StatusSelect } from './StatusSelect.tsx';
import { takeTime, WhenFields } from './WhenFields.tsx';

export type AppointmentRequest = FormRequest<AppointmentValues, DoctorAppointment>;

/** An appointment as it was saved. */
export type Placed = DoctorAppointment & { readonly outsideWorkingHours?: boolean };

interface EditAppointmentProps {
  /** Of the draft that is recovered after the end of a session. */
  name: string;
  requested: AppointmentRequest | null;
  timeZone: string;
  /** Once the dialog is gone. */
  onClosed?: (appointment: DoctorAppointment) => void;
}

/** 'Editar Cita': status, and date and time on the clinic's clocks. */
export function EditAppointment({ name, requested, timeZone, onClosed }: EditAppointmentProps) {
  const cache = useQueryClient();
  const form = useRecordForm({
    name,
    fields: appointmentFieldsIn(timeZone),
    valuesOf: (appointment: DoctorAppointment | null) => valuesOf(appointment, timeZone),
    requested,
    record: doctorAppointment,
    sendsWhole: true,
    save: async ({ base, written: { status, when }, key }): Promise<Placed | null> => {
      if (base === null) return null;
      const { idAppointment, version } = base;
      const { data } = await api.appointments.updateStatus(
        { idAppointment, version, status, date: when },
        { context: { idempotencyKey: key } },
      );
      return { ...data.appointment, outsideWorkingHours: data.outsideWorkingHours };
    },
    show: async ({ outsideWorkingHours: _, ...appointment }: Placed) => {
      await putAppointment(cache, appointment);
      askAgainForAppointments(cache);
    },
    onDone: (saved: Placed | null) =>
      saved && notifySuccess('Cita actualizada', outsideNote(saved.outsideWorkingHours)),
  });
  const { base } = form;
  const overlap = overlapOf(form.error);
  return (
    <RecordModal
      form={form}
      title="Editar Cita"
      lead={
        base && (
          <DoctorLine
            name={base.doctor.name}
            details={[base.doctor.specialty_formatted[0], base.patient.name]}
          />
        )
      }
      submitLabel="Guardar cambios"
      aboutFailure={overlap && <Taken overlap={overlap} timeZone={timeZone} />}
      {...(onClosed && { onClosed: () => base && onClosed(base) })}
    >
      {overlap && (
        <FreeTimes
          times={overlap.freeTimes}
          timeZone={timeZone}
          onTake={(time) => takeTime(form, time, timeZone)}
        />
      )}
      <StatusSelect form={form} original={base?.status ?? 'pending'} />
      <WhenFields form={form} timeZone={timeZone} />
    </RecordModal>
  );
}

export function outsideNote(isOutside: boolean | undefined): { detail?: string } {
  return isOutside ? { detail: 'Está fuera del horario del médico.' } : {};
}
