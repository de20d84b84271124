import { createHash } from 'node:crypto';
import { toWallTime } from '@simiente/contract/common/wall-time';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { addressLine } from '@simiente/contract/format/address';
import { getFormatter, zoneName, zoneOffset } from '@simiente/contract/format/dates';
import { fillReminder, type ReminderRules } from '@simiente/contract/reminders/rules';
import { and, eq, gt, isNotNull, lte, ne, sql } from 'drizzle-orm';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Database, Reader, Transaction } from '../../platform/database/database.ts';
import { isoText } from '../../platform/database/records.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { mails } from '../../schema/operation/mail.ts';
import { patients } from '../../schema/patients.ts';
import { hasConsent } from '../consents/public.ts';
import { letterheadAt } from '../letterhead/public.ts';
import { type AppointmentLetter, type Content, newMailId } from '../mail/public.ts';
import { placeTimeZone, presentPlace, readReminderRules } from '../schedules/public.ts';
import {
  type AppointmentTokens,
  appointmentPath,
  type DatedRow,
  type LinkedRow,
  selectLinked,
  writeLink,
} from './links.ts';

const MINUTE = 60_000;

/** @param timeZone IANA name */
export async function readClinic(db: Reader, timeZone: string) {
  const letterhead = await letterheadAt(db, new Date());
  const rules = await readReminderRules(db);
  const { name = 'nuestra clínica', address = null, logoKey = null } = letterhead ?? {};
  return { name, address, logoKey, timeZone, rules };
}
export type Clinic = Awaited<ReturnType<typeof readClinic>>;

/** The words about an appointment for its patient, in the zone of its place, without the reason for the visit. */
export function describeForPatient(row: DatedRow, clinic: Clinic) {
  const { startsAt, endsAt, place } = row;
  const timeZone = (place && placeTimeZone(place)) ?? clinic.timeZone;
  const dayFormat = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const;
  const day = getFormatter('es-MX', dayFormat).format(startsAt).replace(',', '');
  const hour = toWallTime(startsAt.toISOString(), timeZone).time.replace(/^0/, '');
  return {
    timeZone,
    firstName: row.patientName.trim().split(/\s+/)[0] ?? '',
    day,
    hour,
    zone: `Hora de ${zoneName(timeZone)} (${zoneOffset(timeZone, startsAt)})`,
    zoneName: zoneName(timeZone),
    minutes: endsAt === null ? null : Math.round((endsAt.getTime() - startsAt.getTime()) / MINUTE),
    placeName: presentPlace(row, place)?.name ?? clinic.name,
    address: row.isVideoCall ? '' : place ? addressLine(row.branchAddress) : (clinic.address ?? ''),
    phone: row.branchPhone ?? clinic.rules.phone,
    doctor: titledName(row.doctorName),
  };
}

export function writeText(text: string, row: DatedRow, clinic: Clinic): string {
  const words = describeForPatient(row, clinic);
  const lugar = row.place ? words.placeName : words.address || words.placeName;
  // Without an address the place would repeat the name of the clinic.
  const shownText = lugar === clinic.name ? text.replace(/ Lugar: \{lugar\}\.?/, '') : text;
  return fillReminder(shownText, {
    paciente: words.firstName,
    clinica: clinic.name,
    fecha: words.day,
    hora: `${words.hour} (hora de ${words.zoneName})`,
    lugar,
    medico: words.doctor,
  });
}

interface LetterDeps {
  readonly tokens: AppointmentTokens;
  readonly origin: string;
  readonly timeZone: string;
  /** The sender, formatted for the header. */
  readonly from: string;
}

/**
 * Makes the function that writes an e-mail about an appointment. The function returns null if the appointment has begun
 * or changed, reminders are off, or the patient has no address or consent.
 */
export function createAppointmentMailReader({ tokens, origin, timeZone, from }: LetterDeps) {
  return async (
    db: Database,
    id: string,
    facts: Readonly<Record<string, string>>,
  ): Promise<AppointmentLetter | null> => {
    const clinic = await readClinic(db, timeZone);
    const [linked] = await selectLinked(db, eq(doctorAppointments.id, id));
    if (!clinic.rules.isOn || !linked || linked.startsAt === null) return null;
    const row = { ...linked, startsAt: linked.startsAt };
    const state = mailedState(row);
    const hasBegun = row.startsAt.getTime() <= Date.now();
    if (hasBegun || state.startsAt !== facts.startsAt || state.status !== facts.status) return null;
    if (!row.patientEmail || !row.agreed.email) return null;
    await db.transaction((transaction) => writeLink(transaction, tokens, row));
    const url = `${origin}${appointmentPath(tokens.derive(id))}`;
    const mail = { from: /<([^>]+)>/.exec(from)?.[1] ?? from, to: row.patientEmail };
    const words = describeForPatient(row, clinic);
    const when = `${words.day} a las ${words.hour}`;
    const isChanged = facts.why === 'changed';
    const content: Content =
      row.status === CANCELLED
        ? {
            subject: `Se canceló tu cita del ${when}`,
            paragraphs: [
              `Hola, ${words.firstName}. Se canceló tu cita del ${when} (hora de ${words.zoneName}) en ${clinic.name}.`,
            ],
            notes: words.phone === null ? [] : [`¿Dudas? Llama al ${words.phone}.`],
          }
        : {
            subject: `${isChanged ? 'Cambió tu cita' : 'Tu cita'}: ${when}`,
            paragraphs: [
              writeText(clinic.rules.text, row, clinic),
              ...(isChanged
                ? ['Tu cita cambió: usa estos datos y no los del correo anterior.']
                : []),
            ],
            link: { label: 'Ver y confirmar mi cita', url },
            notes: ['El enlace sirve hasta que pase tu cita.'],
          };
    return {
      to: row.patientEmail,
      content: { ...content, greets: false },
      calendar: writeCalendar(row, { clinic, origin, url, mail }),
    };
  };
}

interface CalendarOptions {
  readonly clinic: Clinic;
  /** The address of the installation, without a path. */
  readonly origin: string;
  readonly url: string;
  /** Sender and recipient of an e-mail; null for a file that the patient downloads. */
  readonly mail: { readonly from: string; readonly to: string } | null;
}

/** The calendar event of an appointment: its UID never changes, and SEQUENCE rises with each change. */
export function writeCalendar(row: DatedRow, { clinic, origin, url, mail }: CalendarOptions) {
  const words = describeForPatient(row, clinic);
  const isCancelled = row.status === CANCELLED;
  const method = isCancelled
    ? ICalCalendarMethod.CANCEL
    : mail
      ? ICalCalendarMethod.REQUEST
      : ICalCalendarMethod.PUBLISH;
  const calendar = ical({ method, prodId: { company: 'Simiente', product: 'Simiente' } });
  const event = calendar.createEvent({
    id: `${row.id}@${new URL(origin).hostname}`,
    sequence: row.version,
    start: row.startsAt,
    end: row.endsAt ?? row.startsAt,
    summary: `Cita en ${clinic.name}`,
    location: [words.placeName, words.address].filter((part) => part !== '').join(', '),
    url,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  if (mail) {
    event.organizer({ name: clinic.name, email: mail.from });
    event.createAttendee({ email: mail.to });
  }
  return { method, content: calendar.toString() };
}

const HOUR = 3_600_000;
/** Maximum appointments in one run; the next run follows a minute later. */
const MAX_PER_RUN = 500;

/** Whether it is a quiet hour in the clinic's zone. */
export function isQuietHour({ quietFrom, quietTo }: ReminderRules, now: Date, timeZone: string) {
  const { time } = toWallTime(now.toISOString(), timeZone);
  return quietFrom <= quietTo
    ? time >= quietFrom && time < quietTo
    : time >= quietFrom || time < quietTo;
}

/** Condition for future appointments whose patients may get an e-mail. */
const mayMail = and(
  gt(doctorAppointments.startsAt, sql`now()`),
  isNotNull(patients.email),
  hasConsent(patients.id, 'reminders_email'),
);

/** The state of an appointment that an e-mail reports. */
const mailedState = ({ startsAt, status }: Pick<LinkedRow, 'startsAt' | 'status'>) => ({
  startsAt: startsAt?.toISOString() ?? '',
  status: status === CANCELLED ? 'cancelled' : 'kept',
});

/**
 * Queues an e-mail about an appointment in its current state, unless the id is queued already.
 * @returns the number of queued e-mails
 */
async function queueMail(db: Reader, row: LinkedRow, id: string, why: string): Promise<number> {
  const { rowCount } = await db
    .insert(mails)
    .values({ id, kind: 'appointment', appointmentId: row.id, facts: { ...mailedState(row), why } })
    .onConflictDoNothing();
  return rowCount ?? 0;
}

/** Queues e-mails that staff requested, for appointments whose patients may get one. */
export async function queueChosen(
  transaction: Transaction,
  ids: readonly string[],
): Promise<LinkedRow[]> {
  const rows = await selectLinked(
    transaction,
    and(
      sql`${doctorAppointments.id} = any(${sql.param([...ids])}::text[])`,
      ne(doctorAppointments.status, CANCELLED),
      mayMail,
    ),
  );
  for (const row of rows) await queueMail(transaction, row, newMailId(), 'reminder');
  return rows;
}

/** The state that the last e-mail about an appointment reported. */
const lastState = sql<{ startsAt: string; status: string }>`(
  select facts from mails m where m.appointment_id = ${doctorAppointments.id}
  order by m.created_at desc, m.id desc limit 1)`;

/**
 * Queues due e-mails: a reminder by each rule, and a notice of a change after an e-mail was sent. The id consists
 * of the appointment, its state and the rule, so that a repeated or concurrent run adds no duplicate.
 */
export async function queueReminders(
  db: Database,
  timeZone: string,
  now = new Date(),
): Promise<number> {
  const rules = await readReminderRules(db);
  if (!rules.isOn || isQuietHour(rules, now, timeZone)) return 0;
  const id = (...parts: readonly (string | number)[]) =>
    `mail_${createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 32)}`;
  let queued = 0;
  const changed = await selectLinked(
    db,
    and(
      mayMail,
      sql`exists (select from mails m where m.appointment_id = ${doctorAppointments.id})`,
      sql`(${lastState} ->> 'startsAt', ${lastState} ->> 'status') is distinct from
        (${isoText(doctorAppointments.startsAt)},
         case when ${doctorAppointments.status} = ${CANCELLED} then 'cancelled' else 'kept' end)`,
    ),
  ).limit(MAX_PER_RUN);
  for (const row of changed) {
    queued += await queueMail(db, row, id(row.id, row.version, 'changed'), 'changed');
  }
  const hours = rules.rules
    .filter(({ channel }) => channel === 'email')
    .map(({ hoursBefore }) => hoursBefore)
    .toSorted((a, b) => a - b);
  // Each rule covers the time up to the next shorter one, so that an appointment booked late gets one reminder.
  for (const [index, hoursBefore] of hours.entries()) {
    const from = new Date(now.getTime() + (hours[index - 1] ?? 0) * HOUR);
    const to = new Date(now.getTime() + hoursBefore * HOUR);
    const due = await selectLinked(
      db,
      and(
        mayMail,
        ne(doctorAppointments.status, CANCELLED),
        gt(doctorAppointments.startsAt, from),
        lte(doctorAppointments.startsAt, to),
        // Any e-mail that was queued since the rule became due counts as its reminder.
        sql`not exists (select from mails m where m.appointment_id = ${doctorAppointments.id}
          and m.created_at >= ${doctorAppointments.startsAt} - make_interval(hours => ${hoursBefore}))`,
      ),
    ).limit(MAX_PER_RUN);
    for (const row of due) {
      const { startsAt } = mailedState(row);
      queued += await queueMail(db, row, id(row.id, startsAt, hoursBefore), 'reminder');
    }
  }
  return queued;
}

/** The job that queues due reminders; the mail queue sends them. */
export function remindersJob(db: Database, timeZone: string): Job {
  return {
    name: 'reminders.queue',
    schedule: { everyMinutes: 1 },
    run: async () => ({ queued: await queueReminders(db, timeZone) }),
  };
}
