import * as z from 'zod';
import { call, ownCall, success } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { pageInput } from '../common/pages.ts';

/** An audit row for users. */
const trailEntry = z.strictObject({
  id: z.int(),
  at: isoInstant,
  actor: z.strictObject({
    kind: z.literal(['staff', 'operator', 'system', 'anonymous']),
    /** Null for an act without a user, and for a deleted account. */
    name: z.string().nullable(),
  }),
  /** An action of `acts.ts`, or of a newer server. */
  action: z.string(),
  /** The present name of its object; null if that is the patient, or has no name. */
  subject: z.strictObject({
    kind: z.string().nullable(),
    id: z.string().nullable(),
    name: z.string().nullable(),
    /** Of an appointment. */
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
   * True where the patient was one of those that a list, a search or an export showed. An entry for lists
   * and searches stands for all of one kind that one user requested from one address in a day, and has the
   * time of the last.
   */
  appeared: z.boolean(),
  /** How often. */
  times: z.int().min(1),
});
export type TrailEntry = z.infer<typeof trailEntry>;

const trailPage = z.strictObject({
  entries: z.array(trailEntry),
  nextCursor: z.string().nullable(),
  total: z.int().min(0),
});
export type TrailPage = z.infer<typeof trailPage>;

export const auditContract = {
  accesses: call('accesses.read')
    .route({
      method: 'GET',
      path: '/v1/user/accesses',
      summary:
        'Quién abrió o cambió el expediente de un paciente, y en qué listas, búsquedas y exportaciones apareció; lo más reciente primero',
    })
    .input(z.strictObject({ idUser: recordId, ...pageInput }))
    .output(success(trailPage)),
  ownActivity: ownCall
    .route({
      method: 'GET',
      path: '/v1/account/activity',
      summary: 'Lo que hizo la propia cuenta, lo más reciente primero',
    })
    .input(z.strictObject(pageInput))
    .output(success(trailPage)),
};
