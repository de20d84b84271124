import { type DoctorAppointment, doctorAppointment } from '@simiente/contract/appointments/calls';
import { appointmentStatuses } from '@simiente/contract/appointments/statuses';
import { isInstant } from '@simiente/contract/common/dates';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { formatPlaceTime } from '@simiente/contract/format/place-time';
import { describeRequest } from '@simiente/contract/reminders/words';
import { api } from '../../../lib/api/client.ts';
import { PhoneContact } from '../../../ui/contact/Contact.tsx';
import {
  defineFields,
  type FormRequest,
  RecordModal,
  useRecordForm,
} from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { refreshAppointments } from '../appointment-cache.ts';
import { DoctorLine } from '../appointment-parts.tsx';
import { useChangeToast } from '../card/change-appointment.ts';
import {
  type AppointmentValues,
  appointmentFieldsIn,
  readWhen,
  StatusSelect,
  toValues,
  type When,
} from './appointment-fields.tsx';
import { appointmentModalProps, TimeFields, useFreeTimesStart } from './FreeTimes.tsx';
import { type Choice, DoctorField, useDoctor } from './PersonPicker.tsx';

interface EditValues extends AppointmentValues {
  readonly doctor: Choice | null;
}

export type AppointmentRequest = FormRequest<EditValues, DoctorAppointment>;

const fieldsIn = (timeZone: string) =>
  defineFields<EditValues, DoctorAppointment>()({
    doctor: {
      label: 'Médico',
      missing: 'Elige al médico.',
      isSame: (first, second) => first?.id === second?.id,
      show: (doctor) => doctor?.name ?? '',
    },
    ...appointmentFieldsIn(timeZone),
  });

type AppointmentEdit = Parameters<typeof api.appointments.updateStatus>[0];

/** An appointment as the server returns it after a change. */
export type SavedAppointment = DoctorAppointment & {
  readonly outsideWorkingHours?: boolean;
  /** The values before an edit. Absent without a date, or with a legacy status. */
  readonly before?: Omit<AppointmentEdit, 'version'> | undefined;
};

interface EditAppointmentProps {
  requested: AppointmentRequest | null;
  onSaved?: (appointment: DoctorAppointment) => void;
  /** Called after the dialog's closing transition. */
  onClosed?: (appointment: DoctorAppointment) => void;
}

/** 'Editar Cita': doctor, status, and date and time in the clinic's time zone. */
export function EditAppointment(props: EditAppointmentProps) {
  const { requested, onSaved, onClosed } = props;
  const timeZone = useClinicTimeZone();
  const afterSave = useSavedAppointment('Cita actualizada');
  const form = useRecordForm({
    fields: fieldsIn(timeZone),
    toValues: (appointment: DoctorAppointment | null): EditValues => ({
      doctor: appointment && { id: appointment.idDoctor, name: appointment.doctor.name },
      ...toValues(appointment, timeZone),
    }),
    requested,
    record: doctorAppointment,
    sendsEveryField: true,
    save: async ({
      base,
      payload: { doctor, status, when },
      options,
      isConfirmed,
    }): Promise<SavedAppointment | null> => {
      if (base === null) return null;
      const { idAppointment, version } = base;
      const { data } = await api.appointments.updateStatus(
        {
          idAppointment,
          version,
          status,
          date: when,
          ...(doctor && doctor.id !== base.idDoctor && { idDoctor: doctor.id }),
          ...(isConfirmed && { despiteSameTime: true }),
        },
        options,
      );
      const { outsideWorkingHours } = data;
      return { ...data.appointment, outsideWorkingHours, before: toEarlierValues(base) };
    },
    ...afterSave,
    onDone: (saved: SavedAppointment | null) => {
      afterSave.onDone(saved);
      if (saved) onSaved?.(saved);
    },
  });
  const { base } = form;
  const doctor = useDoctor(form.values.doctor?.id, form.opened);
  const free = useFreeTimesStart(requested, timeZone);
  return (
    <RecordModal
      form={form}
      title="Editar Cita"
      lead={
        base && (
          <>
            <DoctorLine
              name={base.doctor.name}
              details={[base.doctor.specialty_formatted[0], base.patient.name]}
            />
            <PhoneContact phone={base.patient.phone} name={base.patient.name} />
            {base.request && <p>El paciente pidió: {describeRequest(base.request)}</p>}
          </>
        )
      }
      submitLabel="Guardar cambios"
      {...appointmentModalProps(form, timeZone, doctor)}
      {...(onClosed && { onClosed: () => base && onClosed(base) })}
    >
      <DoctorField
        form={form}
        from={free.from}
        timeZone={timeZone}
        isFirst={false}
        idAppointment={base?.idAppointment}
      />
      <StatusSelect form={form} base={base} />
      <TimeFields
        form={form}
        timeZone={timeZone}
        free={free}
        doctor={doctor}
        isNew={isOtherTime(form.values.when, base, timeZone)}
      />
    </RecordModal>
  );
}

function isOtherTime(when: When, saved: DoctorAppointment | null, timeZone: string): boolean {
  const reading = readWhen(when, timeZone);
  return 'instant' in reading && reading.instant !== saved?.appointmentDate.date;
}

function toEarlierValues(appointment: DoctorAppointment): SavedAppointment['before'] {
  const { idAppointment, idDoctor, appointmentDate } = appointment;
  const { date } = appointmentDate;
  const status = appointmentStatuses.find((value) => value === appointment.status);
  return date !== null && status ? { idAppointment, idDoctor, date, status } : undefined;
}

/** Effects of a saved appointment: refetches the data and shows a toast, with 'Deshacer' for an edit. */
export function useSavedAppointment(
  ...[title, queue]: [string, ...Parameters<typeof useChangeToast>]
) {
  const timeZone = useClinicTimeZone();
  const notifyChange = useChangeToast(queue);
  return {
    show: () => refreshAppointments(),
    onDone: (saved: SavedAppointment | null) => {
      if (saved === null) return;
      const { before, version } = saved;
      // Constant for every attempt to undo, so that it can be repeated after a lost answer.
      const options = { context: { idempotencyKey: crypto.randomUUID() } };
      const undo = before && { ...before, version, despiteSameTime: true };
      notifyChange(
        title,
        describeSaved(saved, timeZone),
        undo && (() => api.appointments.updateStatus(undo, options)),
      );
    },
  };
}

/** 'Dr Hugo Solano, mar 24 nov, 10:00. Está fuera del horario del médico.' */
function describeSaved(
  { doctor, appointmentDate: { date }, place, outsideWorkingHours }: SavedAppointment,
  timeZone: string,
): string {
  const time = isInstant(date) && `, ${formatPlaceTime(date, place, timeZone)}`;
  const warning = outsideWorkingHours ? '. Está fuera del horario del médico.' : '';
  return `${titledName(doctor.name)}${time || ''}${warning}`;
}
