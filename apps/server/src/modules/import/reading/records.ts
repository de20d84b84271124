import { isCalendarDay, startOfDay } from '@simiente/contract/common/days';
import { isStorable } from '@simiente/contract/common/text';
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
 * Separates invalid dates, which are stored as `invalidDates`, from valid ones. A day without an hour becomes its
 * first instant in the clinic's zone.
 */
function separateDates<Name extends string>(
  values: Readonly<Record<Name, Date | string | InvalidDate | null>>,
  { timeZone }: Location,
): Record<Name, Date | null> & { readonly invalid: { invalidDates?: InvalidDates } } {
  const dates: Record<string, Date | null> = {};
  const invalid: Record<string, string> = {};
  for (const [name, value] of Object.entries<Date | string | InvalidDate | null>(values)) {
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
  const record = readFields(user, value, at);
  const { invalid, ...dates } = separateDates(
    { createdAt: record.createDate, lastAccessAt: record.lastConnection },
    at,
  );
  return {
    id: record.idUser,
    name: record.name,
    email: record.email,
    phone: record.phone,
    status: record.status,
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
  const record = readFields(partner, value, at);
  return {
    id: record.idPartner,
    name: record.name,
    country: record.country,
    type: record.type,
    website: record.website,
    logoUrl: record.logo_url,
    utmAvailable: record.utm_available,
    exams: record.all_exams_available,
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
  const record = readFields(branch, value, at);
  if (Object.keys(record.partner).length === 0) throw new Rejection('falta partner.id');
  const { lat, lng } = readFields(location, record.location, within(at, 'location'));
  // A latitude without a longitude is not a position.
  const isPlaced = lat !== null && lng !== null;
  return {
    id: readId(record, 'idBranch', 'id'),
    partnerId: readFields(partnerOfBranch, record.partner, within(at, 'partner')).id,
    name: record.name,
    address: readAddress(record.address, at),
    latitude: isPlaced ? lat : null,
    longitude: isPlaced ? lng : null,
    phone: record.phone,
    state: record.state,
    website: record.website,
    zip: record.zip,
    exams: record.exam_available,
    utm: record.utm,
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
  const record: Readonly<Record<string, string | null>> = readFields(
    addressParts,
    address,
    within(at, 'address'),
  );
  const parts = Object.entries(record).filter((part): part is [string, string] => part[1] !== null);
  if (parts.some(([name]) => name.length > LONGEST_PART_NAME || !isStorable(name))) {
    throw new Rejection('address tiene una parte con un nombre que no se puede guardar');
  }
  return Object.fromEntries(parts);
}

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
  const record = readFields(prospect, value, at);
  const { name, mail: email, phone, motivo: reason, status, notes, createDate, timestamp } = record;
  const isDated = !(createDate instanceof InvalidDate) && createDate !== null;
  const { createdAt, invalid } = separateDates(
    { createdAt: isDated ? createDate : (timestamp ?? createDate) },
    at,
  );
  const fields = { name, email, phone, reason, status, notes, createdAt, ...invalid };
  if (record.idProspect || record.id) return { id: readId(record, 'idProspect', 'id'), ...fields };
  const derivedId = stableId('prs', name, email, phone, reason, createdAt);
  at.findings.addRepair(at.path, `sin identificador: se le asignó ${derivedId}`);
  return { id: derivedId, ...fields };
}

const exam = z.object({
  id,
  examType: requiredText(longest.label),
  fileUrl: webAddress,
  createDate: instantOrDay,
});

export function readExam(value: unknown, at: Location, patientId: string): RowOf<'exam'> {
  const record = readFields(exam, value, at);
  const { createdAt, invalid } = separateDates({ createdAt: record.createDate }, at);
  return {
    id: record.id,
    patientId,
    type: record.examType,
    externalUrl: record.fileUrl,
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
  const record = readFields(recipeAppointment, value, at);
  const calendly = readFields(calendlyData, record.calendly_data, within(at, 'calendly_data'));
  const { startsAt, createdAt, invalid } = separateDates(
    { startsAt: calendly.start_time, createdAt: record.createDate },
    at,
  );
  return {
    id: record.id,
    patientId,
    status: record.status,
    type: record.type,
    startsAt,
    meetingUrl: calendly.meeting_url,
    prescriptionExplanation: record.prescriptionExplanation,
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

export function readDoctorAppointment(
  value: unknown,
  at: Location,
  patientId: string,
): { row: RowOf<'doctor_appointment'>; doctor: DoctorRow } {
  const record = readFields(doctorAppointment, value, at);
  // The legacy back end identified an appointment by `idAppointment`.
  if (record.id && record.idAppointment && record.id !== record.idAppointment) {
    at.findings.addRepair(`${at.path}.id`, 'no es igual a idAppointment, que se conserva');
  }
  const appointmentId = readId(record, 'idAppointment', 'id');
  const doctor = readDoctor(record.doctor, within(at, 'doctor'));
  const date = readFields(appointmentDate, record.appointmentDate, within(at, 'appointmentDate'));
  const { invalid, ...dates } = separateDates(
    { startsAt: date.date, createdAt: record.createDate },
    at,
  );
  const row = {
    id: appointmentId,
    patientId,
    doctorId: doctor.id,
    status: record.status,
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

/** An export has doctors only in appointments, without id, so the id is derived from the e-mail, or else the name. */
function readDoctor(value: unknown, at: Location): DoctorRow {
  const record = readFields(doctor, value, at);
  const name = record.name?.trim() || null;
  const email = record.email?.trim() || null;
  const displayName = name ?? email;
  if (displayName === null) throw new Rejection('falta el médico');
  if (name === null) at.findings.addRepair(`${at.path}.name`, 'falta: se usa el correo del médico');
  const id =
    email === null
      ? stableId('doc', 'name', fold(displayName))
      : stableId('doc', 'email', email.toLowerCase());
  return { id, name: displayName, email, specialties: record.specialty_formatted };
}

/** Ignores accents, case and repeated spaces, so that a doctor is not imported twice. */
function fold(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/gu, ' ').toLowerCase();
}
