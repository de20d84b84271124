import type { ActivityItem } from './dashboard.ts';

/** A record that a sentence names and links. */
export interface NamedRecord {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** A sentence in parts, so that its records can be links. */
export interface SentencePart {
  readonly text: string;
  readonly record?: NamedRecord;
}

/** Who did it. */
export function actorOf({ actor, subject }: ActivityItem): string {
  if (actor.kind === 'staff') return actor.name ?? 'Alguien del equipo';
  if (actor.kind === 'operator') return 'La línea de comandos';
  if (actor.kind === 'anonymous') return 'La página pública';
  return subject?.kind === 'recipe_appointment' ? 'Calendly' : 'El sistema';
}

/** What they did, and to what: 'agregó un estudio de Ana Pérez'. No word is health data. */
export function sentenceOf(item: ActivityItem): readonly SentencePart[] {
  if (item.action === 'data.imported') return [{ text: 'importó datos' }];
  const { verb, form } = acts[item.action];
  const object = objectOf(item, form);
  // In a sentence about a deletion the record is not marked as deleted.
  const told = item.action === 'record.deleted' ? object.map(withoutDeleted) : object;
  return [{ text: `${verb} ` }, ...told];
}

function withoutDeleted(part: SentencePart): SentencePart {
  return part.record ? part : { text: part.text.replace(/ eliminad[oa]$/, '') };
}

/**
 * `whole`: the record itself ('a Ana', 'el partner X'); `of`: a part of it ('de Ana', 'del partner X');
 * `owner`: a part of its patient's record ('de Ana').
 */
type Form = 'whole' | 'of' | 'owner';

const acts: Readonly<
  Record<Exclude<ActivityItem['action'], 'data.imported'>, { verb: string; form: Form }>
> = {
  'patient.created': { verb: 'registró', form: 'whole' },
  'patient.updated': { verb: 'cambió los datos', form: 'of' },
  'patient.status_changed': { verb: 'cambió el estatus', form: 'of' },
  'exam.created': { verb: 'agregó', form: 'whole' },
  'exam.updated': { verb: 'cambió los datos', form: 'of' },
  'exam.file_replaced': { verb: 'cambió el archivo', form: 'of' },
  'exam_order.created': { verb: 'creó', form: 'whole' },
  'exam_order.downloaded': { verb: 'descargó', form: 'whole' },
  'appointment.created': { verb: 'creó', form: 'whole' },
  'appointment.updated': { verb: 'cambió', form: 'whole' },
  'prescription.uploaded': { verb: 'subió la receta', form: 'owner' },
  'doctor.created': { verb: 'dio de alta', form: 'whole' },
  'doctor.updated': { verb: 'cambió los datos', form: 'of' },
  'doctor.retired': { verb: 'retiró', form: 'whole' },
  'doctor.reinstated': { verb: 'reincorporó', form: 'whole' },
  'partner.created': { verb: 'creó', form: 'whole' },
  'partner.updated': { verb: 'cambió los datos', form: 'of' },
  'branch.created': { verb: 'creó', form: 'whole' },
  'branch.updated': { verb: 'cambió los datos', form: 'of' },
  'prospect.received': { verb: 'recibió', form: 'whole' },
  'prospect.updated': { verb: 'cambió los datos', form: 'of' },
  'prospect.moved': { verb: 'cambió el estado', form: 'of' },
  'prospect.converted': { verb: 'convirtió en paciente', form: 'whole' },
  'record.deleted': { verb: 'eliminó', form: 'whole' },
  'record.restored': { verb: 'restauró', form: 'whole' },
};

interface Noun {
  /** Before a name: 'al paciente', 'el partner'. */
  readonly whole: string;
  readonly of: string;
  /** Replaces a missing name. */
  readonly wholeGone: string;
  readonly ofGone: string;
}

/** Records with names of their own. */
const nouns: Readonly<Record<string, Noun>> = {
  patient: {
    whole: 'a',
    of: 'de',
    wholeGone: 'a un paciente eliminado',
    ofGone: 'de un paciente eliminado',
  },
  doctor: {
    whole: 'al Dr',
    of: 'del Dr',
    wholeGone: 'a un médico eliminado',
    ofGone: 'de un médico eliminado',
  },
  partner: {
    whole: 'el partner',
    of: 'del partner',
    wholeGone: 'un partner eliminado',
    ofGone: 'de un partner eliminado',
  },
  branch: {
    whole: 'la sucursal',
    of: 'de la sucursal',
    wholeGone: 'una sucursal eliminada',
    ofGone: 'de una sucursal eliminada',
  },
  prospect: {
    whole: 'al prospecto',
    of: 'del prospecto',
    wholeGone: 'a un prospecto eliminado',
    ofGone: 'de un prospecto eliminado',
  },
};

/** Records that are named by their patient. */
const belongings: Readonly<Record<string, string>> = {
  exam: 'un estudio',
  doctor_appointment: 'una cita médica',
  recipe_appointment: 'una validación de receta',
  exam_order: 'una orden de examen',
};

function objectOf(item: ActivityItem, form: Form): SentencePart[] {
  const { subject, patient, partner } = item;
  if (subject === null) return [{ text: 'un registro' }];
  const belonging = belongings[subject.kind];
  if (belonging !== undefined) {
    const what = form === 'of' ? `de ${belonging}` : belonging;
    if (patient === null) return [{ text: `${what} sin paciente` }];
    return [
      ...(form === 'owner' ? [] : [{ text: `${what} ` }]),
      ...nameOf({ ...patient, kind: subject.kind }, nouns.patient, 'of'),
    ];
  }
  const name = subject.kind === 'patient' ? (patient?.name ?? null) : subject.name;
  const named = nameOf(
    { ...subject, name },
    nouns[subject.kind],
    form === 'whole' ? 'whole' : 'of',
  );
  return subject.kind === 'branch' && name !== null && partner?.name
    ? [...named, { text: ' ' }, ...nameOf({ ...partner, kind: 'partner' }, nouns.patient, 'of')]
    : named;
}

function nameOf(
  { kind, id, name }: { kind: string; id: string; name: string | null },
  noun: Noun | undefined,
  form: Exclude<Form, 'owner'>,
): SentencePart[] {
  if (noun === undefined) return [{ text: 'un registro' }];
  if (name === null) return [{ text: form === 'of' ? noun.ofGone : noun.wholeGone }];
  return [{ text: `${noun[form]} ` }, { text: name, record: { kind, id, name } }];
}
