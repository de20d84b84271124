import * as z from 'zod';
import { call } from '../common/call.ts';
import { editedVersion, recordId } from '../common/ids.ts';
import { MAX_PAGE_SIZE } from '../common/page-sizes.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { storableText, visibleText } from '../common/text.ts';
import { branchExamNames, examCodes, partnerExamNames } from '../exams/catalogue.ts';
import { partnerFields } from '../partners/fields.ts';
import { branchSorts } from './filters.ts';
import { branchTimeZones } from './time-zones.ts';

/** Specification, section 9. */
export const BRANCH_PAGE_SIZE = 10;
/** Degrees, either way. */
export const LATITUDE_LIMIT = 90;
export const LONGITUDE_LIMIT = 180;
/** Maximum number of markers of a partner's map. */
export const MAX_BRANCH_PLACES = 1000;

/** Maximum UTF-16 units of the text fields, equal to the limits of imports. */
export const maxBranchLengths = {
  name: 300,
  address: 1000,
  phone: 60,
  state: 300,
  website: 2048,
  zip: 60,
} as const;

const MAX_ADDRESS_PARTS = 30;
const MAX_PART_NAME_LENGTH = 60;
const MAX_PART_LENGTH = 300;
const MAX_EXAMS = 50;
const MAX_EXAM_LENGTH = 300;

export const latitudeError = `La latitud es un número entre -${LATITUDE_LIMIT} y ${LATITUDE_LIMIT}, como 19.4326.`;
export const longitudeError = `La longitud es un número entre -${LONGITUDE_LIMIT} y ${LONGITUDE_LIMIT}, como -99.1332.`;

const location = z.strictObject({
  lat: z
    .number(latitudeError)
    .min(-LATITUDE_LIMIT, latitudeError)
    .max(LATITUDE_LIMIT, latitudeError),
  lng: z
    .number(longitudeError)
    .min(-LONGITUDE_LIMIT, longitudeError)
    .max(LONGITUDE_LIMIT, longitudeError),
});

/** One text, or named parts. */
const address = z.union([z.string(), z.record(z.string(), z.string())]);
export type BranchAddress = z.infer<typeof address>;

export const branch = z.strictObject({
  /** Equal to `idBranch`: the legacy calls use both names. */
  id: recordId,
  idBranch: recordId,
  name: z.string(),
  address: address.nullable(),
  location: location.nullable(),
  phone: z.string().nullable(),
  state: z.string().nullable(),
  website: z.string().nullable(),
  zip: z.string().nullable(),
  /** Codes of the catalogue, or other names from legacy records. */
  exam_available: z.array(z.string()),
  namePartner: z.string(),
  partner: z.strictObject({ id: recordId, name: z.string() }),
  utm: z.boolean(),
  /** The chosen zone; null for the zone of its state and position. */
  timeZone: z.literal(branchTimeZones).nullable(),
  version: z.int().min(1),
});
export type Branch = z.infer<typeof branch>;

const search = storableText(200).optional();

export const branchListInput = z.strictObject({
  idPartner: recordId,
  /** The id of the last received branch; empty or absent for the first page. */
  lastBranch: z
    .string()
    .max(128)
    .regex(/^(?!\.\.?$)[\w.:@-]*$/, 'El identificador no es válido.')
    .default(''),
  /**
   * The position of that branch in the order when it was received. Takes precedence over `lastBranch`, because the
   * branch may have been renamed or purged.
   */
  cursor: pageInput.cursor,
  limit: z.int().min(1).max(MAX_PAGE_SIZE).default(BRANCH_PAGE_SIZE),
  /** Words of a name, state or address, or digits of a phone; case and accents do not matter. */
  search,
  /** `address` sorts by the number of its parts, and `exams` by the number of exams. */
  sort: z.literal(branchSorts).default('state'),
});

export const branchPage = z.strictObject({
  branches: z.array(branch),
  ...pageOutput,
  /** The next page's `lastBranch`; null for the last page. */
  lastBranch: recordId.nullable(),
});
export type BranchPage = z.infer<typeof branchPage>;

/** A branch as a marker on a map. */
const branchPlace = z.strictObject({
  idBranch: recordId,
  name: z.string(),
  state: z.string().nullable(),
  location,
});
export type BranchPlace = z.infer<typeof branchPlace>;

/** A possible duplicate, and the matching fields. */
const possibleBranch = branch.extend({ matched: z.array(z.literal(['name', 'address'])).min(1) });

function requiredText(max: number, error: string) {
  return storableText(max).overwrite(visibleText).trim().min(1, error);
}

const addressInput = z.union([
  requiredText(maxBranchLengths.address, 'Escribe la dirección.'),
  z
    .record(
      storableText(MAX_PART_NAME_LENGTH).min(1),
      storableText(MAX_PART_LENGTH).overwrite(visibleText).trim(),
    )
    // A list is not an address: without this check its indexes would become names of parts.
    .refine(
      (parts) => !Object.keys(parts).some((part) => /^\d+$/.test(part)),
      'Cada parte de la dirección lleva un nombre.',
    )
    .refine((parts) => Object.values(parts).some((part) => part !== ''), 'Escribe la dirección.')
    .refine(
      (parts) => Object.keys(parts).length <= MAX_ADDRESS_PARTS,
      `La dirección tiene como máximo ${MAX_ADDRESS_PARTS} partes.`,
    ),
]);

/** The editable fields of a branch except its exams, with the validation rules of forms and calls. */
export const branchFields = {
  name: requiredText(maxBranchLengths.name, 'Escribe el nombre.'),
  address: addressInput,
  location,
  phone: requiredText(maxBranchLengths.phone, 'Escribe el teléfono.'),
  state: requiredText(maxBranchLengths.state, 'Escribe el estado.'),
  website: partnerFields.website.meta({ format: 'web-address' }),
  zip: requiredText(maxBranchLengths.zip, 'Escribe el código postal.'),
  utm: z.boolean(),
  timeZone: z.literal(branchTimeZones, 'Elige una zona horaria.').nullable(),
};

const examsError = 'Cada examen es un código o un nombre del catálogo.';
const NO_EXAMS = 'Elige al menos un examen.';

/** Codes of the catalogue, or values that the branch already has. */
export const branchExams = z
  .array(requiredText(MAX_EXAM_LENGTH, examsError))
  .min(1, NO_EXAMS)
  .max(MAX_EXAMS);

const catalogueExam = z.literal(
  [...examCodes, ...Object.values(branchExamNames), partnerExamNames.RC],
  examsError,
);

const oneBranch = z.strictObject({ idBranch: recordId });

export const branchesContract = {
  list: call('directory.read')
    .get('/v1/partner/get-branches-by-partner/', 'Una página de sucursales de un partner')
    .input(branchListInput)
    .output(branchPage),
  places: call('directory.read')
    .get('/v1/partner/get-branch-places', 'Dónde están las sucursales de un partner, para un mapa')
    .input({ idPartner: recordId, search })
    .output({
      places: z.array(branchPlace),
      /** Number of branches with a position that are not in `places`. */
      left: z.int().min(0),
      /** Number of branches without a position. */
      unplaced: z.int().min(0),
    }),
  getOne: call('directory.read')
    .get('/v1/partner/get-one-branch', 'Una sucursal')
    .input(oneBranch)
    .output({ branch }),
  create: call('directory.edit')
    .post('/v1/partner/create-branch', 'Crea una sucursal de un partner')
    .input({
      ...branchFields,
      utm: branchFields.utm.default(false),
      timeZone: branchFields.timeZone.default(null),
      exam_available: z.array(catalogueExam).min(1, NO_EXAMS).max(MAX_EXAMS),
      /** Both names are ignored: the partner's stored name is used. */
      partner: z.strictObject({ id: recordId, name: storableText(300).optional() }),
      namePartner: storableText(300).optional(),
    })
    .output({ newBranch: branch }),
  // A partner's branches often share a phone or website, so neither indicates a duplicate.
  duplicates: call('directory.read')
    .post(
      '/v1/partner/branch-duplicates',
      'Sucursales del partner con el mismo nombre o la misma dirección, diez como máximo',
    )
    .input({
      idPartner: recordId,
      name: storableText(maxBranchLengths.name).optional(),
      address: storableText(maxBranchLengths.address).optional(),
    })
    .output({ duplicates: z.array(possibleBranch) }),
  update: call('directory.edit')
    .put(
      '/v1/partner/update-branch',
      'Cambia los datos de una sucursal; los datos que no se envían no cambian',
    )
    .input({
      ...oneBranch.shape,
      ...z.strictObject(branchFields).partial().shape,
      exam_available: branchExams.optional(),
      version: editedVersion,
    })
    .output({ branch }),
};
