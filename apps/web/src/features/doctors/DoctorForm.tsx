import { TextInput } from '@mantine/core';
import {
  type Doctor,
  doctor as doctorSchema,
  LONGEST_APPOINTMENT,
  SHORTEST_APPOINTMENT,
} from '@simiente/contract/doctors';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { type FormRequest, RecordModal, useRecordForm } from '../record-form/public.ts';
import classes from './DoctorForm.module.css';
import { type DoctorValues, fields, valuesOf, workingDaysOf } from './doctor-values.ts';
import { showDoctor } from './show-doctor.ts';
import { WorkingDays } from './WorkingDays.tsx';

/** Description below the field, where its error is shown too. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

export type DoctorRequest = FormRequest<DoctorValues, Doctor>;

interface DoctorFormProps {
  /** Of the draft that is recovered after the end of a session. */
  name: string;
  requested: DoctorRequest | null;
  onCreated?: (doctor: Doctor) => void;
}

/** 'Crear médico' and 'Editar médico': name, appointment length and working hours. */
export function DoctorForm({ name, requested, onCreated }: DoctorFormProps) {
  const cache = useQueryClient();
  const form = useRecordForm({
    name,
    fields,
    valuesOf,
    requested,
    record: doctorSchema,
    save: async ({ base, written, values, key }) => {
      const { name, email, specialties, minutes, ...days } = written;
      const context = { idempotencyKey: key };
      const appointmentMinutes = minutes;
      const workingDays = workingDaysOf(values);
      if (base === null) {
        const created = { name, email, specialties, appointmentMinutes, workingDays };
        return (await api.doctors.create(created, { context })).data.doctor;
      }
      const edit = {
        ...(name !== undefined && { name }),
        ...(email !== undefined && { email }),
        ...(specialties !== undefined && { specialties }),
        ...(minutes !== undefined && { appointmentMinutes }),
        ...(Object.keys(days).length > 0 && { workingDays }),
        idDoctor: base.idDoctor,
        version: base.version,
      };
      return (await api.doctors.update(edit, { context })).data.doctor;
    },
    show: (saved) => showDoctor(cache, saved),
    onDone: (saved, wasNew) => {
      if (saved === null) return;
      notifySuccess(wasNew ? 'Médico creado' : 'Médico actualizado');
      if (wasNew) onCreated?.(saved);
    },
    fieldOf: { appointmentMinutes: 'minutes' },
  });
  const isNew = form.base === null;
  return (
    <RecordModal
      form={form}
      title={isNew ? 'Crear médico' : 'Editar médico'}
      submitLabel={isNew ? 'Crear médico' : 'Guardar cambios'}
    >
      <TextInput
        {...form.input('name')}
        inputWrapperOrder={ORDER}
        description="Escríbelo sin «Dr»; se agrega automáticamente."
        data-autofocus
        maxLength={200}
      />
      <TextInput {...form.input('email')} type="email" maxLength={254} />
      <div className={classes.row}>
        <TextInput
          {...form.input('specialties')}
          inputWrapperOrder={ORDER}
          description="Sepáralas con comas. En las citas aparece la primera."
        />
        <TextInput
          {...form.input('minutes')}
          type="number"
          inputMode="numeric"
          min={SHORTEST_APPOINTMENT}
          max={LONGEST_APPOINTMENT}
        />
      </div>
      <WorkingDays form={form} />
    </RecordModal>
  );
}
