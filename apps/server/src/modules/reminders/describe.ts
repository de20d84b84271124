import { toWallTime } from '@simiente/contract/common/wall-time';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { addressLine } from '@simiente/contract/format/address';
import { formatter, zoneName, zoneOffset } from '@simiente/contract/format/dates';
import type { ReminderRules } from '@simiente/contract/reminders/rules';
import { fillReminder } from '@simiente/contract/reminders/rules';
import type { Reader } from '../../platform/database/database.ts';
import { letterheadAt } from '../letterhead/public.ts';
import { placeTimeZone, presentPlace, readReminderRules } from '../schedules/public.ts';
import type { OpenRow } from './links.ts';

const MINUTE = 60_000;

/** The clinic as its patients know it. */
export interface Clinic {
  readonly name: string;
  readonly address: string | null;
  readonly logoKey: string | null;
  /** IANA name. */
  readonly timeZone: string;
  readonly rules: ReminderRules;
}

export async function readClinic(db: Reader, timeZone: string): Promise<Clinic> {
  const [letterhead, rules] = [await letterheadAt(db, new Date()), await readReminderRules(db)];
  const { name = 'nuestra clínica', address = null, logoKey = null } = letterhead ?? {};
  return { name, address, logoKey, timeZone, rules };
}

/** An appointment in words for its patient: on the clock of its place, and without why they come. */
export function describeForPatient(row: OpenRow, clinic: Clinic) {
  const { startsAt, endsAt, place } = row;
  const timeZone = (place && placeTimeZone(place)) ?? clinic.timeZone;
  const dayFormat = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const;
  const day = formatter('es-MX', dayFormat).format(startsAt).replace(',', '');
  const hour = toWallTime(startsAt.toISOString(), timeZone).time.replace(/^0/, '');
  return {
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

/** A text of the clinic about an appointment. */
export function writeText(text: string, row: OpenRow, clinic: Clinic): string {
  const words = describeForPatient(row, clinic);
  return fillReminder(text, {
    paciente: words.firstName,
    clinica: clinic.name,
    fecha: words.day,
    hora: `${words.hour} (hora de ${words.zoneName})`,
    lugar: row.place ? words.placeName : words.address || words.placeName,
    medico: words.doctor,
  });
}
