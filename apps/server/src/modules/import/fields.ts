import { parseWireDate } from '@simiente/contract/common/dates';
import { recordId } from '@simiente/contract/common/ids';
import type { Findings } from './findings.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** An object of the export: what it holds, where it stands, and who is told what is wrong with it. */
export interface Fields {
  readonly record: JsonObject;
  /** As `users[7]`. */
  readonly place: string;
  /** The place without what tells one record from another, as `users[]`. */
  readonly pattern: string;
  readonly findings: Findings;
}

/** Why a record is not imported; the message says it to the operator. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
}

/** UTF-16 units. */
export const longest = {
  name: 300,
  email: 320,
  phone: 60,
  label: 300,
  prose: 100_000,
  url: 2_048,
} as const;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws Rejection when it is none */
export function objectOf(value: unknown): JsonObject {
  if (!isObject(value)) throw new Rejection('no es un objeto');
  return value;
}

/** Tells the fields that nothing of ours corresponds to. */
export function noteUnknown(fields: Fields, known: ReadonlySet<string>): void {
  for (const name of Object.keys(fields.record)) {
    if (!known.has(name)) fields.findings.ignored(`${fields.pattern}.${name}`);
  }
}

/** The object under this name; one without fields where there is none. */
export function inside(fields: Fields, name: string, known: ReadonlySet<string>): Fields {
  const value = fields.record[name];
  const { findings } = fields;
  const place = `${fields.place}.${name}`;
  const pattern = `${fields.pattern}.${name}`;
  if (!isObject(value)) {
    if (!isMissing(value)) findings.repaired(place, 'no es un objeto: se deja vacío');
    return { record: {}, place, pattern, findings };
  }
  const inner = { record: value, place, pattern, findings };
  noteUnknown(inner, known);
  return inner;
}

/** The list under this name; empty where there is none. */
export function listOf(fields: Fields, name: string): readonly unknown[] {
  const value = fields.record[name];
  if (Array.isArray(value)) return value;
  if (!isMissing(value)) {
    fields.findings.repaired(`${fields.place}.${name}`, 'no es una lista: se deja vacía');
  }
  return [];
}

/** @throws Rejection when there is none, or it is not one that we can keep */
export function idOf({ record }: Fields, ...names: readonly string[]): string {
  const value = names.map((name) => record[name]).find((candidate) => !isMissing(candidate));
  if (value === undefined) throw new Rejection(`falta ${names.join(' o ')}`);
  const parsed = recordId.safeParse(value);
  if (!parsed.success) throw new Rejection(`${names.join(' o ')} no es un identificador válido`);
  return parsed.data;
}

/**
 * A text as it came, without what PostgreSQL cannot hold; null where there is none.
 * @throws Rejection when it is too long
 */
export function textOf(fields: Fields, name: string, max: number): string | null {
  const value = fields.record[name];
  if (isMissing(value)) return null;
  return cleanText(fields, name, value, max);
}

/** @throws Rejection when it is missing, blank or too long */
export function requiredTextOf(fields: Fields, name: string, max: number): string {
  const text = textOf(fields, name, max);
  if (text === null || text.trim() === '') throw new Rejection(`falta ${name}`);
  return text;
}

/** The texts of a list, those that are none left out. */
export function textsOf(fields: Fields, name: string, max: number): string[] {
  return listOf(fields, name).flatMap((value, index) => {
    const text = isMissing(value) ? null : cleanText(fields, `${name}[${index}]`, value, max);
    return text === null ? [] : [text];
  });
}

export function cleanText(fields: Fields, name: string, value: unknown, max: number) {
  const place = `${fields.place}.${name}`;
  if (typeof value === 'number') {
    fields.findings.repaired(place, 'era un número: se guarda como texto');
    return String(value);
  }
  if (typeof value !== 'string') {
    fields.findings.repaired(place, 'no es un texto: se deja vacío');
    return null;
  }
  if (value.length > max) throw new Rejection(`${name} pasa de ${max} caracteres`);
  if (!value.includes('\0') && value.isWellFormed()) return value;
  fields.findings.repaired(place, 'se quitaron caracteres que no se pueden guardar');
  return value.replaceAll('\0', '').replaceAll(LONE_SURROGATE, '');
}

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** What a browser reads as another host's page: no other scheme, and nothing that could hide one. */
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\p{Surrogate}]+$/iu;

/** An http or https address; null where there is none, or another. */
export function urlOf(fields: Fields, name: string): string | null {
  const value = fields.record[name];
  if (isMissing(value)) return null;
  const url = typeof value === 'string' ? value.trim() : '';
  if (url.length <= longest.url && WEB_ADDRESS.test(url) && URL.canParse(url)) return url;
  fields.findings.repaired(
    `${fields.place}.${name}`,
    'no es una dirección http o https: se deja vacía',
  );
  return null;
}

/** As we write an instant ourselves. The last days of a month are left to who knows how long it is. */
const AS_WRITTEN =
  /^(?:19|2[01])\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** An instant as ISO 8601; null where there is none, or it is invalid. */
export function instantOf(fields: Fields, name: string): string | null {
  const value = fields.record[name];
  if (typeof value === 'string' && AS_WRITTEN.test(value)) return value;
  const date = parseWireDate(value);
  if (date instanceof Date) return date.toISOString();
  if (date === 'invalid') {
    fields.findings.repaired(`${fields.place}.${name}`, 'fecha inválida: se deja vacía');
  }
  return null;
}

const LARGEST_INTEGER = 2 ** 31 - 1;

/** A whole number that a column of four bytes holds; null where there is none. */
export function integerOf(fields: Fields, name: string): number | null {
  const value = fields.record[name];
  if (isMissing(value)) return null;
  if (Number.isInteger(value) && Math.abs(Number(value)) <= LARGEST_INTEGER) return Number(value);
  fields.findings.repaired(`${fields.place}.${name}`, 'no es un número entero: se deja vacío');
  return null;
}

/** False where there is none. */
export function flagOf(fields: Fields, name: string): boolean {
  const value = fields.record[name];
  if (typeof value === 'boolean') return value;
  if (!isMissing(value)) {
    fields.findings.repaired(`${fields.place}.${name}`, 'no es sí o no: se guarda como no');
  }
  return false;
}

/** Degrees, at most `limit` either way; null where there are none. */
export function degreesOf(fields: Fields, name: string, limit: number): number | null {
  const value = fields.record[name];
  if (isMissing(value)) return null;
  if (typeof value === 'number' && Math.abs(value) <= limit) return value;
  fields.findings.repaired(
    `${fields.place}.${name}`,
    `no es una coordenada entre -${limit} y ${limit}: se deja vacía`,
  );
  return null;
}

function isMissing(value: unknown): value is null | undefined | '' {
  return value === undefined || value === null || value === '';
}
