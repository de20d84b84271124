import { type DoctorAppointment, doctorAppointment } from '@simiente/contract/appointments/calls';
import { api } from '../../../lib/api/client.ts';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FormRequest,
  RecordModal,
  useRecordForm,
} from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { invalidateAppointments, putAppointment } from '../appointment-cache.ts';
import { DoctorLine } from '../appointment-parts.tsx';
import {
  type AppointmentValues,
  appointmentFieldsIn,
  readWhen,
  StatusSelect,
  toValues,
  type When,
} from './appointment-fields.tsx';
import { TimeFields, useFreeTimesStart } from './FreeTimes.tsx';
import { type Choice, DoctorField, useDoctor } from './PersonPicker.tsx';
import { ConflictDetails, saveAnywayProps } from './SaveFailure.tsx';
import { ChosenTime } from './WhenFields.tsx';

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

/** An appointment as the server returns it after a change. */
export type SavedAppointment = DoctorAppointment & { readonly outsideWorkingHours?: boolean };

interface EditAppointmentProps {
  /** Name of the form, for draft recovery. */
  name: string;
  requested: AppointmentRequest | null;
  onSaved?: (appointment: DoctorAppointment) => void;
  /** Called after the dialog's closing transition. */
  onClosed?: (appointment: DoctorAppointment) => void;
}

/** 'Editar Cita': status, and date and time in the clinic's time zone. */
export function EditAppointment(props: EditAppointmentProps) {
  const { name, requested, onSaved, onClosed } = props;
  const timeZone = useClinicTimeZone();
  const afterSave = useSavedAppointment('Cita actualizada');
  const form = useRecordForm({
    name,
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
      written: { doctor, status, when },
      key,
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
        { context: { idempotencyKey: key } },
      );
      return { ...data.appointment, outsideWorkingHours: data.outsideWorkingHours };
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
          <DoctorLine
            name={base.doctor.name}
            details={[base.doctor.specialty_formatted[0], base.patient.name]}
          />
        )
      }
      submitLabel="Guardar cambios"
      summary={<ChosenTime when={form.values.when} timeZone={timeZone} doctor={doctor} />}
      aboutFailure={<ConflictDetails error={form.error} timeZone={timeZone} />}
      {...saveAnywayProps(form)}
      {...(onClosed && { onClosed: () => base && onClosed(base) })}
    >
      <DoctorField
        form={form}
        from={free.from}
        timeZone={timeZone}
        isFirst={false}
        idAppointment={base?.idAppointment}
      />
      <StatusSelect form={form} original={base?.status ?? 'pending'} />
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

/** Effects of a saved appointment: updates the caches and shows a toast. */
export function useSavedAppointment(title: string) {
  return {
    show: async ({ outsideWorkingHours: _, ...appointment }: SavedAppointment) => {
      await putAppointment(appointment);
      invalidateAppointments();
    },
    onDone: (saved: SavedAppointment | null) =>
      saved &&
      notifySuccess(
        title,
        saved.outsideWorkingHours ? { detail: 'Está fuera del horario del médico.' } : {},
      ),
  };
}
