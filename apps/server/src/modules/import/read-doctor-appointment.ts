import {
  type Fields,
  idOf,
  inside,
  instantOf,
  longest,
  noteUnknown,
  objectOf,
  Rejection,
  requiredTextOf,
  textOf,
  textsOf,
} from './fields.ts';
import type { Findings } from './findings.ts';
import { type Incoming, incomingOf } from './incoming.ts';
import type { DoctorAppointmentRow, DoctorRow } from './rows.ts';
import { stableId } from './stable-id.ts';

/** An appointment, with the doctor as it tells them. */
export interface IncomingDoctorAppointment extends Incoming<DoctorAppointmentRow> {
  readonly doctor: DoctorRow;
}

const known = new Set([
  'id',
  'idAppointment',
  'status',
  'createDate',
  'appointmentDate',
  'doctor',
  'patient',
]);
const knownOfDate = new Set(['date']);
const knownOfDoctor = new Set(['name', 'specialty_formatted', 'email']);

export function readDoctorAppointment(
  value: unknown,
  place: string,
  patientId: string,
  findings: Findings,
): IncomingDoctorAppointment | null {
  const incoming = incomingOf('doctor_appointment', place, findings, () => {
    const pattern = 'medicalHistories.*.appointments.doctorAppointments[]';
    const fields: Fields = { record: objectOf(value), place, pattern, findings };
    noteUnknown(fields, known);
    const id = appointmentIdOf(fields);
    const doctor = readDoctor(inside(fields, 'doctor', knownOfDoctor));
    const date = inside(fields, 'appointmentDate', knownOfDate);
    const row: DoctorAppointmentRow = {
      id,
      patientId,
      doctorId: doctor.id,
      status: requiredTextOf(fields, 'status', longest.label),
      startsAt: instantOf(date, 'date'),
      createdAt: instantOf(fields, 'createDate'),
    };
    return { row, doctor };
  });
  return incoming && { place, ...incoming.row };
}

/** The calls name an appointment by `idAppointment`; where both differ, that one is kept. */
function appointmentIdOf(fields: Fields): string {
  const { id, idAppointment } = fields.record;
  if (id && idAppointment && id !== idAppointment) {
    fields.findings.repaired(`${fields.place}.id`, 'no es igual a idAppointment, que se conserva');
  }
  return idOf(fields, 'idAppointment', 'id');
}

/** Doctors have no list of their own, and no id: their e-mail tells them apart, or else their name. */
function readDoctor(fields: Fields): DoctorRow {
  const name = textOf(fields, 'name', longest.name)?.trim() || null;
  const email = textOf(fields, 'email', longest.email)?.trim() || null;
  const shown = name ?? email;
  if (shown === null) throw new Rejection('falta el médico');
  if (name === null) {
    fields.findings.repaired(`${fields.place}.name`, 'falta: se usa el correo del médico');
  }
  return {
    id:
      email === null
        ? stableId('doc', 'name', fold(shown))
        : stableId('doc', 'email', email.toLowerCase()),
    name: shown,
    email,
    specialties: textsOf(fields, 'specialty_formatted', longest.label),
  };
}

/** Without accents, case or repeated blanks, so that one doctor is not made two. */
function fold(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/gu, ' ').toLowerCase();
}
