import { isCalendarDay, startOfDay } from '@simiente/contract/common/days';
import * as z from 'zod';
import type { InvalidDates } from '../../../schema/columns.ts';
import type { Address } from '../../../schema/partners.ts';
import { type RowOf, stableId } from '../kinds.ts';
import {
  type DoctorRow,
  degrees,
  field,
  flag,
  InvalidDate,
  id,
  instant,
  instantOrDay,
  integer,
  isObject,
  type Location,
  line,
  longest,
  object,
  Rejection,
  readFields,
  readId,
  requiredText,
  text,
  texts,
  webAddress,
  within,
} from './fields.ts';

/**
 * Separates invalid dates from valid ones. If all are valid, the property is missing. A day without an hour is its
 * first instant in the clinic's zone.
 */
function separateDates<Name extends string>(
  read: Readonly<Record<Name, Date | string | InvalidDate | null>>,
  { timeZone }: Location,
): Record<Name, Date | null> & { readonly invalid: { invalidDates?: InvalidDates } } {
  const dates: Record<string, Date | null> = {};
  const invalid: Record<string, string> = {};
  for (const [name, value] of Object.entries<Date | string | InvalidDate | null>(read)) {
    if (value instanceof InvalidDate) invalid[name] = value.text;
    const date = isCalendarDay(value) ? startOfDay(value, timeZone) : value;
    dates[name] = date instanceof Date ? date : null;
  }
  const isClean = Object.keys(invalid).length === 0;
  return {
    ...(dates as Record<Name, Date | null>),
    invalid: isClean ? {} : { invalidDates: invalid },
  };
}

const user = z.object({
  idUser: id,
  name: requiredText(longest.name),
  email: line(longest.email),
  phone: line(longest.phone),
  status: integer,
  createDate: instantOrDay,
  lastConnection: instantOrDay,
});

export function readUser(value: unknown, at: Location): RowOf<'patient'> {
  const read = readFields(user, value, at);
  const { invalid, ...dates } = separateDates(
    { createdAt: read.createDate, lastAccessAt: read.lastConnection },
    at,
  );
  return {
    id: read.idUser,
    name: read.name,
    email: read.email,
    phone: read.phone,
    status: read.status,
    ...dates,
    ...invalid,
  };
}

const partner = z.object({
  idPartner: id,
  name: requiredText(longest.name),
  country: line(longest.label),
  type: line(longest.label),
  website: webAddress,
  // Despite its name not a link: the legacy form derives it from the name, such as `clinica_sanchez`.
  logo_url: text(longest.url),
  utm_available: flag,
  all_exams_available: texts(longest.label),
});

export function readPartner(value: unknown, at: Location): RowOf<'partner'> {
  const read = readFields(partner, value, at);
  return {
    id: read.idPartner,
    name: read.name,
    country: read.country,
    type: read.type,
    website: read.website,
    logoUrl: read.logo_url,
    utmAvailable: read.utm_available,
    exams: read.all_exams_available,
  };
}

const branch = z.object({
  id: field,
  idBranch: field,
  name: requiredText(longest.name),
  address: field,
  location: object,
  phone: line(longest.phone),
  state: line(longest.label),
  website: webAddress,
  zip: line(longest.phone),
  exam_available: texts(longest.label),
  // This copy of the partner's name is ignored.
  namePartner: field,
  partner: object,
  utm: flag,
});
const location = z.object({ lat: degrees(90), lng: degrees(180) });
const partnerOfBranch = z.object({ id, name: field });

export function readBranch(value: unknown, at: Location): RowOf<'branch'> {
  const read = readFields(branch, value, at);
  if (Object.keys(read.partner).length === 0) throw new Rejection('falta partner.id');
  const { lat, lng } = readFields(location, read.location, within(at, 'location'));
  // A latitude without a longitude is not a position.
  const isPlaced = lat !== null && lng !== null;
  return {
    id: readId(read, 'idBranch', 'id'),
    partnerId: readFields(partnerOfBranch, read.partner, within(at, 'partner')).id,
    name: read.name,
    address: readAddress(read.address, at),
    latitude: isPlaced ? lat : null,
    longitude: isPlaced ? lng : null,
    phone: read.phone,
    state: read.state,
    website: read.website,
    zip: read.zip,
    exams: read.exam_available,
    utm: read.utm,
  };
}

const addressText = z.object({ address: line(1_000) });
const addressParts = z.object({}).catchall(line(longest.label));
const MOST_ADDRESS_PARTS = 30;
const LONGEST_PART_NAME = 60;

/** One text, or named parts, as in the export. */
function readAddress(address: unknown, at: Location): Address | null {
  if (!isObject(address)) return readFields(addressText, { address }, at).address;
  if (Object.keys(address).length > MOST_ADDRESS_PARTS) {
    throw new Rejection(`address tiene más de ${MOST_ADDRESS_PARTS} partes`);
  }
  const read: Readonly<Record<string, string | null>> = readFields(
    addressParts,
    address,
    within(at, 'address'),
  );
  const parts = Object.entries(read).filter((part): part is [string, string] => part[1] !== null);
  if (parts.some(([name]) => name.length > LONGEST_PART_NAME || UNSTORABLE.test(name))) {
    throw new Rejection('address tiene una parte con un nombre que no se puede guardar');
  }
  return Object.fromEntries(parts);
}

const UNSTORABLE = /[\0\p{Surrogate}]/u;

const prospect = z.object({
  idProspect: field,
  id: field,
  name: requiredText(longest.name),
  mail: line(longest.email),
  phone: line(longest.phone),
  motivo: text(longest.prose),
  status: line(longest.label),
  notes: text(longest.prose),
  createDate: instantOrDay,
  timestamp: instantOrDay,
});

/**
 * Derives a missing id from the message and its time. Status and notes are left out, because they change between
 * exports.
 */
export function readProspect(value: unknown, at: Location): RowOf<'prospect'> {
  const read = readFields(prospect, value, at);
  const { name, mail: email, phone, motivo: reason } = read;
  const { createDate, timestamp } = read;
  const isDated = !(createDate instanceof InvalidDate) && createDate !== null;
  const { createdAt, invalid } = separateDates(
    { createdAt: isDated ? createDate : (timestamp ?? createDate) },
    at,
  );
  const { status, notes } = read;
  const ownFields = { name, email, phone, reason, status, notes, createdAt, ...invalid };
  if (read.idProspect || read.id) return { id: readId(read, 'idProspect', 'id'), ...ownFields };
  const derivedId = stableId('prs', name, email, phone, reason, createdAt);
  at.findings.repaired(at.path, `sin identificador: se le asignó ${derivedId}`);
  return { id: derivedId, ...ownFields };
}

const exam = z.object({
  id,
  examType: requiredText(longest.label),
  fileUrl: webAddress,
  createDate: instantOrDay,
});

export function readExam(value: unknown, at: Location, patientId: string): RowOf<'exam'> {
  const read = readFields(exam, value, at);
  const { createdAt, invalid } = separateDates({ createdAt: read.createDate }, at);
  return {
    id: read.id,
    patientId,
    type: read.examType,
    externalUrl: read.fileUrl,
    createdAt,
    ...invalid,
  };
}

const recipeAppointment = z.object({
  id,
  status: requiredText(longest.label),
  type: line(longest.label),
  calendly_data: object,
  createDate: instantOrDay,
  prescriptionExplanation: text(longest.prose),
});
const calendlyData = z.object({ start_time: instant, meeting_url: webAddress });

export function readRecipeAppointment(
  value: unknown,
  at: Location,
  patientId: string,
): RowOf<'recipe_appointment'> {
  const read = readFields(recipeAppointment, value, at);
  const calendly = readFields(calendlyData, read.calendly_data, within(at, 'calendly_data'));
  const { startsAt, createdAt, invalid } = separateDates(
    { startsAt: calendly.start_time, createdAt: read.createDate },
    at,
  );
  return {
    id: read.id,
    patientId,
    status: read.status,
    type: read.type,
    startsAt,
    meetingUrl: calendly.meeting_url,
    prescriptionExplanation: read.prescriptionExplanation,
    createdAt,
    ...invalid,
  };
}

const doctorAppointment = z.object({
  id: field,
  idAppointment: field,
  status: requiredText(longest.label),
  createDate: instantOrDay,
  appointmentDate: object,
  doctor: object,
  // An ignored copy of the user's fields.
  patient: field,
});
const appointmentDate = z.object({ date: instant });

/** An appointment, with its copy of the doctor. */
export function readDoctorAppointment(
  value: unknown,
  at: Location,
  patientId: string,
): { row: RowOf<'doctor_appointment'>; doctor: DoctorRow } {
  const read = readFields(doctorAppointment, value, at);
  // The calls name an appointment by `idAppointment`.
  if (read.id && read.idAppointment && read.id !== read.idAppointment) {
    at.findings.repaired(`${at.path}.id`, 'no es igual a idAppointment, que se conserva');
  }
  const appointmentId = readId(read, 'idAppointment', 'id');
  const doctor = readDoctor(read.doctor, within(at, 'doctor'));
  const date = readFields(appointmentDate, read.appointmentDate, within(at, 'appointmentDate'));
  const { invalid, ...dates } = separateDates(
    { startsAt: date.date, createdAt: read.createDate },
    at,
  );
  const row = {
    id: appointmentId,
    patientId,
    doctorId: doctor.id,
    status: read.status,
    ...dates,
    ...invalid,
  };
  return { row, doctor };
}

const doctor = z.object({
  name: line(longest.name),
  email: line(longest.email),
  specialty_formatted: texts(longest.label),
});

/** Doctors have no list and no id, so they are identified by e-mail, or else by name. */
function readDoctor(value: unknown, at: Location): DoctorRow {
  const read = readFields(doctor, value, at);
  const name = read.name?.trim() || null;
  const email = read.email?.trim() || null;
  const shown = name ?? email;
  if (shown === null) throw new Rejection('falta el médico');
  if (name === null) at.findings.repaired(`${at.path}.name`, 'falta: se usa el correo del médico');
  const made =
    email === null
      ? stableId('doc', 'name', fold(shown))
      : stableId('doc', 'email', email.toLowerCase());
  return { id: made, name: shown, email, specialties: read.specialty_formatted };
}

/** Ignores accents, case and repeated spaces, so that a doctor is not imported twice. */
function fold(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/gu, ' ').toLowerCase();
}
