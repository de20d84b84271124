import {
  type Branch,
  branchExams,
  branchFields,
  LATITUDE_LIMIT,
  LONGITUDE_LIMIT,
} from '@simiente/contract/branches/calls';
import { examName, findExamCode } from '@simiente/contract/exams/catalogue';
import { addressLine } from '@simiente/contract/format/address';
import { zoneName } from '@simiente/contract/format/dates';
import type { Noun } from '../../lib/format/numbers.ts';
import { defineFields, type FieldErrors, type FieldValues, orNull } from '../record-form/public.ts';

/** Maximum characters of the exam names below the exam count in a table cell. */
const CELL_LENGTH = 30;

export function examNames(exams: readonly string[]): string[] {
  return [...new Set(exams.map(examName))];
}

export const EXAMS: Noun = ['examen', 'exámenes'];

/** The first exam, the second too if both names fit, and the number of others: 'Seminograma, Perfil Hormonal', 5. */
export function firstExams(names: readonly string[]): {
  readonly shown: string;
  readonly more: number;
} {
  const [first = '', second] = names;
  const count = second !== undefined && `${first}, ${second}`.length <= CELL_LENGTH ? 2 : 1;
  return { shown: names.slice(0, count).join(', '), more: Math.max(0, names.length - count) };
}

export const fields = defineFields<Branch>()({
  name: { label: 'Nombre', missing: 'Escribe el nombre.', rule: branchFields.name },
  phone: { label: 'Teléfono', missing: 'Escribe el teléfono.', rule: branchFields.phone },
  website: { label: 'Sitio web', missing: 'Escribe el sitio web.', rule: branchFields.website },
  address: {
    label: 'Dirección',
    missing: 'Escribe la dirección.',
    rule: branchFields.address,
    from: ({ address }) => addressLine(address),
  },
  state: { label: 'Estado', missing: 'Escribe el estado.', rule: branchFields.state },
  zip: { label: 'Código postal', missing: 'Escribe el código postal.', rule: branchFields.zip },
  lat: {
    label: 'Latitud',
    missing: 'Escribe la latitud.',
    rule: branchFields.location.shape.lat,
    from: ({ location }) => location && String(location.lat),
    read: (text) => readDegrees(text, LATITUDE_LIMIT),
  },
  lng: {
    label: 'Longitud',
    missing: 'Escribe la longitud.',
    rule: branchFields.location.shape.lng,
    from: ({ location }) => location && String(location.lng),
    read: (text) => readDegrees(text, LONGITUDE_LIMIT),
  },
  /** Codes, and names outside the catalogue. */
  exams: {
    label: 'Exámenes',
    missing: 'Elige al menos un examen.',
    rule: branchExams,
    initial: [] as readonly string[],
    from: ({ exam_available: exams }) => [
      ...new Set(exams.map((exam) => findExamCode(exam) ?? exam)),
    ],
    show: (exams) => examNames(exams).join(', ') || '—',
  },
  utm: { label: 'Enlace UTM', rule: branchFields.utm, initial: false },
  /** Empty for the zone that the branch's state and position imply. */
  timeZone: {
    label: 'Zona horaria',
    rule: branchFields.timeZone,
    read: orNull,
    show: (zone) => (zone === '' ? 'La de su estado' : zoneName(zone)),
  },
});

export type BranchValues = FieldValues<typeof fields>;

/** A decimal number within `limit` in either direction, with a point or a comma. */
export function readDegrees(text: string, limit: number): number | null {
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(text.trim())) return null;
  const degrees = Number(text.trim().replace(',', '.'));
  return Math.abs(degrees) <= limit ? degrees : null;
}

/** The coordinates in the fields; null while they are invalid. */
export function parsePosition(typed: Pick<BranchValues, 'lat' | 'lng'>) {
  const lat = readDegrees(typed.lat, LATITUDE_LIMIT);
  const lng = readDegrees(typed.lng, LONGITUDE_LIMIT);
  return lat === null || lng === null ? null : { lat, lng };
}

/** Texts of docs/specification.md, section 5. */
export const MISSING_FIELDS = 'Por favor completa todos los campos obligatorios';
export const MISSING_EXAMS = 'Por favor selecciona al menos un estudio disponible';

/** The form's alert. Missing fields take precedence over missing exams, as specified. */
export function getAlert(errors: FieldErrors, values: BranchValues): string {
  const { exams, ...texts } = errors;
  const isBlank = (name: string) => String(values[name as keyof BranchValues]).trim() === '';
  if (Object.keys(texts).some(isBlank)) return MISSING_FIELDS;
  return exams === undefined ? 'Revisa los campos marcados' : MISSING_EXAMS;
}
