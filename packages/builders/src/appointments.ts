import type { Pattern } from './clinical-profiles.ts';
import {
  type Book,
  buildClinicTime,
  buildInstant,
  DAY,
  HOUR,
  MINUTE,
  toInstant,
  toIso,
} from './dates.ts';
import { buildId } from './identifiers.ts';
import { buildDoctor } from './people.ts';
import { type BuilderContext, chance, weighted, withStream } from './random.ts';
import type { DoctorAppointmentRecord, PatientRecord, RecipeAppointmentRecord } from './records.ts';
import texts from './vocabulary/texts.json' with { type: 'json' };

/** Maximum milliseconds from now to an appointment. */
export const MAX_TIME_AHEAD = 45 * DAY;

/** Any doctor, and any half hour within opening hours, even if it is taken. */
const bookAnywhere: Book = (context, wanted) => ({
  doctor: withStream(context, 'doctor', (inner) => buildDoctor(inner)),
  start: buildClinicTime(context, wanted),
});

/**
 * An appointment with a doctor, past or future. With the `book` of a calendar, no two appointments share a doctor's
 * half hour.
 */
export function buildDoctorAppointment(
  context: BuilderContext,
  patient: PatientRecord,
  book: Book = bookAnywhere,
): DoctorAppointmentRecord {
  const now = context.now.getTime();
  const createdAt = toInstant(patient.createDate, now - 90 * DAY);
  const wantedTime = withStream(context, 'time', (inner) => buildWantedTime(inner, createdAt));
  const cancelled = chance(context, 0.14);
  const { doctor, start } = book(context, wantedTime);
  const id = buildId(context, 'apt');
  return {
    id,
    idAppointment: id,
    status: cancelled
      ? 'cancelled'
      : chance(context, start < now ? 0.92 : 0.6)
        ? 'assigned'
        : 'pending',
    createDate: toIso(buildInstant(context, createdAt, Math.min(now, start - HOUR))),
    appointmentDate: { date: toIso(start) },
    doctor: { ...doctor, specialty_formatted: [...doctor.specialty_formatted] },
    patient: { name: patient.name, email: patient.email, phone: patient.phone },
  };
}

/** A time between the registration and 6 days ago (40 %), within 6 days of now (32 %) or weeks ahead (28 %). */
function buildWantedTime(context: BuilderContext, createdAt: number): number {
  const now = context.now.getTime();
  const earliest = createdAt + DAY;
  const span = weighted(context, [
    [[earliest, now - 6 * DAY], 40],
    [[now - 6 * DAY, now + 6 * DAY], 32],
    [[now + 6 * DAY, now + 32 * DAY], 28],
  ] as const);
  const [from, to] = span[1] > earliest ? span : [now + DAY, now + 21 * DAY];
  const day = buildInstant(context, Math.max(from, earliest), to);
  return Math.max(buildClinicTime(context, day), createdAt + HOUR);
}

/** A call about a prescription; some have no time yet. */
export function buildRecipeAppointment(
  context: BuilderContext,
  patient: PatientRecord,
  pattern: Pattern = 'lowMotility',
): RecipeAppointmentRecord {
  const { faker } = context;
  const now = context.now.getTime();
  const createdAt = toInstant(patient.createDate, now - 90 * DAY);
  const orderedAt = buildOrderTime(context, createdAt);
  const start = buildClinicTime(context, orderedAt + faker.number.int({ min: 1, max: 18 }) * DAY);
  const scheduled = chance(context, 0.9);
  return {
    id: buildId(context, 'rec'),
    status: scheduled ? buildPrescriptionStatus(context, start < now) : 'pending',
    type: chance(context, 0.75) ? 'Validación de receta' : 'Seguimiento',
    calendly_data: scheduled
      ? {
          start_time: toIso(start),
          meeting_url: `https://calendly.example.com/events/${faker.string.uuid()}/google_meet`,
        }
      : {},
    createDate: toIso(orderedAt),
    prescriptionExplanation: withStream(context, 'explanation', (inner) =>
      writePrescription(inner, pattern),
    ),
  };
}

/** A time, more often a recent one, because prescriptions come late in a treatment. */
function buildOrderTime(context: BuilderContext, createdAt: number): number {
  const now = context.now.getTime();
  const latest = now - 5 * MINUTE;
  const recent = Math.max(createdAt, now - 25 * DAY);
  return buildInstant(context, chance(context, 0.55) ? recent : createdAt, latest);
}

function buildPrescriptionStatus(context: BuilderContext, past: boolean): string {
  return past
    ? weighted(context, [
        ['assigned', 16],
        ['cancelled', 3],
        ['pending', 1],
      ] as const)
    : weighted(context, [
        ['assigned', 9],
        ['cancelled', 1],
        ['pending', 10],
      ] as const);
}

/** `plain` texts have no heading; `byPattern` has the names of the others. */
const { plain, byPattern } = texts.prescriptions;
const named: Readonly<Record<string, { heading: string; lines: string[] }>> =
  texts.prescriptions.named;

/** Writes the reason for a prescription: a heading, a separator (blank line or ---) and lines. */
export function writePrescription(context: BuilderContext, pattern: Pattern): string {
  const { faker } = context;
  if (chance(context, 0.04)) return faker.helpers.arrayElement(plain);
  const { heading, lines = [] } = named[faker.helpers.arrayElement(byPattern[pattern])] ?? {};
  const separator = faker.helpers.arrayElement(['\n\n', '\n\n', '\n---\n']);
  return `**${heading}**${separator}${lines.join('\n')}`;
}
