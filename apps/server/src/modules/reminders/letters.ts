import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';
import { hasConsent } from '../consents/public.ts';
import type { AppointmentLetter, Content } from '../mail/public.ts';
import { writeCalendar } from './calendar.ts';
import { describeForPatient, readClinic, writeText } from './describe.ts';
import { type AppointmentTokens, appointmentPath, selectLinked, writeLink } from './links.ts';
import { mailedState } from './queue-reminders.ts';

interface LetterParts {
  readonly tokens: AppointmentTokens;
  readonly origin: string;
  readonly timeZone: string;
  /** Sender's address, in the form of the header. */
  readonly from: string;
}

/**
 * Recipient and text of an e-mail about an appointment; null if it has passed or changed since, reminders are off,
 * or the patient has no address or has withdrawn the consent.
 */
export function appointmentLetters({ tokens, origin, timeZone, from }: LetterParts) {
  return async (
    db: Database,
    id: string,
    facts: Readonly<Record<string, string>>,
  ): Promise<AppointmentLetter | null> => {
    const clinic = await readClinic(db, timeZone);
    const [found] = await selectLinked(db, eq(doctorAppointments.id, id));
    if (!clinic.rules.isOn || !found || found.startsAt === null) return null;
    const row = { ...found, startsAt: found.startsAt };
    const state = mailedState(row);
    const isLate = row.startsAt.getTime() <= Date.now();
    if (isLate || state.startsAt !== facts.startsAt || state.status !== facts.status) return null;
    const [person] = await db
      .select({ email: patients.email, isAgreed: hasConsent(row.patientId, 'reminders_email') })
      .from(patients)
      .where(eq(patients.id, row.patientId));
    if (!person?.email || !person.isAgreed) return null;
    await db.transaction((transaction) => writeLink(transaction, tokens, row));
    const url = `${origin}${appointmentPath(tokens.derive(id))}`;
    const between = { from: /<([^>]+)>/.exec(from)?.[1] ?? from, to: person.email };
    const words = describeForPatient(row, clinic);
    const when = `${words.day}, ${words.hour}`;
    const content: Content =
      row.status === CANCELLED
        ? {
            subject: `Se canceló tu cita del ${when}`,
            paragraphs: [
              `Tu cita del ${when} (hora de ${words.zoneName}) en ${clinic.name} se canceló.`,
            ],
            notes: words.phone === null ? [] : [`¿Dudas? Llama al ${words.phone}.`],
          }
        : {
            subject: `${facts.why === 'changed' ? 'Cambió tu cita' : 'Tu cita'}: ${when}`,
            paragraphs: [
              ...(facts.why === 'changed' ? ['Tu cita cambió. Estos son los datos actuales:'] : []),
              writeText(clinic.rules.text, row, clinic),
            ],
            link: { label: 'Ver y confirmar mi cita', url },
            notes: ['El enlace sirve hasta que pase tu cita.'],
          };
    return {
      to: person.email,
      content: { ...content, greets: false },
      calendar: writeCalendar(row, { clinic, origin, url, between }),
    };
  };
}
