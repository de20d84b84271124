import * as z from 'zod';
import { call, uploadCall } from '../common/call.ts';
import { recordId, sentFlag, sentVersion } from '../common/ids.ts';
import { calendarDay } from '../common/instants.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { storableText } from '../common/text.ts';
import { storedFile } from '../files/calls.ts';
import { partnerFields } from './fields.ts';
import { partnerSorts, partnerTypes } from './filters.ts';

/** The images of a partner, by field; the spelling of the last one comes from the specification. */
export const logoFields = ['logo_app_login', 'logo_app_nav', 'logo_lading_logo'] as const;
export type LogoField = (typeof logoFields)[number];

/** A partner in the form of every answer. */
export const partner = z.strictObject({
  /** Subdomain of the partner. */
  idPartner: recordId,
  name: z.string(),
  country: z.string().nullable(),
  type: z.string().nullable(),
  website: z.string().nullable(),
  /** A word derived from the partner's name, such as `clinica_sanchez`; not a link. */
  logo_url: z.string().nullable(),
  utm_available: z.boolean(),
  /** The zone of a laboratory's times that have none; null means the clinic's zone. */
  timeZone: z.string().nullable(),
  /** Codes of the catalogue or names, as received. */
  all_exams_available: z.array(z.string()),
  /** The number of branches that are not deleted. */
  branches: z.int().min(0),
  logo_app_login: storedFile.nullable(),
  logo_app_nav: storedFile.nullable(),
  logo_lading_logo: storedFile.nullable(),
  version: z.int().min(1),
});
export type Partner = z.infer<typeof partner>;

export const partnerListInput = z.strictObject({
  /** Words of a name; case and accents do not matter. */
  search: storableText(200).optional(),
  /** 'Otro' includes the partners that screens show as 'Sin tipo'. */
  type: z.literal(partnerTypes).optional(),
  /** Only partners with at least one branch. */
  withBranches: z.boolean().default(false),
  /** Only partners with a branch by the end of this day in the clinic's zone. Imported records count on any day. */
  activeUntil: calendarDay.optional(),
  idPartner: recordId.optional(),
  sort: z.literal(partnerSorts).default('name'),
  ...pageInput,
});
export type PartnerListInput = z.input<typeof partnerListInput>;

export const partnerPage = z.strictObject({
  partners: z.array(partner),
  /** The number of different countries among the partners that match the filters. */
  countries: z.int().min(0),
  ...pageOutput,
});
export type PartnerPage = z.infer<typeof partnerPage>;

/** A possible duplicate, and the matching fields. */
const possiblePartner = partner.extend({ matched: z.array(z.literal(['name', 'website'])).min(1) });

/** Bytes of one image. */
export const MAX_LOGO_SIZE = 5 * 1024 * 1024;
export const LOGO_MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** A list as a field of a multipart form, whose values are texts: `["Seminograma"]`. */
function jsonField<T extends z.ZodType>(list: T) {
  return z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'No es una lista en JSON.' });
        return z.NEVER;
      }
    })
    .pipe(list);
}

const emptyOrId = z
  .string()
  .trim()
  .superRefine((text, context) => {
    if (text === '') return;
    for (const { message } of partnerFields.id.safeParse(text).error?.issues ?? []) {
      context.addIssue({ code: 'custom', message });
    }
  });

/** Fixed or derived fields that the form sends; they are ignored. */
const ignoredFields = {
  logo_url: storableText(1000).optional(),
  branches: z.literal('1').optional(),
};

/** The text fields of the multipart form of a new partner. */
export const newPartnerFields = z.strictObject({
  name: partnerFields.name,
  /** Derived from the name if empty or missing. */
  id: emptyOrId.optional(),
  country: partnerFields.country,
  website: partnerFields.website,
  type: partnerFields.type,
  all_exams_available: jsonField(partnerFields.exams),
  utm_available: sentFlag.default(false),
  timeZone: partnerFields.timeZone.optional(),
  ...ignoredFields,
});

/** The text fields of the multipart form of an edited partner. Missing fields do not change. */
export const editedPartnerFields = z.strictObject({
  idPartner: recordId,
  name: partnerFields.name.optional(),
  country: partnerFields.country.optional(),
  website: partnerFields.website.optional(),
  type: partnerFields.type.optional(),
  all_exams_available: jsonField(partnerFields.exams).optional(),
  utm_available: sentFlag.optional(),
  timeZone: partnerFields.timeZone.optional(),
  /** Images to remove without a replacement; the login image is required. */
  logos_removed: jsonField(
    z.array(z.literal(['logo_app_nav', 'logo_lading_logo'])).max(2),
  ).optional(),
  version: sentVersion,
  ...ignoredFields,
});

const logoFile = z
  .file('Falta el logotipo de login.')
  .max(MAX_LOGO_SIZE)
  .mime([...LOGO_MEDIA_TYPES]);

/** `data` of a call that read, created or changed a partner. */
export const partnerData = z.strictObject({ partner });

export const partnersContract = {
  getAll: call('directory.read')
    .get('/v1/partner/get_partners', 'Todos los partners')
    .output(z.array(partner)),
  list: call('directory.read')
    .get('/v1/partner/list', 'Una página de partners')
    .input(partnerListInput)
    .output(partnerPage),
  getOne: call('directory.read')
    .get('/v1/partner/get_one_partner/', 'Un partner')
    .input({ idPartner: recordId })
    .output(partnerData),
  create: uploadCall('directory.edit')
    .post('/v1/partner/create_partner', 'Crea un partner con sus logotipos')
    .input(
      newPartnerFields.extend({
        logo_app_login: logoFile,
        logo_app_nav: logoFile.optional(),
        logo_lading_logo: logoFile.optional(),
      }),
    )
    .output(partnerData),
  duplicates: call('directory.read')
    .post(
      '/v1/partner/duplicates',
      'Partners con el mismo nombre o el mismo sitio web, diez como máximo',
    )
    .input({
      name: storableText(300).optional(),
      website: storableText(2048).optional(),
    })
    .output({ duplicates: z.array(possiblePartner) }),
  update: uploadCall('directory.edit')
    .put('/v1/partner/update_partner', 'Cambia un partner; los datos que no se envían no cambian')
    .input(
      editedPartnerFields.extend({
        logo_app_login: logoFile.optional(),
        logo_app_nav: logoFile.optional(),
        logo_lading_logo: logoFile.optional(),
      }),
    )
    .output(partnerData),
};
