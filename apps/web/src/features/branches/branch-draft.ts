import {
  type Branch,
  LATITUDE_LIMIT,
  LONGITUDE_LIMIT,
  latitudeError,
  longestBranchText,
  longitudeError,
} from '@simiente/contract/branches';
import { examCodeOf } from '@simiente/contract/exam-catalogue';
import { addressLine } from '@simiente/contract/format/address';
import { partnerFields } from '@simiente/contract/partner-fields';

/** What the form holds about a branch: texts as they are typed. */
export interface BranchDraft {
  readonly name: string;
  readonly phone: string;
  readonly website: string;
  readonly address: string;
  readonly state: string;
  readonly zip: string;
  readonly lat: string;
  readonly lng: string;
  /** Codes, and names that the catalogue does not know. */
  readonly exams: readonly string[];
  readonly utm: boolean;
}

/** What is sent of a branch. */
export interface WrittenBranch {
  readonly name: string;
  readonly phone: string;
  readonly website: string;
  readonly address: string;
  readonly state: string;
  readonly zip: string;
  readonly location: { readonly lat: number; readonly lng: number };
  readonly exam_available: string[];
  readonly utm: boolean;
}

type TextField = Exclude<keyof BranchDraft, 'exams' | 'utm'>;
export type DraftErrors = Partial<Record<TextField | 'exams', string>>;

/** Specification, section 5. */
export const MISSING_FIELDS = 'Por favor completa todos los campos obligatorios';
export const MISSING_EXAMS = 'Por favor selecciona al menos un estudio disponible';
const WRONG_FIELDS = 'Revisa los campos marcados';

/** The fields that must say something, in the order in which the page shows them. */
const required: Readonly<Record<TextField, string>> = {
  name: 'Escribe el nombre.',
  phone: 'Escribe el teléfono.',
  website: 'Escribe el sitio web.',
  address: 'Escribe la dirección.',
  state: 'Escribe el estado.',
  zip: 'Escribe el código postal.',
  lat: 'Escribe la latitud.',
  lng: 'Escribe la longitud.',
};
const textFields = Object.keys(required) as TextField[];

export const EMPTY_DRAFT: BranchDraft = {
  name: '',
  phone: '',
  website: '',
  address: '',
  state: '',
  zip: '',
  lat: '',
  lng: '',
  exams: [],
  utm: false,
};

export function draftOf(branch: Branch): BranchDraft {
  const { name, phone, website, address, state, zip, location, exam_available, utm } = branch;
  return {
    name,
    phone: phone ?? '',
    website: website ?? '',
    address: addressLine(address),
    state: state ?? '',
    zip: zip ?? '',
    lat: location === null ? '' : String(location.lat),
    lng: location === null ? '' : String(location.lng),
    exams: [...new Set(exam_available.map((exam) => examCodeOf(exam) ?? exam))],
    utm,
  };
}

/** A decimal number within `limit` either way; its point may be a comma. */
export function readDegrees(text: string, limit: number): number | null {
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(text.trim())) return null;
  const degrees = Number(text.trim().replace(',', '.'));
  return Math.abs(degrees) <= limit ? degrees : null;
}

/** The place that the fields say, or null while they say none. */
export function positionOf({ lat, lng }: Pick<BranchDraft, 'lat' | 'lng'>) {
  const place = {
    lat: readDegrees(lat, LATITUDE_LIMIT),
    lng: readDegrees(lng, LONGITUDE_LIMIT),
  };
  return place.lat === null || place.lng === null ? null : { lat: place.lat, lng: place.lng };
}

/** '19.4184, -99.1623', as maps copy it, is both coordinates; anything else is one. */
export function splitPair(text: string): Pick<BranchDraft, 'lat' | 'lng'> | null {
  const [, lat, lng] = /^\s*([+-]?\d+\.\d+)\s*[,;]\s*([+-]?\d+\.\d+)\s*$/.exec(text) ?? [];
  return lat === undefined || lng === undefined ? null : { lat, lng };
}

/** The fields that differ from what the form began with. */
export function changedFields(draft: BranchDraft, start: BranchDraft): (keyof BranchDraft)[] {
  const names = Object.keys(start) as (keyof BranchDraft)[];
  return names.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(start[name]));
}

/** What stands in the way, in the order of the specification: the toast, and the fields it is about. */
export interface Refusal {
  readonly message: string;
  readonly errors: DraftErrors;
}

/**
 * Looks at the fields that are named: of a new branch all of them, of another what was changed, since
 * an import may have brought what no form takes.
 */
export function refuseDraft(
  draft: BranchDraft,
  looked: readonly (keyof BranchDraft)[],
): Refusal | null {
  const empty = textFields.filter((name) => looked.includes(name) && draft[name].trim() === '');
  const noExams = looked.includes('exams') && draft.exams.length === 0;
  const errors: DraftErrors = {
    ...Object.fromEntries(empty.map((name) => [name, required[name]])),
    ...wrongFields(
      draft,
      looked.filter((name) => !(empty as string[]).includes(name)),
    ),
  };
  if (empty.length > 0) return { message: MISSING_FIELDS, errors };
  if (noExams) {
    return { message: MISSING_EXAMS, errors: { ...errors, exams: 'Elige al menos un examen.' } };
  }
  return Object.keys(errors).length > 0 ? { message: WRONG_FIELDS, errors } : null;
}

function wrongFields(draft: BranchDraft, looked: readonly (keyof BranchDraft)[]): DraftErrors {
  const errors: DraftErrors = {};
  for (const name of ['name', 'phone', 'address', 'state', 'zip'] as const) {
    const longest = longestBranchText[name];
    if (draft[name].trim().length > longest) errors[name] = `Como máximo ${longest} caracteres.`;
  }
  errors.website = partnerFields.website.safeParse(draft.website).error?.issues[0]?.message;
  if (readDegrees(draft.lat, LATITUDE_LIMIT) === null) errors.lat = latitudeError;
  if (readDegrees(draft.lng, LONGITUDE_LIMIT) === null) errors.lng = longitudeError;
  return Object.fromEntries(
    Object.entries(errors).filter(
      ([name, error]) => error !== undefined && looked.includes(name as keyof BranchDraft),
    ),
  );
}

/** What is sent of the fields that are named; half a changed place is a whole one. */
export function writtenOf(
  draft: BranchDraft,
  named: readonly (keyof BranchDraft)[],
): Partial<WrittenBranch> {
  const { lat, lng, exams, utm, ...texts } = draft;
  const location = positionOf({ lat, lng });
  return {
    ...Object.fromEntries(
      Object.entries(texts)
        .filter(([name]) => named.includes(name as keyof BranchDraft))
        .map(([name, text]) => [name, text.trim()]),
    ),
    ...((named.includes('lat') || named.includes('lng')) && location !== null && { location }),
    ...(named.includes('exams') && { exam_available: [...exams] }),
    ...(named.includes('utm') && { utm }),
  };
}

export const allFields = Object.keys(EMPTY_DRAFT) as (keyof BranchDraft)[];

/** The draft on what the branch is now: what one has not touched oneself is as others left it. */
export function rebase(draft: BranchDraft, start: BranchDraft, now: BranchDraft): BranchDraft {
  const mine = changedFields(draft, start);
  return { ...now, ...Object.fromEntries(mine.map((name) => [name, draft[name]])) };
}
