import { identificationTitles, patientTitles } from '../common/column-titles.ts';
import { formatAppointment, formatClinicTime } from '../format/dates.ts';
import { getAuditActionWords } from './action-words.ts';
import type { AuditRow, TrailEntry } from './calls.ts';

const titlesInSentence = Object.fromEntries(
  Object.entries({ ...identificationTitles, ...patientTitles }).map(([field, title]) => [
    field,
    title === title.toUpperCase() ? title : title.toLocaleLowerCase('es'),
  ]),
);

const fieldWords: Readonly<Record<string, string>> = {
  ...titlesInSentence,
  notes: 'notas',
  type: 'tipo',
  laboratory: 'laboratorio',
  startsAt: 'fecha',
  isVisit: 'tipo de cita',
  doctorId: 'médico',
  cancellationReason: 'motivo de la cancelación',
  patient: 'paciente',
  file: 'archivo',
  country: 'país',
  website: 'sitio web',
  address: 'dirección',
  roles: 'roles',
};

/** A changed field of a record in words; an unknown field keeps its name. */
export function fieldWord(field: string): string {
  return Object.hasOwn(fieldWords, field) ? (fieldWords[field] ?? field) : field;
}

/** The words for a record without a name. */
const namelessRecords: Readonly<Record<string, string>> = {
  prospect: 'de un prospecto',
  partner: 'de un partner',
  branch: 'de una sucursal',
  exam: 'de un estudio',
  exam_order: 'de una orden',
};

/** Where a patient appeared, by the action that showed them. */
const placesByAction: Readonly<Record<string, string>> = {
  'patients.listed': 'en la lista de pacientes',
  'patients.all_read': 'en la lista completa de pacientes',
  'patients.duplicates_searched': 'entre posibles pacientes duplicados',
  'patients.similar_listed': 'entre los posibles duplicados',
  'patient.merge_previewed': 'en la comparación con otro expediente',
  'records.searched': 'en una búsqueda',
  'exams.listed': 'en la lista de estudios',
  'activity.listed': 'en la actividad reciente',
  'doctor.agenda_read': 'en la agenda de un médico',
  'appointments.to_confirm_listed': 'en las citas por confirmar',
  'today.read': 'en el resumen de hoy',
  'recipes.listed': 'en las recetas por validar',
  'doctors.day_read': 'en la agenda de la clínica',
  'exam_order_downloads.listed': 'en la lista de órdenes descargadas',
  'prospects.listed': 'en la lista de prospectos',
  'prospects.all_read': 'en la lista completa de prospectos',
  'bin.listed': 'en la Papelera',
  'account.activity_read': 'en la actividad de una cuenta',
  'audit.listed': 'en la auditoría',
  'emergency_accesses.listed': 'en los accesos de emergencia',
};

/**
 * 'Cambió los datos: nombre, correo', on the page of the patient.
 * @param timeZone of the clinic
 */
export function accessSentence(entry: TrailEntry, timeZone: string): string {
  if (entry.appeared) {
    if (entry.action === 'list.export_ended') return 'El paciente se incluyó en una exportación';
    return `El paciente apareció ${placesByAction[entry.action] ?? 'en una lista'}`;
  }
  const { verb, object } = getAuditActionWords(entry.action);
  return (
    [verb, describeObject(object, entry), ...describeDetails(entry, timeZone)]
      .filter((part) => part !== '')
      .join(' ') + describeFields(entry)
  );
}

/** 'Abriste el expediente de Ana Pérez', for the user's own actions. */
export function ownSentence(entry: TrailEntry, timeZone: string): string {
  const { yourVerb, object } = getAuditActionWords(entry.action);
  const words = [
    yourVerb,
    describeObject(object, entry),
    ...describeDetails(entry, timeZone),
    describeOwner(entry),
  ];
  return words.filter((word) => word !== '').join(' ') + describeFields(entry);
}

function describeOwner({ action, patient, subject }: TrailEntry): string {
  if (patient !== null) return `de ${patient.name ?? 'un paciente eliminado'}`;
  if (subject.name !== null || !action.startsWith('record.')) return '';
  return namelessRecords[subject.kind ?? ''] ?? '';
}

/** Sentence for a row of the whole audit, without its patient, who is shown beside it. */
export function auditSentence(row: AuditRow, timeZone: string): string {
  return accessSentence({ ...row, appeared: false, times: 1 }, timeZone);
}

/** The patient or account that a row of the whole audit concerns; empty without one. */
export function auditedPerson({ patient, account, subject, actor, idActor }: AuditRow): string {
  if (patient !== null) return patient.name ?? 'Un paciente eliminado';
  // Omits an act of an account on itself, such as a sign-in.
  if (subject.kind !== 'staff' || (actor.kind === 'staff' && subject.id === idActor)) return '';
  return account ?? 'Una cuenta eliminada';
}

export function trailActor({
  actor,
  action,
  subject,
}: Pick<TrailEntry, 'actor' | 'action' | 'subject'>): string {
  if (actor.kind === 'staff') return actor.name ?? 'Una cuenta eliminada';
  if (actor.kind === 'operator') return 'La línea de comandos';
  if (actor.kind === 'anonymous') {
    if (action.startsWith('appointment.link_')) return 'El paciente, con su enlace';
    return action.startsWith('prospect.') ? 'La landing' : 'Alguien sin sesión';
  }
  return subject.kind === 'recipe_appointment' ? 'Calendly' : 'El sistema';
}

function describeObject(object: string, { subject: { kind, name } }: TrailEntry): string {
  return name === null || kind === 'report_delivery' ? object : nounBefore(object, name);
}

function describeDetails(
  { subject: { kind, name, date } }: TrailEntry,
  timeZone: string,
): string[] {
  if (name !== null && kind === 'report_delivery') return [`· entrega de ${name}`];
  if (name !== null) return [name.replaceAll('_', ' ')];
  if (date === null) return [];
  return [`del ${formatClinicTime(date, timeZone)} (${formatAppointment(date)} UTC)`];
}

function describeFields({ action, fields }: TrailEntry): string {
  const words = fields.flatMap((field) => fieldWords[field] ?? []);
  // The words of other actions already name the changed fields.
  if (words.length === 0 || !action.endsWith('.updated')) return '';
  return `: ${words.join(', ')}`;
}

/** 'la sucursal' before a name; only 'la' before a name that includes the noun, such as 'Sucursal Centro'. */
export function nounBefore(noun: string, name: string): string {
  const words = noun.split(' ');
  const last = words.at(-1) ?? '';
  const repeats = words.length > 1 && name.toLowerCase().startsWith(`${last} `);
  return repeats ? words.slice(0, -1).join(' ') : noun;
}
