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
  return isEqual(first, second);
}

/** What the form calls by another name than the doctor does. */
const FIELDS = {
  name: 'name',
  email: 'email',
  specialties: 'specialties',
  minutes: 'appointmentMinutes',
  days: 'workingDays',
} as const satisfies Record<keyof DoctorDraft, keyof DoctorFields>;

/**
 * What is to be saved, or what stands in the way, field by field: all of it of a new doctor, and of
 * one who was there what differs. A field that nobody touched is not looked at: an import may have
 * brought what no form takes.
 */
export function checkDraft(
  draft: DoctorDraft,
  base: Doctor | null,
): { readonly fields: Partial<DoctorFields> } | { readonly errors: DraftErrors } {
  const specialties = specialtiesOf(draft.specialties, base?.specialties ?? []);
  const names = Object.keys(FIELDS) as (keyof DoctorDraft)[];
  const start = draftOf(base);
  const touched = names.filter((name) => base === null || !isEqual(draft[name], start[name]));
  const found = errorsOf(draft, specialties);
  const errors: DraftErrors = pick(found, touched);
  if (Object.keys(errors).length > 0) return { errors };
  const email = draft.email.trim();
  const fields: DoctorFields = {
    name: draft.name.trim(),
    email: email === '' ? null : email,
    specialties,
    appointmentMinutes: Number(draft.minutes),
    workingDays: draft.days
      .filter(({ works }) => works)
      .map(({ weekday, from, to }) => ({ weekday, from, to })),
  };
  return {
    fields: pick(
      fields,
      touched.map((name) => FIELDS[name]),
    ),
  };
}

/** The draft on what the doctor is now: what one has not touched oneself is as others left it. */
export function rebase(draft: DoctorDraft, base: DoctorDraft, now: DoctorDraft): DoctorDraft {
  const mine = <Name extends keyof DoctorDraft>(name: Name) =>
    isEqual(draft[name], base[name]) ? now[name] : draft[name];
  return {
    name: mine('name'),
    email: mine('email'),
    specialties: mine('specialties'),
    minutes: mine('minutes'),
    days: draft.days.map((day, index) =>
      isEqual(day, base.days[index]) ? (now.days[index] ?? day) : day,
    ),
  };
}

/** What stands between commas; a known specialty that holds commas itself stays whole. */
function specialtiesOf(text: string, known: readonly string[]): string[] {
  const words = wordsOf(text);
  const specialties: string[] = [];
  for (let at = 0; at < words.length; ) {
    const whole = known.find((specialty) => {
      const parts = wordsOf(specialty);
      return parts.length > 1 && parts.every((part, index) => part === words[at + index]);
    });
    specialties.push(whole ?? words[at] ?? '');
    at += whole === undefined ? 1 : wordsOf(whole).length;
  }
  return [...new Set(specialties)].filter((specialty) => specialty !== '');
}

function wordsOf(text: string): string[] {
  return text.split(',').map((word) => word.trim());
}

function isEqual(first: unknown, second: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

function pick<Fields extends object>(from: Fields, names: readonly string[]): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(from).filter(([name]) => names.includes(name)),
  ) as Partial<Fields>;
}

function errorsOf(draft: DoctorDraft, specialties: readonly string[]): DraftErrors {
  const minutes = Number(draft.minutes);
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
