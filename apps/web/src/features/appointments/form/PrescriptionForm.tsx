import { TextInput } from '@mantine/core';
import {
  prescriptionAppointmentFields,
  type RecipeAppointment,
  recipeAppointment,
} from '@simiente/contract/appointments/calls';
import { api } from '../../../lib/api/client.ts';
import type { ButtonProps } from '../../../ui/buttons/Button.tsx';
import { PersonCell } from '../../../ui/status/person.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  NewRecordButton,
  orNull,
  RecordModal,
  useRecordForm,
} from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { refreshAppointments } from '../appointment-cache.ts';
import {
  appointmentFieldsIn,
  type DateTimeValue,
  StatusSelect,
  toDateTime,
} from './appointment-fields.tsx';
import { DateTimeFields } from './DateTimeFields.tsx';
import { appointmentModalProps } from './FreeTimes.tsx';
import classes from './PrescriptionForm.module.css';

function fieldsIn(timeZone: string) {
  const { status, when } = appointmentFieldsIn(timeZone);
  return defineFields<RecipeAppointment>()({
    status,
    // The appointment may have no date yet.
    when: {
      ...when,
      from: ({ calendly_data }) => toDateTime(calendly_data.start_time, timeZone),
      rule: {
        safeParse: (value: unknown) => {
          const { date, time } = value as DateTimeValue;
          return date === '' && time === '' ? { data: null } : when.rule.safeParse(value);
        },
      },
    },
    type: { label: 'Tipo (opcional)', read: orNull, rule: prescriptionAppointmentFields.type },
    meetingUrl: {
      label: 'Enlace de la reunión (opcional)',
      from: ({ calendly_data }) => calendly_data.meeting_url,
      read: orNull,
      rule: prescriptionAppointmentFields.meetingUrl,
    },
  });
}

export type PrescriptionRequest = FormRequest<
  FieldValues<ReturnType<typeof fieldsIn>>,
  RecipeAppointment
>;

interface PrescriptionFormProps {
  patient: { readonly idUser: string; readonly name: string };
  requested: PrescriptionRequest | null;
  /** Whether the appointment was booked in Calendly, which is not notified of a change. */
  fromCalendly?: boolean;
  /** Called after the dialog's closing transition. */
  onClosed?: () => void;
}

/** The form of a new or existing prescription appointment, with or without a date. */
export function PrescriptionForm(props: PrescriptionFormProps) {
  const { patient, requested, fromCalendly = false, onClosed } = props;
  const timeZone = useClinicTimeZone();
  const form = useRecordForm({
    fields: fieldsIn(timeZone),
    requested,
    record: recipeAppointment,
    save: async ({ base, payload: { when, ...fields }, options, isConfirmed }) => {
      const despite = isConfirmed ? { despiteSameTime: true } : {};
      if (base === null) {
        const newAppointment = { idUser: patient.idUser, date: when, ...fields, ...despite };
        return (await api.appointments.createRecipe(newAppointment, options)).data.appointment;
      }
      const edit = {
        ...fields,
        // Only changed fields are sent.
        ...(when !== undefined && { date: when }),
        idAppointment: base.id,
        version: base.version,
        ...despite,
      };
      return (await api.appointments.updateRecipe(edit, options)).data.appointment;
    },
    show: () => refreshAppointments(),
    onDone: (saved, wasNew) => saved && notifySuccess(wasNew ? 'Cita creada' : 'Cita actualizada'),
    fieldByPath: { date: 'when' },
  });
  const { base } = form;
  return (
    <RecordModal
      form={form}
      title={base === null ? 'Crear cita de receta' : 'Editar cita de receta'}
      lead={<PersonCell name={patient.name} detail="Validación de Receta" />}
      submitLabel={base === null ? 'Crear cita' : 'Guardar cambios'}
      {...appointmentModalProps(form, timeZone)}
      {...(onClosed && { onClosed })}
    >
      {fromCalendly && (
        <p className={classes.note}>
          Esta cita se agendó en Calendly. Los cambios que hagas aquí no se reflejan allá.
        </p>
      )}
      <StatusSelect form={form} base={base} />
      <DateTimeFields form={form} timeZone={timeZone} isOptional onType={form.forgetFailure} />
      <TextInput {...form.input('type')} />
      <TextInput {...form.input('meetingUrl')} inputMode="url" />
    </RecordModal>
  );
}

type NewPrescriptionButtonProps = Pick<PrescriptionFormProps, 'patient'> &
  Pick<ButtonProps, 'kind' | 'size'>;

export function NewPrescriptionButton({ patient, ...buttonProps }: NewPrescriptionButtonProps) {
  return (
    <NewRecordButton
      {...buttonProps}
      capability="patients.edit"
      form={(request) => <PrescriptionForm {...request} patient={patient} />}
    >
      Crear cita de receta
    </NewRecordButton>
  );
}
