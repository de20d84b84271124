import {
  type Doctor,
  LONGEST_APPOINTMENT,
  MOST_SPECIALTIES,
  SHORTEST_APPOINTMENT,
  type WorkingDay,
} from '@simiente/contract/doctors';

/** Hours of a day as the form holds them, also of a day on which nobody works. */
export interface DraftDay {
  readonly weekday: number;
  readonly works: boolean;
  readonly from: string;
  readonly to: string;
}

/** What the form holds about a doctor. */
export interface DoctorDraft {
  readonly name: string;
  readonly email: string;
  /** Separated by commas. */
  readonly specialties: string;
  readonly minutes: string;
  readonly days: readonly DraftDay[];
}

export type DoctorFields = Pick<
  Doctor,
  'name' | 'email' | 'specialties' | 'appointmentMinutes' | 'workingDays'
>;

export type DraftErrors = Partial<Record<Exclude<keyof DoctorDraft, 'days'>, string>> & {
  /** By weekday. */
  readonly days?: Readonly<Record<number, string>>;
};

/** The week as people count it: Monday first. */
const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
const USUAL_DAY = { from: '08:00', to: '20:00' };
/** Longest text that the contract takes for one specialty. */
const LONGEST_SPECIALTY = 100;

/** The draft of a doctor, or of a new one: Monday to Saturday, half an hour each. */
export function draftOf(doctor: Doctor | null): DoctorDraft {
  const hours: readonly WorkingDay[] =
    doctor?.workingDays ??
    WEEK.filter((weekday) => weekday !== 0).map((weekday) => ({ weekday, ...USUAL_DAY }));
  return {
    name: doctor?.name ?? '',
    email: doctor?.email ?? '',
    specialties: doctor?.specialties.join(', ') ?? '',
    minutes: String(doctor?.appointmentMinutes ?? 30),
    days: WEEK.map((weekday) => {
      const known = hours.find((day) => day.weekday === weekday);
      return { weekday, works: known !== undefined, ...USUAL_DAY, ...known };
    }),
  };
}

export function isSame(first: DoctorDraft, second: DoctorDraft): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

/** What is to be saved, or what stands in the way, field by field. */
export function checkDraft(
  draft: DoctorDraft,
): { readonly fields: DoctorFields } | { readonly errors: DraftErrors } {
  const errors = errorsOf(draft);
  if (Object.keys(errors).length > 0) return { errors };
  const email = draft.email.trim();
  return {
    fields: {
      name: draft.name.trim(),
      email: email === '' ? null : email,
      specialties: specialtiesOf(draft),
      appointmentMinutes: Number(draft.minutes),
      workingDays: draft.days
        .filter(({ works }) => works)
        .map(({ weekday, from, to }) => ({ weekday, from, to })),
    },
  };
}

function specialtiesOf({ specialties }: DoctorDraft): string[] {
  const words = specialties.split(',').map((specialty) => specialty.trim());
  return [...new Set(words)].filter((specialty) => specialty !== '');
}

function errorsOf(draft: DoctorDraft): DraftErrors {
  const minutes = Number(draft.minutes);
  const specialties = specialtiesOf(draft);
  const days = Object.fromEntries(
    draft.days.flatMap((day) => {
      const error = dayError(day);
      return error === undefined ? [] : [[day.weekday, error]];
    }),
  );
  return {
    ...(draft.name.trim() === '' && { name: 'Escribe el nombre.' }),
    ...(draft.email.trim() !== '' &&
      !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(draft.email.trim()) && {
        email: 'El correo no es válido.',
      }),
    ...(specialties.length > MOST_SPECIALTIES && {
      specialties: `Escribe ${MOST_SPECIALTIES} especialidades como máximo.`,
    }),
    ...(specialties.some((specialty) => specialty.length > LONGEST_SPECIALTY) && {
      specialties: `Cada especialidad lleva ${LONGEST_SPECIALTY} letras como máximo.`,
    }),
    ...(!(
      Number.isInteger(minutes) &&
      minutes >= SHORTEST_APPOINTMENT &&
      minutes <= LONGEST_APPOINTMENT
    ) && { minutes: `Escribe de ${SHORTEST_APPOINTMENT} a ${LONGEST_APPOINTMENT} minutos.` }),
    ...(Object.keys(days).length > 0 && { days }),
  };
}

function dayError({ works, from, to }: DraftDay): string | undefined {
  if (!works) return undefined;
  if (from === '' || to === '') return 'Elige desde y hasta qué hora.';
  return from < to ? undefined : 'El horario termina antes de empezar.';
}
