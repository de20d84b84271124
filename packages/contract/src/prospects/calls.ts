import * as z from 'zod';
import { call } from '../common/call.ts';
import type { StaleDetails } from '../common/errors.ts';
import { editedVersion, recordId } from '../common/ids.ts';
import { importedInstantOrNull, isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { countedPageOutput, pageInput } from '../common/pages.ts';
import { storableText } from '../common/text.ts';
import { patientFields } from '../patients/fields.ts';
import { identificationInput } from '../patients/identification.ts';
import { NO_CONTACT, newProspectFields, prospectFields } from './fields.ts';
import { prospectGroups, prospectSorts } from './filters.ts';

export const prospect = z.strictObject({
  idProspect: recordId,
  name: z.string(),
  mail: z.string().nullable(),
  phone: z.string().nullable(),
  motivo: z.string().nullable(),
  /** Stored status; a legacy status may be any text. */
  status: z.string().nullable(),
  notes: z.string(),
  createDate: importedInstantOrNull,
  /** Time and text version of the consent to be contacted; null unless the prospect used the landing page. */
  consent: z.strictObject({ at: isoInstant, version: z.string() }).nullable(),
  /** The patient of a converted prospect; null also while that patient is deleted. */
  patient: z.strictObject({ idUser: recordId, name: z.string() }).nullable(),
  /** Time of the conversion, even if that patient is deleted. */
  convertedAt: isoInstantOrNull,
  version: z.int().min(1),
});
export type Prospect = z.infer<typeof prospect>;

const count = z.int().min(0);
const statusCounts = z.strictObject({
  pending: count,
  contacted: count,
  converted: count,
  rejected: count,
  none: count,
});

export const prospectListInput = z.strictObject({
  status: z.literal(prospectGroups).optional(),
  /** Words of a name, e-mail or motivo, or digits of a phone; case and accents do not matter. */
  search: storableText(200).optional(),
  sort: z.literal(prospectSorts).default('-createDate'),
  ...pageInput,
});

/** The counts by status apply the search, but not the filter by status. */
export const prospectPage = z.strictObject({
  prospects: z.array(prospect),
  ...countedPageOutput(statusCounts),
});
export type ProspectPage = z.infer<typeof prospectPage>;

/** `details` of a PROSPECT_CONVERTED: the prospect, with the patient. */
export type ConvertedProspectDetails = StaleDetails<Prospect>;

const oneProspect = z.strictObject({ idProspect: recordId });
const newProspect = z
  .strictObject({
    ...newProspectFields,
    mail: newProspectFields.mail.default(null),
    phone: newProspectFields.phone.default(null),
    motivo: newProspectFields.motivo.default(null),
    notas: newProspectFields.notas.default(''),
  })
  .refine(({ mail, phone }) => mail !== null || phone !== null, {
    path: ['mail'],
    error: NO_CONTACT,
  });
export type NewProspect = z.output<typeof newProspect>;

export const prospectsContract = {
  getAll: call('directory.read', 'lists.export')
    .get('/v1/prospects/get-all', 'Todos los prospectos')
    .output(z.array(prospect)),
  list: call('directory.read')
    .get('/v1/prospects/list', 'Una página de prospectos')
    .input(prospectListInput)
    .output(prospectPage),
  getOne: call('directory.read')
    .get('/v1/prospects/get-one', 'Un prospecto')
    .input(oneProspect)
    .output(prospect),
  ofPatient: call('patients.read', 'directory.read')
    .get(
      '/v1/prospects/of-patient',
      'Los prospectos que se convirtieron en un paciente, y los que pueden ser él',
    )
    .input({ idUser: recordId })
    .output({
      prospects: z.array(prospect),
      /** Unconverted prospects with the same e-mail or phone and a similar name. */
      similar: z.array(prospect),
    }),
  create: call('directory.edit')
    .post('/v1/prospects/create', 'Crea un prospecto que no llegó por la landing')
    .input(newProspect)
    .output({ prospect }),
  updateStatus: call('directory.edit')
    .put(
      '/v1/prospects/update-status',
      'Cambia un prospecto: estado, datos y notas; sin notas, se quedan vacías',
    )
    .input({
      /** Empty or absent is a PROSPECT_ID_MISSING. */
      idProspect: z.union([recordId, z.literal('')]).default(''),
      /** Absent to keep the status, even an unknown one. */
      status: prospectFields.status.optional(),
      notas: prospectFields.notes.optional(),
      ...z.strictObject(newProspectFields).pick({ name: true, mail: true, phone: true }).partial()
        .shape,
      version: editedVersion,
    })
    .output({ prospect }),
  move: call('directory.edit')
    .put('/v1/prospects/move', 'Pasa un prospecto de un estado a otro y deja sus notas como están')
    .input({
      idProspect: recordId,
      /** The status when the user picked the card up. If it changed, the call fails with STALE_VERSION. */
      from: z.literal(prospectGroups),
      status: prospectFields.status,
    })
    .output({ prospect }),
  convert: call('directory.edit', 'patients.edit')
    .post(
      '/v1/prospects/convert',
      'Convierte un prospecto en paciente: uno nuevo, o uno que ya existe',
    )
    .input({
      idProspect: recordId,
      /** An existing patient to link; absent to create one. */
      idUser: recordId.optional(),
      /** Fields of the new patient; absent fields are copied from the prospect. */
      ...z.strictObject(patientFields).pick({ name: true, email: true, phone: true }).partial()
        .shape,
      ...identificationInput,
      /** Whether to create a patient despite an existing one with the same e-mail or phone. */
      despiteDuplicates: z.boolean().default(false),
    })
    .output({ prospect }),
};
