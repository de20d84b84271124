import * as z from 'zod';
import { bulkCall, call } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { isoInstant } from '../common/instants.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { storableText } from '../common/text.ts';
import { type TrashKind, trashKinds, trashSorts } from './filters.ts';

export const MAX_DELETION_SIZE = 1000;

/** Ids of records of any kind; duplicates count once. */
const ids = z.array(recordId).min(1).max(MAX_DELETION_SIZE);

/** Days in which deleted records can be restored. */
export const DAYS_IN_TRASH = 30;

export const trashKindNames: Readonly<Record<TrashKind, string>> = {
  patient: 'Paciente',
  exam: 'Estudio',
  partner: 'Partner',
  branch: 'Sucursal',
  prospect: 'Prospecto',
  exam_order: 'Orden',
};

/**
 * Counts of records that are deleted and restored with another record: a partner's branches, a patient's records.
 */
const included = z.strictObject({
  branches: z.int().min(0),
  exams: z.int().min(0),
  appointments: z.int().min(0),
  orders: z.int().min(0),
});

const includedNouns = {
  branches: ['sucursal', 'sucursales'],
  exams: ['estudio', 'estudios'],
  appointments: ['cita', 'citas'],
  orders: ['orden', 'órdenes'],
} as const;

/** A record in the trash. Records that were deleted with it are counted, and have no separate entry. */
export const trashEntry = z.strictObject({
  kind: z.literal(trashKinds),
  id: recordId,
  name: z.string(),
  /** An e-mail, a partner or a patient, to distinguish records with the same name. */
  detail: z.string().nullable(),
  /** The patient of an exam or an order; null for other kinds. */
  idUser: recordId.nullable(),
  included,
  /** Reason for deleting an exam with its results. */
  reason: z.string().nullable(),
  deletedAt: isoInstant,
  /** Name of the account that deleted it; null for a deleted account. */
  deletedBy: z.string().nullable(),
  /** Days, rounded up, in which it can still be restored. */
  daysLeft: z.int().min(0).max(DAYS_IN_TRASH),
});
export type TrashEntry = z.infer<typeof trashEntry>;

/** Words such as '2 estudios, 1 cita'; empty if nothing is included. */
export function includedWords({ included }: Pick<TrashEntry, 'included'>): string {
  return (['branches', 'exams', 'appointments', 'orders'] as const)
    .filter((name) => included[name] > 0)
    .map((name) => `${included[name]} ${includedNouns[name][included[name] === 1 ? 0 : 1]}`)
    .join(', ');
}

export const trashListInput = z.strictObject({
  kind: z.literal(trashKinds).optional(),
  /** Words of a name, an e-mail, a phone; case and accents do not matter. */
  search: storableText(200).optional(),
  sort: z.literal(trashSorts).default('-deletedAt'),
  ...pageInput,
});

export const trashPage = z.strictObject({
  entries: z.array(trashEntry),
  /** Counts by kind of the records that match the search. */
  counts: z.strictObject(
    Object.fromEntries(trashKinds.map((kind) => [kind, z.int().min(0)])) as Record<
      TrashKind,
      z.ZodInt
    >,
  ),
  ...pageOutput,
});
export type TrashPage = z.infer<typeof trashPage>;

const total = z.int().min(0);

/** Counts of the records that a deletion includes, with the first few. The times of future appointments become free. */
export const deletionConsequences = z.strictObject({
  branches: z.strictObject({ total, first: z.array(z.strictObject({ name: z.string() })) }),
  appointments: z.strictObject({
    total,
    first: z.array(z.strictObject({ doctorName: z.string(), startsAt: isoInstant })),
  }),
  /** Future validations of prescriptions, and those among them that stay booked in Calendly. */
  validations: z.strictObject({ total, inCalendly: total }),
  /** Studies with results. */
  results: z.strictObject({
    total,
    first: z.array(z.strictObject({ examType: z.string(), validated: z.boolean() })),
  }),
  /** Whether the deletion needs a reason, because an exam has results. */
  needsReason: z.boolean(),
});
export type DeletionConsequences = z.infer<typeof deletionConsequences>;

/** Details of RESTORE_OVERLAP: the patient to restore, and another appointment that now has the same time. */
export interface RestoreOverlap {
  readonly idUser: string;
  readonly taken?: Readonly<Record<'doctorName' | 'patientName' | 'startsAt', string>>;
}

/** Details of RESTORE_PARENT_DELETED: the parents to restore first, or together. */
export interface MissingParents {
  readonly parents: readonly { kind: 'patient' | 'partner'; id: string; name: string }[];
}

/** Why an exam with results is deleted. */
const deletionReason = storableText(500).trim().min(1, 'Escribe el motivo.');

/** Moves records of any kind to the trash and restores them, in one transaction. */
export const trashContract = {
  list: call('trash.see')
    .get('/v1/trash/list', 'Una página de la papelera')
    .input(trashListInput)
    .output(trashPage),
  consequences: bulkCall('trash.put')
    .post('/v1/trash/consequences', 'Qué incluye una eliminación y qué horarios libera')
    .input({ ids })
    .output(deletionConsequences),
  delete: bulkCall('trash.put')
    .post('/v1/user/delete', 'Envía a la papelera registros de cualquiera de sus tipos')
    .input({ idUsers: ids, reason: deletionReason.optional() })
    .output({ deleted: z.int().min(1) }),
  restore: bulkCall('trash.restore')
    .post('/v1/trash/restore', 'Restaura registros de la papelera')
    .input({ ids })
    .output({ restored: z.int().min(1) }),
};
