import { TextInput } from '@mantine/core';
import { type DoctorAppointment, doctorAppointment } from '@simiente/contract/appointments/calls';
import { appointmentStatuses } from '@simiente/contract/appointments/statuses';
import { isInstant } from '@simiente/contract/common/dates';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { formatPlaceTime } from '@simiente/contract/format/place-time';
import { describeRequest } from '@simiente/contract/reminders/words';
import { api } from '../../../lib/api/client.ts';
import type { ButtonProps } from '../../../ui/buttons/Button.tsx';
import { PhoneContact } from '../../../ui/contact/Contact.tsx';
import { PersonCell } from '../../../ui/status/person.tsx';
import {
  PhoneQuestion,
  PossibleDuplicates,
  personFields,
  usePatientDuplicates,
} from '../../patients/public.ts';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  NewRecordButton,
  RecordModal,
  useRecordForm,
} from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { refreshAppointments } from '../appointment-cache.ts';
import { DoctorLine } from '../appointment-parts.tsx';
import { useChangeToast } from '../card/change-appointment.ts';
import {
  appointmentFieldsIn,
  type DateTimeValue,
  parseDateTime,
  StatusSelect,
} from './appointment-fields.tsx';
import { appointmentModalProps, TimeFields, useFreeTimesStart } from './FreeTimes.tsx';
import {
  type Choice,
  DoctorField,
  NEW_PATIENT,
  PersonPicker,
  useDoctor,
  usePatientSearch,
} from './PersonPicker.tsx';

const personField = {
  initial: null as Choice | null,
  isSame: (first: Choice | null, second: Choice | null) =>
    first?.id === second?.id && (first?.id !== NEW_PATIENT || first.name === second?.name),
  show: (person: Choice | null) => person?.name ?? '',
};

const fieldsIn = (timeZone: string) =>
  defineFields<DoctorAppointment>()({
    patient: {
      label: 'Paciente',
      missing: 'Elige al paciente.',
      ...personField,
      from: ({ idUser, patient }) => ({ id: idUser, name: patient.name }),
    },
    doctor: {
      label: 'Médico',
      missing: 'Elige al médico.',
      ...personField,
      from: ({ idDoctor, doctor }) => ({ id: idDoctor, name: doctor.name }),
    },
    /** Phone of a patient who is created with the appointment. */
    phone: personFields.phone,
    ...appointmentFieldsIn(timeZone),
  });

export type AppointmentRequest = FormRequest<
  FieldValues<ReturnType<typeof fieldsIn>>,
  DoctorAppointment
>;

type AppointmentEdit = Parameters<typeof api.appointments.updateStatus>[0];

/** An appointment as the server returns it after a change. */
type SavedAppointment = DoctorAppointment & {
  readonly outsideWorkingHours?: boolean;
  /** The values before an edit. Absent without a date, or with a legacy status. */
  readonly before?: Omit<AppointmentEdit, 'version'> | undefined;
};

export interface AppointmentFormProps {
  requested: AppointmentRequest | null;
  /** The patient of a new appointment; absent to show a field for the patient. */
  patient?: { readonly idUser: string; readonly name: string } | undefined;
  /** The doctor of a new appointment; absent to show a field for the doctor. */
  doctor?: { readonly idDoctor: string; readonly name: string } | undefined;
  /** The day of the page, 'YYYY-MM-DD', with which the form of a new appointment opens. */
  day?: string | undefined;
  onSaved?: (appointment: DoctorAppointment) => void;
  /** Called after the dialog's closing transition. @param base the edited appointment */
  onClosed?: (base: DoctorAppointment | null) => void;
}

/** 'Crear cita' and 'Editar Cita': patient, doctor, status, and date and time in the clinic's time zone. */
export function AppointmentForm(props: AppointmentFormProps) {
  const { requested, patient, doctor: fixedDoctor, day, onSaved, onClosed } = props;
  const timeZone = useClinicTimeZone();
  const { show, notifySaved } = useSavedAppointment();
  const form = useRecordForm({
    fields: fieldsIn(timeZone),
    initial: {
      patient: patient ? { id: patient.idUser, name: patient.name } : null,
      doctor: fixedDoctor ? { id: fixedDoctor.idDoctor, name: fixedDoctor.name } : null,
      ...(day && { when: { date: day, time: '', filledFrom: null } }),
    },
    requested,
    record: doctorAppointment,
    sendsEveryField: true,
    save: async ({ base, payload, options, isConfirmed }): Promise<SavedAppointment | null> => {
      const { patient, doctor, phone, status, when } = payload;
      if (patient === null || doctor === null) return null;
      const shared = { status, date: when, ...(isConfirmed && { despiteSameTime: true }) };
      if (base !== null) {
        const { idAppointment, version } = base;
        const moved = doctor.id === base.idDoctor ? {} : { idDoctor: doctor.id };
        const edit = { idAppointment, version, ...shared, ...moved };
        const { data } = await api.appointments.updateStatus(edit, options);
        const { outsideWorkingHours } = data;
        return { ...data.appointment, outsideWorkingHours, before: toEarlierValues(base) };
      }
      const person =
        patient.id === NEW_PATIENT
          ? { newPatient: { name: patient.name, phone } }
          : { idUser: patient.id };
      const newAppointment = { ...person, idDoctor: doctor.id, ...shared };
      const { data } = await api.appointments.create(newAppointment, options);
      return { ...data.appointment, outsideWorkingHours: data.outsideWorkingHours };
    },
    show,
    onDone: (saved: SavedAppointment | null, wasNew) => {
      if (saved === null) return;
      notifySaved(wasNew ? 'Cita creada' : 'Cita actualizada', saved);
      onSaved?.(saved);
    },
    // The offered time may have been taken, or the doctor may have retired.
    onRejected: () => void refreshAppointments(),
  });
  const { base, values } = form;
  const isNew = base === null;
  const isNewPatient = values.patient?.id === NEW_PATIENT;
  const person = { name: values.patient?.name ?? '', email: '', phone: values.phone };
  const { duplicates } = usePatientDuplicates(person, { enabled: form.opened && isNewPatient });
  const doctor = useDoctor(values.doctor?.id, form.opened);
  const free = useFreeTimesStart(requested, timeZone);
  return (
    <RecordModal
      form={form}
      title={isNew ? 'Crear cita' : 'Editar Cita'}
      lead={
        isNew ? (
          <>
            {patient && <PersonCell name={patient.name} detail="Paciente" />}
            {fixedDoctor && (
              <DoctorLine name={fixedDoctor.name} details={[doctor?.specialties[0]]} />
            )}
          </>
        ) : (
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
      submitLabel={isNew ? 'Crear cita' : 'Guardar cambios'}
      {...appointmentModalProps(form, timeZone, doctor)}
      {...(onClosed && { onClosed: () => onClosed(base) })}
    >
      {isNew && !patient && (
        <PersonPicker
          label="Paciente"
          placeholder="Nombre, correo o teléfono"
          value={values.patient}
          error={form.errors.patient}
          readOnly={form.isSaving}
          useSearch={usePatientSearch}
          mayCreate
          onChange={(chosen) => form.edit({ patient: chosen })}
        />
      )}
      {isNewPatient && (
        <>
          <TextInput {...form.input('phone')} type="tel" maxLength={60} autoFocus />
          <PhoneQuestion phone={values.phone} onChoose={(phone) => form.edit({ phone })} />
          <PossibleDuplicates
            duplicates={duplicates}
            typedName={person.name}
            isWarned={false}
            isBusy={form.isSaving}
            onChoose={({ idUser, name }) => form.edit({ patient: { id: idUser, name }, phone: '' })}
          />
        </>
      )}
      {!(isNew && fixedDoctor) && (
        <DoctorField
          form={form}
          from={free.from}
          timeZone={timeZone}
          takesFocus={isNew}
          idAppointment={base?.idAppointment}
        />
      )}
      <StatusSelect form={form} base={base} />
      <TimeFields
        form={form}
        timeZone={timeZone}
        free={free}
        doctor={doctor}
        isNew={isOtherTime(values.when, base, timeZone)}
      />
    </RecordModal>
  );
}

type NewAppointmentButtonProps = Pick<AppointmentFormProps, 'patient' | 'day'> &
  Pick<ButtonProps, 'kind' | 'size'>;

export function NewAppointmentButton({ patient, day, ...buttonProps }: NewAppointmentButtonProps) {
  return (
    <NewRecordButton
      {...buttonProps}
      capability="patients.edit"
      form={(request) => <AppointmentForm {...request} patient={patient} day={day} />}
    >
      Crear cita
    </NewRecordButton>
  );
}

function isOtherTime(
  when: DateTimeValue,
  saved: DoctorAppointment | null,
  timeZone: string,
): boolean {
  const reading = parseDateTime(when, timeZone);
  return 'instant' in reading && reading.instant !== saved?.appointmentDate.date;
}

function toEarlierValues(appointment: DoctorAppointment): SavedAppointment['before'] {
  const { idAppointment, idDoctor, appointmentDate } = appointment;
  const { date } = appointmentDate;
  const status = appointmentStatuses.find((value) => value === appointment.status);
  return date !== null && status ? { idAppointment, idDoctor, date, status } : undefined;
}

/** Effects of a saved appointment: refetches the data and shows a toast, with 'Deshacer' for an edit. */
export function useSavedAppointment(...queue: Parameters<typeof useChangeToast>) {
  const timeZone = useClinicTimeZone();
  const notifyChange = useChangeToast(...queue);
  return {
    show: ({ outsideWorkingHours: _, before: _before, ...saved }: SavedAppointment) =>
      refreshAppointments(saved),
    notifySaved: (title: string, saved: SavedAppointment) => {
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
