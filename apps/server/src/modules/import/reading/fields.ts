import { parseWireDate } from '@simiente/contract/common/dates';
import { dayWithoutHour } from '@simiente/contract/common/days';
import { recordId } from '@simiente/contract/common/ids';
import { isStorable, visibleText } from '@simiente/contract/common/text';
import * as z from 'zod';
import type { Findings } from '../findings.ts';
import type { RowOf } from '../kinds.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The position of an object in the export, and its findings. */
export interface Location {
  /** Position, such as `users[7]`. */
  readonly path: string;
  /** The position without indexes and ids, as `users[]`. */
  readonly pattern: string;
  readonly findings: Findings;
  /** Zone of the clinic, for days without an hour. */
  readonly timeZone: string;
}

/** Why a record is not imported; the message is for the operator. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
}

/** The result of `read`, or the rejection that it threw. */
export function attempt<T>(read: () => T): T | Rejection {
  try {
    return read();
  } catch (error) {
    if (error instanceof Rejection) return error;
    throw error;
  }
}

/** A repaired value, as the output of a field's schema, with the faults of the original value. */
class Repair<T> {
  readonly value: T;
  /** Faults with their position within the field: '' or, in a list, such as `[3]`. */
  readonly faults: readonly { readonly at: string; readonly reason: string }[];

  constructor(value: T, ...faults: Repair<T>['faults']) {
    this.value = value;
    this.faults = faults;
  }
}

/** An invalid date of the export, with its text, which answers show instead of the date. */
export class InvalidDate {
  readonly text: string;

  constructor(value: unknown) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const isLong = text.length > LONGEST_DATE;
    const shortened = isLong ? `${text.slice(0, LONGEST_DATE)}…` : text;
    this.text = shortened.replace(UNSTORABLE, '\uFFFD');
  }
}

/** Maximum UTF-16 units; the longest valid date has half as many. */
const LONGEST_DATE = 60;
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

function repair<T>(value: T, reason: string): Repair<T> {
  return new Repair(value, { at: '', reason });
}

/** Maximum UTF-16 units. */
export const longest = {
  name: 300,
  email: 320,
  phone: 60,
  label: 300,
  prose: 100_000,
  url: 2_048,
} as const;

/** The value of a field, which may be missing. */
export const field = z.unknown().optional();

/** Placeholder for the field's name in the message of an issue. */
const FIELD = '%';
const MISSING = `falta ${FIELD}`;
const INVALID_ID = `${FIELD} no es un identificador válido`;

function isMissing(value: unknown): value is null | undefined | '' {
  return value === undefined || value === null || value === '';
}

type Context = z.core.$RefinementCtx;

function reject(context: Context, message: string, path: readonly number[] = []): never {
  context.addIssue({ code: 'custom', message, path: [...path] });
  return z.NEVER;
}

/** A text without characters that PostgreSQL cannot store; null without a text. */
export function text(max: number) {
  return field.transform((value, context): string | null | Repair<string | null> => {
    if (isMissing(value)) return null;
    if (typeof value === 'number') {
      return repair(String(value), 'era un número: se guarda como texto');
    }
    if (typeof value !== 'string') return repair(null, 'no es un texto: se deja vacío');
    if (value.length > max) return reject(context, `${FIELD} tiene más de ${max} caracteres`);
    if (isStorable(value)) return value;
    return repair(
      value.replaceAll(UNSTORABLE, ''),
      'se quitaron caracteres que no se pueden guardar',
    );
  });
}

export function line(max: number) {
  return text(max).transform((value) => {
    const isRepaired = value instanceof Repair;
    const text = isRepaired ? value.value : value;
    const visible = text && visibleText(text);
    if (visible === text) return value;
    const faults = isRepaired ? value.faults : [];
    return new Repair(visible || null, ...faults, {
      at: '',
      reason: 'se quitaron caracteres invisibles',
    });
  });
}

/** A line that is neither missing nor blank. */
export function requiredText(max: number) {
  return line(max).transform((value, context): string | Repair<string> => {
    const text = value instanceof Repair ? value.value : value;
    if (text === null || text.trim() === '') return reject(context, MISSING);
    return value instanceof Repair ? new Repair(text, ...value.faults) : text;
  });
}

export const id = field.transform((value, context): string => {
  if (isMissing(value)) return reject(context, MISSING);
  const { data } = recordId.safeParse(value);
  return data ?? reject(context, INVALID_ID);
});

/** A list; empty without one. */
export const list = field.transform((value): readonly unknown[] | Repair<readonly unknown[]> => {
  if (Array.isArray(value)) return value;
  return isMissing(value) ? [] : repair([], 'no es una lista: se deja vacía');
});

/** The texts of a list; other values are left out. */
export function texts(max: number) {
  const element = line(max);
  return list.transform((values, context): string[] | Repair<string[]> => {
    if (values instanceof Repair) return new Repair([], ...values.faults);
    const readTexts: string[] = [];
    const faults: { at: string; reason: string }[] = [];
    for (const [index, value] of values.entries()) {
      const { data = null, error } = element.safeParse(value);
      if (error) return reject(context, error.issues[0]?.message ?? '', [index]);
      const text = data instanceof Repair ? data.value : data;
      if (data instanceof Repair) {
        for (const { reason } of data.faults) faults.push({ at: `[${index}]`, reason });
      }
      if (text !== null) readTexts.push(text);
    }
    return faults.length === 0 ? readTexts : new Repair(readTexts, ...faults);
  });
}

/** An object; empty without one. */
export const object = field.transform((value): JsonObject | Repair<JsonObject> => {
  if (isObject(value)) return value;
  return isMissing(value) ? {} : repair({}, 'no es un objeto: se deja vacío');
});

/** A URL with a host: no other scheme, and no characters that could hide the host. */
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\p{Surrogate}]+$/iu;

/** An http or https address; null if missing, or for another scheme. */
export const webAddress = field.transform((value): string | null | Repair<null> => {
  if (isMissing(value)) return null;
  const url = typeof value === 'string' ? value.trim() : '';
  if (url.length <= longest.url && WEB_ADDRESS.test(url) && URL.canParse(url)) return url;
  return repair(null, 'no es una dirección http o https: se deja vacía');
});

/** An instant, or a day without an hour as in the export; null if missing. */
export const instantOrDay = field.transform(
  (value): Date | string | null | InvalidDate => dayWithoutHour(value) ?? readInstant(value),
);

/** An instant; a day without an hour is invalid. Null if missing. */
export const instant = field.transform(readInstant);

function readInstant(value: unknown): Date | null | InvalidDate {
  const date = parseWireDate(value);
  if (date === 'invalid') return new InvalidDate(value);
  return date === 'missing' ? null : date;
}

const int32 = z.int32();

/** An integer of four bytes; null without a valid value. */
export const integer = field.transform((value): number | null | Repair<null> => {
  if (isMissing(value)) return null;
  const { data } = int32.safeParse(value);
  return data ?? repair(null, 'no es un número entero: se deja vacío');
});

/** A boolean; false if missing. */
export const flag = field.transform((value): boolean | Repair<boolean> => {
  if (typeof value === 'boolean') return value;
  return isMissing(value) ? false : repair(false, 'no es sí o no: se guarda como no');
});

/** Degrees from `-limit` to `limit`; null without a valid value. */
export function degrees(limit: number) {
  return field.transform((value): number | null | Repair<null> => {
    if (isMissing(value)) return null;
    if (typeof value === 'number' && Math.abs(value) <= limit) return value;
    return repair(null, `no es una coordenada entre -${limit} y ${limit}: se deja vacía`);
  });
}

type Repaired<T> = { readonly [K in keyof T]: Exclude<T[K], Repair<unknown>> };

/**
 * Reads an object of the export by the schema of its fields. Repairs and unknown fields are findings.
 * @throws Rejection
 */
export function readFields<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  value: unknown,
  at: Location,
): Repaired<z.output<z.ZodObject<Shape>>> {
  if (!isObject(value)) throw new Rejection('no es un objeto');
  for (const name in value) {
    if (!schema.def.catchall && !Object.hasOwn(schema.shape, name)) {
      at.findings.addIgnored(`${at.pattern}.${name}`);
    }
  }
  const { data, error } = schema.safeParse(value);
  if (error) throw new Rejection(describeIssue(error));
  return applyRepairs(data, at) as Repaired<z.output<z.ZodObject<Shape>>>;
}

/** The position of an object within another one. */
export function within({ path, pattern, ...shared }: Location, name: string): Location {
  return { ...shared, path: `${path}.${name}`, pattern: `${pattern}.${name}` };
}

function applyRepairs(read: Record<string, unknown>, { path, findings }: Location): JsonObject {
  for (const name in read) {
    const value = read[name];
    if (value instanceof InvalidDate) findings.addNotice(`${path}.${name}`, 'fecha inválida');
    if (!(value instanceof Repair)) continue;
    for (const { at, reason } of value.faults) findings.addRepair(`${path}.${name}${at}`, reason);
    read[name] = value.value;
  }
  return read;
}

function describeIssue({ issues: [issue] }: z.ZodError, name?: string): string {
  if (issue === undefined) return 'no es válido';
  const [first = '', ...indexes] = issue.path.map(String);
  const field = name ?? `${first}${indexes.map((index) => `[${index}]`).join('')}`;
  return issue.message.replace(FIELD, () => field);
}

/**
 * The id of a record, under any of several names.
 * @throws Rejection without a valid one
 */
export function readId(record: JsonObject, ...names: readonly string[]): string {
  const { data, error } = id.safeParse(names.map((name) => record[name]).find(Boolean));
  if (error) throw new Rejection(describeIssue(error, names.join(' o ')));
  return data;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type DoctorRow = RowOf<'doctor'> & { readonly specialties: string[] };

interface DoctorEntry {
  readonly path: string;
  readonly doctor: DoctorRow;
  readonly names: Set<string>;
  readonly specialties: Set<string>;
  conflicting: boolean;
}

/** The doctors of all appointments, each once, with the specialties of all their appointments. */
export class DoctorBook {
  readonly #entries = new Map<string, DoctorEntry>();

  /** Adds the doctor of an appointment; differences from earlier ones are findings. */
  add(doctor: DoctorRow, { path, findings }: Location): void {
    const entry = this.#entries.get(doctor.id);
    if (entry === undefined) {
      this.#entries.set(doctor.id, {
        path,
        doctor,
        names: new Set([doctor.name]),
        specialties: new Set(doctor.specialties),
        conflicting: false,
      });
      return;
    }
    if (!entry.names.has(doctor.name)) {
      entry.names.add(doctor.name);
      findings.addRepair(
        `${path}.name`,
        `otro nombre del mismo médico: se usa el de ${entry.path}`,
      );
    }
    if (!entry.conflicting && !hasSameMembers(entry.specialties, doctor.specialties)) {
      entry.conflicting = true;
      findings.addRepair(
        `${path}.specialty_formatted`,
        `otras especialidades que en ${entry.path}: se reúnen todas`,
      );
    }
    for (const specialty of doctor.specialties) entry.specialties.add(specialty);
  }

  /** A doctor, and the position of the first appointment that names them. */
  find(id: string): { readonly path: string; readonly row: DoctorRow } | null {
    const entry = this.#entries.get(id);
    if (entry === undefined) return null;
    const { path, doctor, specialties } = entry;
    return { path, row: { ...doctor, specialties: [...specialties] } };
  }
}

function hasSameMembers(set: ReadonlySet<string>, members: readonly string[]): boolean {
  return new Set(members).size === set.size && members.every((member) => set.has(member));
}
