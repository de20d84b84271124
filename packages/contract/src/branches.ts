import * as z from 'zod';
import { branchSorts } from './branch-filters.ts';
import { call, success } from './common/call.ts';
import { recordId } from './common/ids.ts';
import { LARGEST_PAGE_SIZE } from './common/page-sizes.ts';
import { pageInput, pageOutput } from './common/pages.ts';
import { storableText } from './common/text.ts';
import { editedVersion } from './common/versions.ts';
import { branchExamNames, examCodes, partnerExamNames } from './exam-catalogue.ts';
import { partnerFields } from './partner-fields.ts';

/** Specification, section 9. */
export const BRANCH_PAGE_SIZE = 10;
/** Degrees, either way. */
export const LATITUDE_LIMIT = 90;
export const LONGITUDE_LIMIT = 180;
/** As many marks as one map of a partner shows. */
export const MOST_BRANCH_PLACES = 1000;

/** UTF-16 units that the text fields of a branch take; an import takes as many. */
export const longestBranchText = {
  name: 300,
  address: 1000,
  phone: 60,
  state: 300,
  website: 2048,
  zip: 60,
} as const;

const MOST_ADDRESS_PARTS = 30;
const LONGEST_PART_NAME = 60;
const LONGEST_PART = 300;
const MOST_EXAMS = 50;
const LONGEST_EXAM = 300;

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

/** One text, or named parts of one. */
const address = z.union([z.string(), z.record(z.string(), z.string())]);
export type BranchAddress = z.infer<typeof address>;

export const branch = z.strictObject({
  /** The same twice: the legacy calls know it by either name. */
  id: recordId,
  idBranch: recordId,
  name: z.string(),
  address: address.nullable(),
  location: location.nullable(),
  phone: z.string().nullable(),
  state: z.string().nullable(),
  website: z.string().nullable(),
  zip: z.string().nullable(),
  /** Codes of the catalogue, or names where the legacy record had others. */
  exam_available: z.array(z.string()),
  namePartner: z.string(),
  partner: z.strictObject({ id: recordId, name: z.string() }),
  utm: z.boolean(),
  version: z.int().min(1),
});
export type Branch = z.infer<typeof branch>;

const search = storableText(200).optional();

export const branchListInput = z.strictObject({
  idPartner: recordId,
  /** The id of the last branch received; empty or absent for the first page. */
  lastBranch: z
    .string()
    .max(128)
    .regex(/^(?!\.\.?$)[\w.:@-]*$/, 'El identificador no es válido')
    .default(''),
  /**
   * Where that branch stood when it was received. Beside `lastBranch` it wins: a branch that was
   * renamed or purged meanwhile then makes no difference.
   */
  cursor: pageInput.cursor,
  limit: z.int().min(1).max(LARGEST_PAGE_SIZE).default(BRANCH_PAGE_SIZE),
  /** Part of a name, state or address, or digits of a phone; case and accents do not matter. */
  search,
  /** `address` counts its parts, and `exams` the studies. */
  sort: z.literal(branchSorts).default('state'),
});

export const branchPage = z.strictObject({
  branches: z.array(branch),
  ...pageOutput,
  /** What the next page takes as `lastBranch`; null when this one is the last. */
  lastBranch: recordId.nullable(),
});
export type BranchPage = z.infer<typeof branchPage>;

/** A branch as a mark on a map. */
const branchPlace = z.strictObject({
  idBranch: recordId,
  name: z.string(),
  state: z.string().nullable(),
  location,
});
export type BranchPlace = z.infer<typeof branchPlace>;

/** `details` of a STALE_VERSION of a branch. */
export interface StaleBranchDetails {
  readonly current: Branch;
}

/** A text that must say something. */
function required(max: number, error: string) {
  return storableText(max).trim().min(1, error);
}

const writtenAddress = z.union([
  required(longestBranchText.address, 'Escribe la dirección.'),
  z
    .record(storableText(LONGEST_PART_NAME).min(1), storableText(LONGEST_PART).trim())
    // A list is no address: what reads inputs makes its places the names of parts.
    .refine(
      (parts) => !Object.keys(parts).some((part) => /^\d+$/.test(part)),
      'Cada parte de la dirección lleva un nombre.',
    )
    .refine((parts) => Object.values(parts).some((part) => part !== ''), 'Escribe la dirección.')
    .refine(
      (parts) => Object.keys(parts).length <= MOST_ADDRESS_PARTS,
      `La dirección tiene como máximo ${MOST_ADDRESS_PARTS} partes.`,
    ),
]);

/** What staff write about a branch, but for its studies; the same rules in the form and behind the call. */
export const branchFields = {
  name: required(longestBranchText.name, 'Escribe el nombre.'),
  address: writtenAddress,
  location,
  phone: required(longestBranchText.phone, 'Escribe el teléfono.'),
  state: required(longestBranchText.state, 'Escribe el estado.'),
  website: partnerFields.website.meta({ format: 'web-address' }),
  zip: required(longestBranchText.zip, 'Escribe el código postal.'),
  utm: z.boolean(),
};

const examsError = 'Cada examen es un código o un nombre del catálogo.';
const NO_EXAMS = 'Elige al menos un examen.';

/** Of the catalogue, or what the branch had already. */
export const branchExams = z
  .array(required(LONGEST_EXAM, examsError))
  .min(1, NO_EXAMS)
  .max(MOST_EXAMS);

const catalogued = z.literal(
  [...examCodes, ...Object.values(branchExamNames), partnerExamNames.RC],
  examsError,
);

const oneBranch = z.strictObject({ idBranch: recordId });

export const branchesContract = {
  list: call
    .route({
      method: 'GET',
      path: '/v1/partner/get-branches-by-partner/',
      summary: 'Una página de sucursales de un partner',
    })
    .input(branchListInput)
    .output(success(branchPage)),
  places: call
    .route({
      method: 'GET',
      path: '/v1/partner/get-branch-places',
      summary: 'Dónde están las sucursales de un partner, para un mapa',
    })
    .input(z.strictObject({ idPartner: recordId, search }))
    .output(
      success(
        z.strictObject({
          places: z.array(branchPlace),
          /** How many there are besides, beyond what one map shows. */
          left: z.int().min(0),
          /** How many have no coordinates. */
          unplaced: z.int().min(0),
        }),
      ),
    ),
  getOne: call
    .route({ method: 'GET', path: '/v1/partner/get-one-branch', summary: 'Una sucursal' })
    .input(oneBranch)
    .output(success(z.strictObject({ branch }))),
  create: call
    .route({
      method: 'POST',
      path: '/v1/partner/create-branch',
      summary: 'Crea una sucursal de un partner',
    })
    .input(
      z.strictObject({
        ...branchFields,
        utm: branchFields.utm.default(false),
        exam_available: z.array(catalogued).min(1, NO_EXAMS).max(MOST_EXAMS),
        /** The partner's name is the partner's own; what is sent beside its id is not kept. */
        partner: z.strictObject({ id: recordId, name: storableText(300).optional() }),
        namePartner: storableText(300).optional(),
      }),
    )
    .output(success(z.strictObject({ newBranch: branch }))),
  update: call
    .route({
      method: 'PUT',
      path: '/v1/partner/update-branch',
      summary: 'Cambia los datos de una sucursal; lo que no se envía se queda como está',
    })
    .input(
      z.strictObject({
        ...oneBranch.shape,
        ...z.strictObject(branchFields).partial().shape,
        exam_available: branchExams.optional(),
        version: editedVersion,
      }),
    )
    .output(success(z.strictObject({ branch }))),
};
