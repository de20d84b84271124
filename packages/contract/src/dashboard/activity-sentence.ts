import { formatAppointmentStatus } from '../appointments/statuses.ts';
import { nounBefore } from '../audit/sentence.ts';
import { hasFeminineTitle, titledName } from '../doctors/titled-name.ts';
import { formatClinicTime } from '../format/dates.ts';
import { statusGroup, statusNames } from '../patients/filters.ts';
import { prospectGroup, prospectGroupNames } from '../prospects/filters.ts';
import { actionWords, type ObjectForm } from './activity-words.ts';
import type { ActivityItem } from './calls.ts';

/** A record that a sentence names and links. */
export interface NamedRecord {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** A part of a sentence, so that its records can be links. */
export interface SentencePart {
  readonly text: string;
  readonly record?: NamedRecord;
}

export function describeActor({ actor, subject }: ActivityItem): string {
  if (actor.kind === 'staff') return actor.name ?? 'Alguien del equipo';
  if (actor.kind === 'operator') return 'La línea de comandos';
  if (actor.kind === 'anonymous') return 'La landing';
  return subject?.kind === 'recipe_appointment' ? 'Calendly' : 'El sistema';
}

/**
 * The act and its object: 'agregó un estudio de Ana Pérez', 'cambió el estatus de Ana Pérez, de Registro a Test',
 * 'cambió una cita médica de Ana Pérez, del lun 30 nov, 11:00 al mar 1 dic, 10:00'.
 * @param timeZone of the clinic
 */
export function toSentence(item: ActivityItem, timeZone: string): readonly SentencePart[] {
  if (item.action === 'data.imported') return [{ text: 'importó datos' }];
  const { verb, form } = actionWords[item.action];
  const object = describeObject(item, form);
  // A sentence about a deletion does not mark the record as deleted.
  const shown = item.action === 'record.deleted' ? object.map(withoutDeleted) : object;
  return [{ text: `${verb} ` }, ...shown, ...statusChange([item]), ...timeChange(item, timeZone)];
}

/** Maximum number of names in a sentence about several records. */
const MAX_NAMES = 3;

/** One act on several records: 'eliminó 12 pacientes: Ana Pérez, Luis Ruiz, Eva Sol y 9 más'. */
export function toGroupSentence(
  items: readonly ActivityItem[],
  timeZone: string,
): readonly SentencePart[] {
  const [first] = items;
  if (first === undefined || items.length === 1 || first.action === 'data.imported') {
    return first === undefined ? [] : toSentence(first, timeZone);
  }
  const { verb, form } = actionWords[first.action];
  const many = plurals[first.subject?.kind ?? ''] ?? 'registros';
  const names = items
    .flatMap((item) =>
      toSentence(item, timeZone)
        .filter(({ record }) => record !== undefined)
        .slice(0, 1),
    )
    .slice(0, MAX_NAMES);
  const unnamed = items.length - names.length;
  return [
    { text: `${verb} ${form === 'record' ? '' : 'de '}${items.length} ${many}` },
    ...statusChange(items),
    ...(names.length === 0 ? [] : [{ text: ': ' }]),
    ...names.flatMap((name, index) => (index === 0 ? [name] : [{ text: ', ' }, name])),
    ...(names.length === 0 || unnamed === 0 ? [] : [{ text: ` y ${unnamed} más` }]),
  ];
}

const plurals: Readonly<Record<string, string>> = {
  patient: 'pacientes',
  doctor: 'médicos',
  partner: 'partners',
  branch: 'sucursales',
  prospect: 'prospectos',
  exam: 'estudios',
  doctor_appointment: 'citas médicas',
  recipe_appointment: 'validaciones de receta',
  exam_order: 'órdenes de examen',
};

/** Maximum milliseconds between the first and any other audit row of one act. */
const MAX_ACT_DURATION = 1_000;

/** Consecutive items of one act on several records, in the order of the list. */
export function groupActions(items: readonly ActivityItem[]): readonly (readonly ActivityItem[])[] {
  const groups: ActivityItem[][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    if (group?.[0] !== undefined && isSameAct(group[0], item)) group.push(item);
    else groups.push([item]);
  }
  return groups;
}

function isSameAct(first: ActivityItem, other: ActivityItem): boolean {
  return (
    first.action === other.action &&
    first.subject?.kind === other.subject?.kind &&
    first.subject?.id !== other.subject?.id &&
    first.actor.kind === other.actor.kind &&
    first.actor.name === other.actor.name &&
    Math.abs(Date.parse(first.at) - Date.parse(other.at)) <= MAX_ACT_DURATION
  );
}

/**
 * Text such as ', de Registro a Test'. It omits the earlier status if the records had different ones, and is empty
 * if their new statuses differ.
 */
function statusChange(items: readonly ActivityItem[]): SentencePart[] {
  const changes = items.map(({ status, subject }) =>
    status === null
      ? undefined
      : {
          from: statusName(subject?.kind, status.from),
          to: statusName(subject?.kind, status.to),
        },
  );
  const [first] = changes;
  if (first === undefined || changes.some((change) => change?.to !== first.to)) return [];
  const isSameStart = changes.every((change) => change?.from === first.from);
  return [{ text: isSameStart ? `, de ${first.from} a ${first.to}` : `, a ${first.to}` }];
}

/** ', del lun 30 nov, 11:00 al mar 1 dic, 10:00' for a rescheduled appointment. */
function timeChange({ startsAt }: ActivityItem, timeZone: string): SentencePart[] {
  if (startsAt === null || startsAt.to === null) return [];
  const to = formatClinicTime(startsAt.to, timeZone);
  if (startsAt.from === null) return [{ text: `, para el ${to}` }];
  return [{ text: `, del ${formatClinicTime(startsAt.from, timeZone)} al ${to}` }];
}

/** The status in the words of the record's screens; an unknown status stays as it is. */
function statusName(kind: string | undefined, status: string | null): string {
  if (kind === 'patient') return statusNames[statusGroup(status === null ? null : Number(status))];
  if (kind === 'prospect') {
    const group = prospectGroup(status);
    return group === 'none' && status ? status : prospectGroupNames[group];
  }
  return formatAppointmentStatus(status);
}

function withoutDeleted(part: SentencePart): SentencePart {
  return part.record ? part : { text: part.text.replace(/ eliminad[oa]$/, '') };
}

/** Words before the name of a record, by form. */
interface Noun {
  readonly record: string;
  readonly part: string;
  /** Before a name with a feminine title. */
  readonly feminine?: { readonly record: string; readonly part: string };
  /** Replaces a missing name. */
  readonly deleted: string;
}

/** Records with their own names. */
const nouns: Readonly<Record<string, Noun>> = {
  patient: { record: 'a', part: 'de', deleted: 'a un paciente eliminado' },
  doctor: {
    record: 'al',
    part: 'del',
    feminine: { record: 'a la', part: 'de la' },
    deleted: 'a un médico eliminado',
  },
  partner: { record: 'el partner', part: 'del partner', deleted: 'un partner eliminado' },
  branch: { record: 'la sucursal', part: 'de la sucursal', deleted: 'una sucursal eliminada' },
  prospect: { record: 'al prospecto', part: 'del prospecto', deleted: 'a un prospecto eliminado' },
};

/** Records that are named by their patient. */
const patientRecords: Readonly<Record<string, string>> = {
  exam: 'un estudio',
  doctor_appointment: 'una cita médica',
  recipe_appointment: 'una validación de receta',
  exam_order: 'una orden de examen',
};

function describeObject(item: ActivityItem, form: ObjectForm): SentencePart[] {
  const { subject, patient, partner } = item;
  if (subject === null) return [{ text: 'un registro' }];
  const patientRecord = patientRecords[subject.kind];
  if (patientRecord !== undefined) {
    const object = form === 'part' ? `de ${patientRecord}` : patientRecord;
    if (patient === null) return [{ text: `${object} sin paciente` }];
    return [
      ...(form === 'owner' ? [] : [{ text: `${object} ` }]),
      ...describeName({ ...patient, kind: subject.kind }, nouns.patient, 'part'),
    ];
  }
  const name = subject.kind === 'patient' ? (patient?.name ?? null) : subject.name;
  const named = describeName(
    { ...subject, name },
    nouns[subject.kind],
    form === 'record' ? 'record' : 'part',
  );
  return subject.kind === 'branch' && name !== null && partner?.name
    ? [
        ...named,
        { text: ' ' },
        // 'de' instead of 'del partner', because a sentence about a branch needs no noun.
        ...describeName({ ...partner, kind: 'partner' }, nouns.patient, 'part'),
      ]
    : named;
}

function describeName(
  { kind, id, name }: { kind: string; id: string; name: string | null },
  noun: Noun | undefined,
  form: Exclude<ObjectForm, 'owner'>,
): SentencePart[] {
  if (noun === undefined) return [{ text: 'un registro' }];
  if (name === null) {
    return [{ text: form === 'part' ? `de ${noun.deleted.replace(/^a /, '')}` : noun.deleted }];
  }
  const before = (hasFeminineTitle(name) && noun.feminine) || noun;
  const text = kind === 'doctor' ? titledName(name) : name;
  return [{ text: `${nounBefore(before[form], name)} ` }, { text, record: { kind, id, name } }];
}
