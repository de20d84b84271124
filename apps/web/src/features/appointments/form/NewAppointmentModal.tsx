import { TextInput } from '@mantine/core';
import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import { api, cache, queries } from '../../../lib/api/client.ts';
import { PersonCell } from '../../../ui/status/person.tsx';
import {
  PhoneQuestion,
  PossibleDuplicates,
  personFields,
  usePatientDuplicates,
} from '../../patients/public.ts';
import {
  defineFields,
  type FormRequest,
  RecordModal,
  useRecordForm,
} from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { DoctorLine } from '../appointment-parts.tsx';
import {
  type AppointmentValues,
  appointmentFieldsIn,
  StatusSelect,
  toValues,
} from './appointment-fields.tsx';
import { type SavedAppointment, useSavedAppointment } from './EditAppointment.tsx';
import { appointmentModalProps, TimeFields, useFreeTimesStart } from './FreeTimes.tsx';
import {
  type Choice,
  DoctorField,
  NEW_PATIENT,
  PersonPicker,
  useDoctor,
  usePatientSearch,
} from './PersonPicker.tsx';

interface NewAppointmentValues extends AppointmentValues {
  readonly patient: Choice | null;
  readonly doctor: Choice | null;
  /** Phone of a patient who is created with the appointment. */
  readonly phone: string;
}

export type NewAppointmentRequest = FormRequest<NewAppointmentValues, DoctorAppointment>;

const isSamePerson = (first: Choice | null, second: Choice | null) =>
  first?.id === second?.id && (first?.id !== NEW_PATIENT || first.name === second?.name);

const fieldsIn = (timeZone: string) =>
  defineFields<NewAppointmentValues, DoctorAppointment>()({
    patient: { label: 'Paciente', missing: 'Elige al paciente.', isSame: isSamePerson },
    doctor: { label: 'Médico', missing: 'Elige al médico.', isSame: isSamePerson },
    phone: personFields.phone,
    ...appointmentFieldsIn(timeZone),
  });

export interface NewAppointmentModalProps {
  requested: NewAppointmentRequest | null;
  /** The patient; absent to show a field for the patient. */
  patient?: { readonly idUser: string; readonly name: string } | undefined;
  /** The doctor; absent to show a field for the doctor. */
  doctor?: { readonly idDoctor: string; readonly name: string } | undefined;
  /** The day of the page, 'YYYY-MM-DD', with which the form opens. */
  day?: string | undefined;
  /** Called after the dialog's closing transition. */
  onClosed?: () => void;
}

/** 'Crear cita', optionally with a fixed patient or doctor. */
export function NewAppointmentModal(props: NewAppointmentModalProps) {
  const { requested, patient, doctor: fixedDoctor, onClosed } = props;
  const timeZone = useClinicTimeZone();
  const form = useRecordForm({
    fields: fieldsIn(timeZone),
    toValues: (_: DoctorAppointment | null): NewAppointmentValues => ({
      patient: patient ? { id: patient.idUser, name: patient.name } : null,
      doctor: fixedDoctor ? { id: fixedDoctor.idDoctor, name: fixedDoctor.name } : null,
      phone: '',
      ...toValues(null, timeZone),
      ...(props.day && { when: { date: props.day, time: '', filledFrom: null } }),
    }),
    requested,
    save: async ({ payload, options, isConfirmed }): Promise<SavedAppointment | null> => {
      const { patient, doctor, phone, status, when } = payload;
      if (patient === null || doctor === null) return null;
      const { data } = await api.appointments.create(
        {
          ...(patient.id === NEW_PATIENT
            ? { newPatient: { name: patient.name, phone } }
            : { idUser: patient.id }),
          idDoctor: doctor.id,
          status,
          date: when,
          ...(isConfirmed && { despiteSameTime: true }),
        },
        options,
      );
      return { ...data.appointment, outsideWorkingHours: data.outsideWorkingHours };
    },
    ...useSavedAppointment('Cita creada'),
    // The offered time may have been taken, or the doctor may have retired.
    onRejected: () => {
      void cache.invalidateQueries({ queryKey: queries.appointments.key() });
      void cache.invalidateQueries({ queryKey: queries.doctors.key() });
    },
  });
  const { values } = form;
  const isNew = values.patient?.id === NEW_PATIENT;
  const person = { name: values.patient?.name ?? '', email: '', phone: values.phone };
  const { duplicates } = usePatientDuplicates(person, { enabled: form.opened && isNew });
  const doctor = useDoctor(values.doctor?.id, form.opened);
  const free = useFreeTimesStart(requested, timeZone);

  return (
    <RecordModal
      form={form}
      title="Crear cita"
      lead={
        <>
          {patient && <PersonCell name={patient.name} detail="Paciente" />}
          {fixedDoctor && <DoctorLine name={fixedDoctor.name} details={[doctor?.specialties[0]]} />}
        </>
      }
      submitLabel="Crear cita"
      {...appointmentModalProps(form, timeZone, doctor)}
      {...(onClosed && { onClosed })}
    >
      {!patient && (
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
      {isNew && (
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
      {!fixedDoctor && <DoctorField form={form} from={free.from} timeZone={timeZone} />}
      <StatusSelect form={form} />
      <TimeFields form={form} timeZone={timeZone} free={free} doctor={doctor} isNew />
    </RecordModal>
  );
}
