import {
  type Doctor,
  doctorFields,
  type WorkingDay,
  workingDay,
} from '@simiente/contract/doctors/calls';
import { defineFields } from '../record-form/public.ts';

const NAMES = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'] as const;

/** 0 is 'Domingo'. */
export function dayName(weekday: number): string {
  return NAMES[weekday] ?? '';
}

/** Weekdays in the usual order: Monday first. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
type Weekday = (typeof WEEK)[number];
export type DayField = `day${Weekday}`;

/** Hours of a day in the form, also of a day off. */
interface TypedDay {
  readonly weekday: number;
  readonly works: boolean;
  readonly from: string;
  readonly to: string;
}

/** The form's values of a doctor: each weekday is a field of its own. */
export interface DoctorValues extends Readonly<Record<DayField, TypedDay>> {
  readonly name: string;
  readonly email: string;
  /** Separated by commas. */
  readonly specialties: string;
  readonly minutes: string;
}

const dayRule = workingDay.nullable();

const dayField = (weekday: Weekday) => ({
  label: dayName(weekday),
  rule: dayRule,
  read: ({ works, ...hours }: TypedDay) => (works ? hours : null),
  show: ({ works, from, to }: TypedDay) => (works ? `${from}–${to}` : 'No atiende'),
});

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
  day1: dayField(1),
  day2: dayField(2),
  day3: dayField(3),
  day4: dayField(4),
  day5: dayField(5),
  day6: dayField(6),
  day0: dayField(0),
});

const USUAL_DAY = { from: '08:00', to: '20:00' };

/** A doctor, or a new one: Monday to Saturday, half an hour each. */
export function toValues(doctor: Doctor | null): DoctorValues {
  const hours: readonly WorkingDay[] =
    doctor?.workingDays ??
    WEEK.filter((weekday) => weekday !== 0).map((weekday) => ({ weekday, ...USUAL_DAY }));
  const days = WEEK.map((weekday): [DayField, TypedDay] => {
    const known = hours.find((day) => day.weekday === weekday);
    return [`day${weekday}`, { weekday, works: known !== undefined, ...USUAL_DAY, ...known }];
  });
  return {
    name: doctor?.name ?? '',
    email: doctor?.email ?? '',
    specialties: doctor?.specialties.join(', ') ?? '',
    minutes: String(doctor?.appointmentMinutes ?? 30),
    ...(Object.fromEntries(days) as Record<DayField, TypedDay>),
  };
}

/** The weekdays on which the doctor works. */
export function toWorkingDays(values: DoctorValues): WorkingDay[] {
  return WEEK.map((weekday) => values[`day${weekday}`])
    .filter(({ works }) => works)
    .map(({ weekday, from, to }) => ({ weekday, from, to }));
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
