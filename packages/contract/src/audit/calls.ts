import * as z from 'zod';
import { call, ownCall } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { calendarDay, isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { lineText } from '../common/text.ts';
import { isPeriod } from '../dashboard/period.ts';
import { auditActionWords } from './action-words.ts';
import { auditSorts, machineActors } from './filters.ts';

/** An audit row for users. */
const trailEntry = z.strictObject({
  id: z.int(),
  at: isoInstant,
  actor: z.strictObject({
    kind: z.literal(['staff', 'operator', 'system', 'anonymous']),
    /** Name of the account at the time of the act. Null for an act without a user. */
    name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  /** An action of `action-words.ts`, or of a newer server. */
  action: z.string(),
  /**
   * The object of the act. `name` is the current one; null if the object is the patient or has no name. For a report
   * that a patient opened by a link, `name` is the name of the account that created the link.
   */
  subject: z.strictObject({
    kind: z.string().nullable(),
    id: z.string().nullable(),
    name: z.string().nullable(),
    date: isoInstantOrNull,
  }),
  patient: z.strictObject({ idUser: recordId, name: z.string().nullable() }).nullable(),
  /** The names of the changed fields. */
  fields: z.array(z.string()),
  /** The origin of the request. */
  address: z.string().nullable(),
  /** True for a background request of an open page. */
  background: z.boolean(),
  /**
   * Whether a list, a search or an export showed the patient among others. A user's lists (or searches) from one
   * address in a day are a single entry, with the time of the last.
   */
  appeared: z.boolean(),
  /** Number of equal accesses. */
  times: z.int().min(1),
});
export type TrailEntry = z.infer<typeof trailEntry>;

const trailPage = z.strictObject({
  entries: z.array(trailEntry),
  nextCursor: z.string().nullable(),
  total: z.int().min(0),
});
export type TrailPage = z.infer<typeof trailPage>;

/** A field before and after. Free text and personal data are stored as digests, which are not sent. */
const fieldChange = z.strictObject({
  /** Name of the field in the record. */
  field: z.string(),
  /** Null for an empty field, and for a digest. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Whether the audit has digests in place of the values. */
  isDigest: z.boolean(),
});

const auditRow = trailEntry.omit({ appeared: true, times: true }).extend({
  idActor: z.string().nullable(),
  /** The name, at that time, of the account that the act concerns; null for another subject. */
  account: z.string().nullable(),
  /** The client's User-Agent. */
  userAgent: z.string().nullable(),
  /** The id of the request in the log. */
  idRequest: z.string().nullable(),
  idSession: z.string().nullable(),
  changes: z.array(fieldChange),
  /** Other facts of the row by name, such as counts and filters. */
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
});
export type AuditRow = z.infer<typeof auditRow>;

const auditFilters = {
  /** The account that acted. */
  idStaff: recordId.optional(),
  /** Actor without an account. */
  actor: z.literal(machineActors).optional(),
  /** The patient of the audited act. */
  idUser: recordId.optional(),
  action: z.literal(Object.keys(auditActionWords)).optional(),
  /** Days of the clinic's zone, both included; absent for no limit on that side. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  sort: z.literal(auditSorts).default('-at'),
};
const isOpenOrValidPeriod = ({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}) => from === undefined || to === undefined || isPeriod({ start: from, end: to });
const invalidPeriod = {
  error: 'La fecha final no puede ser anterior a la inicial, ni el periodo mayor a diez años.',
  path: ['to'],
};

export const auditListInput = z
  .strictObject({ ...auditFilters, ...pageInput })
  .refine(isOpenOrValidPeriod, invalidPeriod);
/** The filters of the list without a page, for its export. */
export const auditFilter = z.strictObject(auditFilters).refine(isOpenOrValidPeriod, invalidPeriod);

const auditPage = z.strictObject({
  rows: z.array(auditRow),
  /** The patient of the filter; null without this filter, and for a missing or deleted patient. */
  patient: z.strictObject({ idUser: recordId, name: z.string() }).nullable(),
  ...pageOutput,
});
export type AuditPage = z.infer<typeof auditPage>;

/** The state of the chain over the audit, and of its checks. */
const auditState = z.strictObject({
  /** Time of the oldest row in the database. */
  since: isoInstantOrNull,
  /** The end of the chain: seals are numbered without a gap. Null without a seal. */
  head: z.strictObject({ seq: z.int(), hash: z.string(), at: isoInstant }).nullable(),
  unsealed: z.strictObject({ rows: z.int().min(0), oldest: isoInstantOrNull }),
  /** Time of the last check for rows that were never sealed, and their number, which should be 0. */
  look: z.strictObject({ at: isoInstant, passedOver: z.int().min(0) }).nullable(),
  /** The last `audit verify`. */
  verification: z
    .strictObject({ at: isoInstant, checked: z.int().min(0), findings: z.int().min(0) })
    .nullable(),
});
export type AuditState = z.infer<typeof auditState>;

/** The actions of an account between two moments, optionally of one session or address. */
export const affectedFilter = z
  .strictObject({
    idStaff: recordId,
    from: isoInstant,
    to: isoInstant,
    address: lineText(100).optional(),
    idSession: recordId.optional(),
  })
  .refine(({ from, to }) => from < to, {
    error: 'El momento final debe ser posterior al inicial.',
    path: ['to'],
  });

const affectedPerson = z.strictObject({
  kind: z.literal(['patient', 'prospect']),
  id: recordId,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  isDeleted: z.boolean(),
  /** Number of actions that showed the person. */
  times: z.int().min(1),
  lastAt: isoInstant,
});
export type AffectedPerson = z.infer<typeof affectedPerson>;

const auditActor = z.strictObject({ idStaff: recordId, name: z.string(), email: z.string() });
export type AuditActor = z.infer<typeof auditActor>;

export const auditContract = {
  list: call('audit.read')
    .get('/v1/audit/list', 'Una página de la auditoría de todas las cuentas')
    .input(auditListInput)
    .output(auditPage),
  actors: call('audit.read')
    .get('/v1/audit/actors', 'Las cuentas por las que se puede filtrar la auditoría')
    .input({})
    .output({ actors: z.array(auditActor) }),
  state: call('audit.read')
    .get(
      '/v1/audit/state',
      'El estado de la cadena que sella la auditoría, y de su última comprobación',
    )
    .input({})
    .output(auditState),
  affected: call('audit.read')
    .get(
      '/v1/audit/affected',
      'Los pacientes y prospectos cuyos datos una cuenta consultó o exportó entre dos momentos',
    )
    .input(affectedFilter)
    .output({ persons: z.array(affectedPerson), total: z.int().min(0) }),
  accesses: call('accesses.read')
    .get(
      '/v1/user/accesses',
      'Quién abrió o cambió el expediente de un paciente, y en qué listas, búsquedas y exportaciones apareció; lo más reciente primero',
    )
    .input({ idUser: recordId, ...pageInput })
    .output(trailPage),
  ownActivity: ownCall
    .get('/v1/account/activity', 'Las acciones de la propia cuenta, la más reciente primero')
    .input(z.strictObject(pageInput))
    .output(trailPage),
};
