import * as z from 'zod';
import { call, success } from './common/call.ts';
import { recordId } from './common/ids.ts';
import { isoInstant, isoInstantOrNull } from './common/instants.ts';
import { figuresOutput, pageInput, pageOutput } from './common/pages.ts';
import { storableText } from './common/text.ts';
import { editedVersion } from './common/versions.ts';
import { patientFields } from './patient-fields.ts';
import { prospectGroups, prospectSorts, prospectStatuses } from './prospect-filters.ts';

/** Characters that staff may write about a prospect. */
export const LONGEST_NOTES = 5000;

export const prospect = z.strictObject({
  idProspect: recordId,
  name: z.string(),
  mail: z.string().nullable(),
  phone: z.string().nullable(),
  motivo: z.string().nullable(),
  /** As it was stored: a legacy one may be any text. */
  status: z.string().nullable(),
  notes: z.string(),
  createDate: isoInstantOrNull,
  /** When they consented to be written to, and to which text; null for who did not come by the landing page. */
  consent: z.strictObject({ at: isoInstant, version: z.string() }).nullable(),
  /** Whom they became; null also while that patient is in the bin. */
  patient: z.strictObject({ idUser: recordId, name: z.string() }).nullable(),
  /** When they became a patient, whether or not that patient is still there. */
  convertedAt: isoInstantOrNull,
  version: z.int().min(1),
});
export type Prospect = z.infer<typeof prospect>;

const figure = z.int().min(0);
const statusCounts = z.strictObject({
  pending: figure,
  contacted: figure,
  converted: figure,
  rejected: figure,
  none: figure,
});

export const prospectListInput = z.strictObject({
  status: z.literal(prospectGroups).optional(),
  /** Part of a name, e-mail or motivo, or digits of a phone; case and accents do not matter. */
  search: storableText(200).optional(),
  sort: z.literal(prospectSorts).default('-createDate'),
  ...pageInput,
});

export const prospectPage = z.strictObject({
  prospects: z.array(prospect),
  /** By status, under the search alone. */
  counts: statusCounts,
  ...figuresOutput,
  ...pageOutput,
});
export type ProspectPage = z.infer<typeof prospectPage>;

/** `details` of a STALE_VERSION of a prospect. */
export interface StaleProspectDetails {
  readonly current: Prospect;
}

/** `details` of a PROSPECT_CONVERTED: the prospect, with whom they became. */
export type ConvertedProspectDetails = StaleProspectDetails;

const oneProspect = z.strictObject({ idProspect: recordId });
const changedProspect = success(z.strictObject({ prospect }));

const settableStatus = z.literal(prospectStatuses);

/** What staff write about a prospect; the same rules in the form and behind the call. */
export const prospectFields = {
  status: settableStatus,
  notes: storableText(LONGEST_NOTES).trim(),
};

export const prospectsContract = {
  getAll: call
    .route({ method: 'GET', path: '/v1/prospects/get-all', summary: 'Todos los prospectos' })
    .output(success(z.array(prospect))),
  list: call
    .route({ method: 'GET', path: '/v1/prospects/list', summary: 'Una página de prospectos' })
    .input(prospectListInput)
    .output(success(prospectPage)),
  getOne: call
    .route({ method: 'GET', path: '/v1/prospects/get-one', summary: 'Un prospecto' })
    .input(oneProspect)
    .output(success(prospect)),
  ofPatient: call
    .route({
      method: 'GET',
      path: '/v1/prospects/of-patient',
      summary: 'Los prospectos que se convirtieron en un paciente',
    })
    .input(z.strictObject({ idUser: recordId }))
    .output(success(z.strictObject({ prospects: z.array(prospect) }))),
  updateStatus: call
    .route({
      method: 'PUT',
      path: '/v1/prospects/update-status',
      summary: 'Cambia el estado y las notas de un prospecto; sin notas, se quedan vacías',
    })
    .input(
      z.strictObject({
        idProspect: recordId,
        status: prospectFields.status,
        notas: prospectFields.notes.optional(),
        version: editedVersion,
      }),
    )
    .output(changedProspect),
  move: call
    .route({
      method: 'PUT',
      path: '/v1/prospects/move',
      summary: 'Pasa un prospecto de un estado a otro y deja sus notas como están',
    })
    .input(
      z.strictObject({
        idProspect: recordId,
        /** Where it was when it was moved; somewhere else by now is a STALE_VERSION. */
        from: z.literal(prospectGroups),
        status: settableStatus,
      }),
    )
    .output(changedProspect),
  convert: call
    .route({
      method: 'POST',
      path: '/v1/prospects/convert',
      summary: 'Convierte un prospecto en paciente: uno nuevo, o uno que ya existe',
    })
    .input(
      z.strictObject({
        idProspect: recordId,
        /** The patient who they are already; without it one is made. */
        idUser: recordId.optional(),
        /** For the one that is made: what is not sent is what the prospect gave. */
        ...z.strictObject(patientFields).omit({ status: true }).partial().shape,
        /** Makes one although somebody has the same e-mail or phone. */
        despiteDuplicates: z.boolean().default(false),
      }),
    )
    .output(changedProspect),
};
