import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { CANCELLED } from '../../schema/appointments.ts';
import { type Clinic, describeForPatient } from './describe.ts';
import type { OpenRow } from './links.ts';

interface CalendarParts {
  readonly clinic: Clinic;
  /** The address of the installation, without a path. */
  readonly origin: string;
  readonly url: string;
  /** Sender and recipient of an e-mail; null for a file that the patient downloads. */
  readonly between: { readonly from: string; readonly to: string } | null;
}

/** The event of an appointment: its UID never changes, and SEQUENCE rises with each change. */
export function writeCalendar(row: OpenRow, { clinic, origin, url, between }: CalendarParts) {
  const words = describeForPatient(row, clinic);
  const isCancelled = row.status === CANCELLED;
  const method = isCancelled
    ? ICalCalendarMethod.CANCEL
    : between
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
  if (between) {
    event.organizer({ name: clinic.name, email: between.from });
    event.createAttendee({ email: between.to });
  }
  return { method, content: calendar.toString() };
}
