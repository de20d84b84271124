import * as z from 'zod';
import { call, success } from './common/call.ts';
import { recordId } from './common/ids.ts';
import { isoInstant, isoInstantOrNull } from './common/instants.ts';
import { storableText } from './common/text.ts';

/** The most that one kind of record gives to a search. */
export const LARGEST_SECTION = 5;
/** The most records that a search without text gives: those that this person opened last. */
export const MOST_RECENT = 8;

const named = { id: recordId, name: z.string() };
/** What a person may have been found by, when it was not the name. */
const reached = { email: z.string().nullable(), phone: z.string().nullable() };

/** A record as the global search shows one, by its kind. */
export const searchResult = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('exam_order'),
    id: recordId,
    /** Its folio. */
    name: z.string(),
    patient: z.strictObject(named),
    branch: z.strictObject(named),
    createDate: isoInstant,
  }),
  z.strictObject({
    kind: z.literal('patient'),
    ...named,
    ...reached,
    status: z.int().nullable(),
  }),
  z.strictObject({
    kind: z.literal('doctor'),
    ...named,
    email: z.string().nullable(),
    specialty: z.string().nullable(),
    isRetired: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('partner'), ...named, type: z.string().nullable() }),
  z.strictObject({
    kind: z.literal('branch'),
    ...named,
    partner: z.strictObject(named),
  }),
  z.strictObject({
    kind: z.literal('prospect'),
    ...named,
    ...reached,
    reason: z.string().nullable(),
    status: z.string().nullable(),
    createDate: isoInstantOrNull,
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
  /** By kind; in each those opened lately first, then by name. Without a text, the latest first. */
  results: z.array(searchResult),
  /** The kinds of which there are more than `results` has. */
  more: z.array(z.literal(searchKinds)),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;

export const searchContract = {
  // What is looked for is somebody's name, so it travels in the body and is in no address.
  find: call
    .route({
      method: 'POST',
      path: '/v1/search',
      summary:
        'Busca pacientes, médicos, partners, sucursales, prospectos y órdenes por su folio; sin texto, lo último que abrió quien pregunta',
    })
    .input(
      z.strictObject({
        /** Words, each part of a name or e-mail or digits of a phone, or a folio; case and accents do not matter. */
        text: storableText(200).default(''),
      }),
    )
    .output(success(searchAnswer)),
};
