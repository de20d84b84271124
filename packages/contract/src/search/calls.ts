import * as z from 'zod';
import { call } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { importedInstantOrNull, isoInstant } from '../common/instants.ts';
import { storableText } from '../common/text.ts';

/** Maximum results of one kind. */
export const MAX_SECTION_SIZE = 5;
/** Maximum results of a search without text: the records that this user opened last. */
export const MAX_RECENT = 8;

const namedRecord = { id: recordId, name: z.string() };
/** Facts that distinguish people with the same name. */
const contact = { email: z.string().nullable(), phone: z.string().nullable() };

/** A record in the global search, by its kind. */
export const searchResult = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('exam_order'),
    id: recordId,
    /** Folio of the order. */
    name: z.string(),
    patient: z.strictObject(namedRecord),
    branch: z.strictObject(namedRecord),
    createDate: isoInstant,
  }),
  z.strictObject({
    kind: z.literal('patient'),
    ...namedRecord,
    ...contact,
    /** An earlier name, e-mail or phone, from before a merge, that matched the search. */
    earlier: z.string().nullable(),
    status: z.int().nullable(),
  }),
  z.strictObject({
    kind: z.literal('doctor'),
    ...namedRecord,
    email: z.string().nullable(),
    specialty: z.string().nullable(),
    isRetired: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('partner'), ...namedRecord, type: z.string().nullable() }),
  z.strictObject({
    kind: z.literal('branch'),
    ...namedRecord,
    partner: z.strictObject(namedRecord),
  }),
  z.strictObject({
    kind: z.literal('prospect'),
    ...namedRecord,
    ...contact,
    reason: z.string().nullable(),
    status: z.string().nullable(),
    createDate: importedInstantOrNull,
  }),
]);
export type SearchResult = z.infer<typeof searchResult>;
export type SearchKind = SearchResult['kind'];

/** The kinds in the order of their sections. */
export const searchKinds = [
  'exam_order',
  'patient',
  'doctor',
  'partner',
  'branch',
  'prospect',
] as const satisfies readonly SearchKind[];

export const searchAnswer = z.strictObject({
  /** Grouped by kind, each with recently opened records first, then by name. Without a text, the latest first. */
  results: z.array(searchResult),
  /** The kinds with more results than `results` has. */
  more: z.array(z.literal(searchKinds)),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;

export const searchContract = {
  // The searched text is often a name, so it is sent in the body and not in a URL.
  find: call('patients.read', 'orders.read', 'exams.list', 'directory.read')
    .post(
      '/v1/search',
      'Busca pacientes, médicos, partners, sucursales, prospectos y órdenes por su folio; sin texto, los últimos registros que abrió la cuenta',
    )
    .input({
      /** Words (part of a name or e-mail, or digits of a phone), or a folio; case and accents do not matter. */
      text: storableText(200).default(''),
    })
    .output(searchAnswer),
};
