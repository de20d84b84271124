import { type Doctor, doctorFields } from '@simiente/contract/doctors/calls';
import { defineFields } from '../record-form/public.ts';

/** The form's values of a doctor. */
export interface DoctorValues {
  readonly name: string;
  readonly email: string;
  /** Separated by commas. */
  readonly specialties: string;
  readonly minutes: string;
}

export const fields = defineFields<DoctorValues, Doctor>()({
  name: { label: 'Nombre', missing: 'Escribe el nombre.', rule: doctorFields.name },
  email: {
    label: 'Correo',
    rule: doctorFields.email,
    read: (text) => text.trim() || null,
  },
  specialties: {
    label: 'Especialidades',
    rule: doctorFields.specialties,
    read: (text, base) => parseSpecialties(text, base?.specialties ?? []),
  },
  minutes: {
    label: 'Minutos por cita',
    missing: 'Escribe los minutos.',
    rule: doctorFields.appointmentMinutes,
    read: Number,
  },
});

/** A doctor, or a new one: half an hour for each appointment. */
export function toValues(doctor: Doctor | null): DoctorValues {
  return {
    name: doctor?.name ?? '',
    email: doctor?.email ?? '',
    specialties: doctor?.specialties.join(', ') ?? '',
    minutes: String(doctor?.appointmentMinutes ?? 30),
  };
}

/** Splits at commas; a known specialty that contains commas stays whole. */
function parseSpecialties(text: string, known: readonly string[]): string[] {
  const words = splitAtCommas(text);
  const specialties: string[] = [];
  for (let at = 0; at < words.length; ) {
    const whole = known.find((specialty) => {
      const parts = splitAtCommas(specialty);
      return parts.length > 1 && parts.every((part, index) => part === words[at + index]);
    });
    specialties.push(whole ?? words[at] ?? '');
    at += whole === undefined ? 1 : splitAtCommas(whole).length;
  }
  return [...new Set(specialties)].filter((specialty) => specialty !== '');
}

function splitAtCommas(text: string): string[] {
  return text.split(',').map((word) => word.trim());
}
