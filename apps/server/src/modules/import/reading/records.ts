import { isStorable } from '@simiente/contract/common/text';
import * as z from 'zod';
import type { Address } from '../../../schema/partners.ts';
import { type ImportRow, stableId } from '../kinds.ts';
import {
  type DoctorRow,
  degrees,
  flag,
  id,
  instant,
  instantOrDay,
  integer,
  isObject,
  type Location,
  line,
  maxLengths,
  optionalId,
  Rejection,
  readColumns,
  requiredText,
  text,
  texts,
  webAddress,
} from './fields.ts';

// The digest of a record depends on the order of its columns.

const user = {
  id: ['idUser', id],
  name: ['name', requiredText(maxLengths.name)],
  email: ['email', line(maxLengths.email)],
  phone: ['phone', line(maxLengths.phone)],
  status: ['status', integer],
  createdAt: ['createDate', instantOrDay],
  lastAccessAt: ['lastConnection', instantOrDay],
} as const;

export function readUser(value: unknown, at: Location): ImportRow<'patient'> {
  return readColumns(user, value, at);
}

const partner = {
  id: ['idPartner', id],
  name: ['name', requiredText(maxLengths.name)],
  country: ['country', line(maxLengths.label)],
  type: ['type', line(maxLengths.label)],
  website: ['website', webAddress],
  // Despite its name not a link: the legacy form derives it from the name, such as `clinica_sanchez`.
  logoUrl: ['logo_url', text(maxLengths.url)],
  utmAvailable: ['utm_available', flag],
  exams: ['all_exams_available', texts(maxLengths.label)],
} as const;

export function readPartner(value: unknown, at: Location): ImportRow<'partner'> {
  return readColumns(partner, value, at);
}

/** One text, or named parts, as in the export. */
const address = line(1_000);
const addressParts = z.record(z.string(), line(maxLengths.label));

const branch = {
  id: ['idBranch o id', id],
  partnerId: ['partner.id', id],
  name: ['name', requiredText(maxLengths.name)],
  address: ['address', address],
  latitude: ['location.lat', degrees(90)],
  longitude: ['location.lng', degrees(180)],
  phone: ['phone', line(maxLengths.phone)],
  state: ['state', line(maxLengths.label)],
  website: ['website', webAddress],
  zip: ['zip', line(maxLengths.phone)],
  exams: ['exam_available', texts(maxLengths.label)],
  utm: ['utm', flag],
} as const;
/** Copies of the partner's name. */
const ignoredOfBranch = ['namePartner', 'partner.name'];

export function readBranch(value: unknown, at: Location): ImportRow<'branch'> {
  const hasParts = isObject(value) && isObject(value.address);
  const row = hasParts
    ? readColumns({ ...branch, address: ['address', addressParts] }, value, at, ignoredOfBranch)
    : readColumns(branch, value, at, ignoredOfBranch);
  // A latitude without a longitude is not a position.
  const isPlaced = row.latitude !== null && row.longitude !== null;
  return {
    ...row,
    address: isObject(row.address) ? readAddress(row.address) : row.address,
    latitude: isPlaced ? row.latitude : null,
    longitude: isPlaced ? row.longitude : null,
  };
}

const MAX_ADDRESS_PARTS = 30;
const MAX_PART_NAME_LENGTH = 60;

function readAddress(address: Readonly<Record<string, string | null>>): Address {
  if (Object.keys(address).length > MAX_ADDRESS_PARTS) {
    throw new Rejection(`address tiene más de ${MAX_ADDRESS_PARTS} partes`);
  }
  const parts = Object.entries(address).filter(
    (part): part is [string, string] => part[1] !== null,
  );
  if (parts.some(([name]) => name.length > MAX_PART_NAME_LENGTH || !isStorable(name))) {
    throw new Rejection('address tiene una parte con un nombre que no se puede guardar');
  }
  return Object.fromEntries(parts);
}

const prospect = {
  id: ['idProspect o id', optionalId],
  name: ['name', requiredText(maxLengths.name)],
  email: ['mail', line(maxLengths.email)],
  phone: ['phone', line(maxLengths.phone)],
  reason: ['motivo', text(maxLengths.prose)],
  status: ['status', line(maxLengths.label)],
  notes: ['notes', text(maxLengths.prose)],
  createdAt: ['createDate', instantOrDay],
  timestamp: ['timestamp', instantOrDay],
} as const;

/**
 * Derives a missing id from the message and its time. Status and notes are left out, because they change between
 * exports.
 */
export function readProspect(value: unknown, at: Location): ImportRow<'prospect'> {
  const { timestamp, invalidDates = {}, ...row } = readColumns(prospect, value, at);
  const createdAt = row.createdAt ?? timestamp;
  const invalidDate = invalidDates.timestamp ?? invalidDates.createdAt;
  const derivedId = stableId('prs', row.name, row.email, row.phone, row.reason, createdAt);
  if (row.id === null) {
    at.findings.addRepair(at.path, `sin identificador: se le asignó ${derivedId}`);
  }
  return {
    ...row,
    id: row.id ?? derivedId,
    createdAt,
    ...(createdAt === null && invalidDate && { invalidDates: { createdAt: invalidDate } }),
  };
}

const exam = {
  id: ['id', id],
  type: ['examType', requiredText(maxLengths.label)],
  externalUrl: ['fileUrl', webAddress],
  createdAt: ['createDate', instantOrDay],
} as const;

export function readExam(value: unknown, at: Location, patientId: string): ImportRow<'exam'> {
  const { id, ...row } = readColumns(exam, value, at);
  return { id, patientId, ...row };
}

const recipeAppointment = {
  id: ['id', id],
  status: ['status', requiredText(maxLengths.label)],
  type: ['type', line(maxLengths.label)],
  startsAt: ['calendly_data.start_time', instant],
  meetingUrl: ['calendly_data.meeting_url', webAddress],
  prescriptionExplanation: ['prescriptionExplanation', text(maxLengths.prose)],
  createdAt: ['createDate', instantOrDay],
} as const;

export function readRecipeAppointment(
  value: unknown,
  at: Location,
  patientId: string,
): ImportRow<'recipe_appointment'> {
  const { id, ...row } = readColumns(recipeAppointment, value, at);
  return { id, patientId, ...row };
}

const doctorAppointment = {
  // The legacy back end identified an appointment by `idAppointment`.
  id: ['idAppointment o id', id],
  status: ['status', requiredText(maxLengths.label)],
  startsAt: ['appointmentDate.date', instant],
  createdAt: ['createDate', instantOrDay],
  doctorName: ['doctor.name', line(maxLengths.name)],
  doctorEmail: ['doctor.email', line(maxLengths.email)],
  specialties: ['doctor.specialty_formatted', texts(maxLengths.label)],
} as const;
/** A copy of the user's fields. */
const ignoredOfAppointment = ['patient'];

/** An export has doctors only in appointments, without id, so the id is derived from the e-mail, or else the name. */
export function readDoctorAppointment(
  value: unknown,
  at: Location,
  patientId: string,
): { row: ImportRow<'doctor_appointment'>; doctor: DoctorRow } {
  const columns = readColumns(doctorAppointment, value, at, ignoredOfAppointment);
  const { id, doctorName, doctorEmail, specialties, ...row } = columns;
  if (isObject(value) && value.id && value.idAppointment && value.id !== value.idAppointment) {
    at.findings.addRepair(`${at.path}.id`, 'no es igual a idAppointment, que se conserva');
  }
  const email = doctorEmail?.trim() || null;
  const name = doctorName?.trim() || email;
  if (name === null) throw new Rejection('falta el médico');
  if (!doctorName?.trim()) {
    at.findings.addRepair(`${at.path}.doctor.name`, 'falta: se usa el correo del médico');
  }
  const doctorId =
    email === null
      ? stableId('doc', 'name', fold(name))
      : stableId('doc', 'email', email.toLowerCase());
  return {
    row: { id, patientId, doctorId, ...row },
    doctor: { id: doctorId, name, email, specialties },
  };
}

/** Ignores accents, case and repeated spaces, so that a doctor is not imported twice. */
function fold(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/gu, ' ').toLowerCase();
}
