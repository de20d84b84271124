import { TextInput } from '@mantine/core';
import {
  type Doctor,
  doctorFields,
  doctor as doctorSchema,
  MAX_APPOINTMENT,
  MIN_APPOINTMENT,
} from '@simiente/contract/doctors/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { Link } from '@tanstack/react-router';
import { api } from '../../lib/api/client.ts';
import { DuplicateNotice } from '../../ui/duplicates/DuplicateNotice.tsx';
import { EmailField } from '../../ui/form/EmailField.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  orNull,
  RecordModal,
  toExisting,
  useDuplicates,
  useRecordForm,
} from '../record-form/public.ts';
import classes from './DoctorForm.module.css';
import { showDoctor } from './doctor-list.ts';

export type DoctorRequest = FormRequest<FieldValues<typeof fields>, Doctor>;

interface DoctorFormProps {
  requested: DoctorRequest | null;
  /** Opens the new doctor, or a possible duplicate. */
  onOpen?: (doctor: Doctor) => void;
}

/** 'Crear médico' and 'Editar médico'. */
export function DoctorForm({ requested, onOpen }: DoctorFormProps) {
  const form = useRecordForm({
    fields,
    requested,
    record: doctorSchema,
    save: async ({ base, payload, options, isConfirmed }) => {
      if (base === null && !isConfirmed && !(await duplicates.confirmNoDuplicates())) return null;
      const { minutes, ...fields } = payload;
      if (base === null) {
        const newDoctor = { ...fields, appointmentMinutes: minutes };
        return (await api.doctors.create(newDoctor, options)).data.doctor;
      }
      const edit = {
        ...fields,
        // Only changed fields are sent.
        ...(minutes !== undefined && { appointmentMinutes: minutes }),
        idDoctor: base.idDoctor,
        version: base.version,
      };
      return (await api.doctors.update(edit, options)).data.doctor;
    },
    show: (saved) => showDoctor(saved),
    onDone: (saved, wasNew) => {
      if (saved === null) return;
      notifySuccess(wasNew ? 'Médico creado' : 'Médico actualizado');
      if (wasNew) onOpen?.(saved);
    },
    fieldByPath: { appointmentMinutes: 'minutes' },
  });
  const isNew = form.base === null;
  const typedName = form.values.name.trim();
  const duplicates = useDuplicates({
    kind: 'doctor',
    input: typedName === '' ? {} : { name: typedName },
    search: api.doctors.duplicates,
    enabled: form.opened && isNew,
  });
  return (
    <RecordModal
      form={form}
      title={isNew ? 'Crear médico' : 'Editar médico'}
      submitLabel={isNew ? 'Crear médico' : 'Guardar cambios'}
      existing={toExisting(duplicates.duplicates, (likeliest) =>
        form.leave(() => {
          form.discard();
          onOpen?.(likeliest);
        }, likeliest.matched),
      )}
    >
      <TextInput
        {...form.input('name')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description="Escríbelo sin «Dr»; se agrega automáticamente."
        data-autofocus
        maxLength={200}
      />
      <EmailField {...form.input('email')} />
      <div className={classes.row}>
        <TextInput
          {...form.input('specialties')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description="Sepáralas con comas. En las citas aparece la primera."
        />
        <TextInput
          {...form.input('minutes')}
          type="number"
          inputMode="numeric"
          min={MIN_APPOINTMENT}
          max={MAX_APPOINTMENT}
        />
      </div>
      <DuplicateNotice
        title="Es posible que este médico ya exista"
        isWarned={duplicates.isWarned}
        items={duplicates.duplicates.map(duplicateItem)}
      />
    </RecordModal>
  );
}

function duplicateItem({ idDoctor, retiredAt, ...doctor }: Doctor) {
  return {
    id: idDoctor,
    name: titledName(doctor.name),
    link: <Link to="/medicos/$idDoctor" params={{ idDoctor }} />,
    mark: retiredAt !== null && <StatusPill tone="neutral" label="Inactivo" />,
    detail: [doctor.specialties.join(', '), doctor.email].filter(Boolean).join(' · '),
    reasons: ['Mismo nombre'],
  };
}

export const fields = defineFields<Doctor>()({
  name: { label: 'Nombre', missing: 'Escribe el nombre.', rule: doctorFields.name },
  email: { label: 'Correo', rule: doctorFields.email, read: orNull },
  /** Separated by commas. */
  specialties: {
    label: 'Especialidades',
    from: ({ specialties }) => specialties.join(', '),
    rule: doctorFields.specialties,
    read: (text, base) => parseSpecialties(text, base?.specialties ?? []),
  },
  minutes: {
    label: 'Minutos por cita',
    missing: 'Escribe los minutos.',
    initial: '30',
    from: ({ appointmentMinutes }) => String(appointmentMinutes),
    rule: doctorFields.appointmentMinutes,
    read: Number,
  },
});

/** Splits a text at commas, but not inside a saved specialty that has commas itself. */
function parseSpecialties(text: string, saved: readonly string[]): string[] {
  const words = splitAtCommas(text);
  const specialties: string[] = [];
  for (let start = 0; start < words.length; ) {
    const match = saved.find((specialty) => {
      const parts = splitAtCommas(specialty);
      return parts.length > 1 && parts.every((part, index) => part === words[start + index]);
    });
    specialties.push(match ?? words[start] ?? '');
    start += match === undefined ? 1 : splitAtCommas(match).length;
  }
  return [...new Set(specialties)].filter((specialty) => specialty !== '');
}

function splitAtCommas(text: string): string[] {
  return text.split(',').map((word) => word.trim());
}
