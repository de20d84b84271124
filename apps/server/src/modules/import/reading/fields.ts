import { parseWireDate } from '@simiente/contract/common/dates';
import { dayWithoutHour, startOfDay } from '@simiente/contract/common/days';
import { recordId } from '@simiente/contract/common/ids';
import { isStorable, visibleText } from '@simiente/contract/common/text';
import * as z from 'zod';
import type { Findings } from '../findings.ts';
import type { ImportRow } from '../kinds.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The position of a record in the export, and its findings. */
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

/**
 * Path of a column in the export, and the schema that reads it. `calendly_data.start_time` is in a nested object;
 * `idBranch o id` is the first of both that has a value.
 */
type Column = readonly [path: string, schema: z.ZodType];
type Columns = Readonly<Record<string, Column>>;

type Settled<T> = T extends DayStart ? Date : T extends InvalidDate ? null : T;
type ReadRow<Read extends Columns> = {
  readonly [Name in keyof Read]: Settled<z.output<Read[Name][1]>>;
} & {
  /** The texts of invalid dates, which are null, by column. */
  readonly invalidDates?: Record<string, string>;
};

/**
 * Reads the columns of a record. Changed values and fields that no column reads are findings.
 * @param ignored further fields, which are not reported
 * @throws Rejection
 */
export function readColumns<const Read extends Columns>(
  columns: Read,
  value: unknown,
  at: Location,
  ignored: readonly string[] = [],
): ReadRow<Read> {
  if (!isObject(value)) throw new Rejection('no es un objeto');
  const names = Object.values<Column>(columns).flatMap(([path]) => path.split(' o '));
  reportUnknown(value, [...names, ...ignored], at);
  const { path, findings, timeZone } = at;
  const changes: (() => void)[] = [];
  const row: Record<string, unknown> = {};
  const invalidDates: Record<string, string> = {};
  for (const [name, column] of Object.entries<Column>(columns)) {
    const read = readColumn(column, value, (field, reason) =>
      changes.push(() => findings.addRepair(`${path}.${field}`, reason)),
    );
    if (read instanceof InvalidDate) {
      row[name] = null;
      invalidDates[name] = read.text;
      changes.push(() => findings.addNotice(`${path}.${column[0]}`, 'fecha inválida'));
    } else row[name] = typeof read === 'function' ? read(timeZone) : read;
  }
  for (const report of changes) report();
  const isClean = Object.keys(invalidDates).length === 0;
  return { ...row, ...(isClean ? {} : { invalidDates }) } as ReadRow<Read>;
}

/** Reads a column until its schema replaces no more values. */
function readColumn(
  [path, schema]: Column,
  record: JsonObject,
  onRepair: (path: string, reason: string) => void,
): unknown {
  const values = path.split(' o ').map((name) => findValue(record, name));
  let value = values.find(Boolean) ?? values[0];
  for (;;) {
    const { data, error } = schema.safeParse(value);
    if (!error) return data;
    for (const issue of error.issues) {
      const [key] = issue.path;
      const at = typeof key === 'number' ? `${path}[${key}]` : [path, ...issue.path].join('.');
      if (issue.code !== 'custom' || !issue.params) {
        throw new Rejection(issue.message.replace(FIELD, () => at));
      }
      onRepair(at, issue.message);
      const { replacement } = issue.params;
      if (key === undefined) value = replacement;
      else if (Array.isArray(value)) value = value.with(Number(key), replacement);
      else value = { ...(value as JsonObject), [key]: replacement };
    }
  }
}

function findValue(record: JsonObject, path: string): unknown {
  let value: unknown = record;
  for (const name of path.split('.')) value = isObject(value) ? value[name] : undefined;
  return value;
}

/** Reports fields at unknown paths, and nested values that are not objects. */
function reportUnknown(
  object: JsonObject,
  paths: readonly string[],
  at: Location,
  prefix = '',
): void {
  for (const name in object) {
    const field = `${prefix}${name}`;
    const value = object[name];
    if (paths.includes(field)) continue;
    if (!paths.some((path) => path.startsWith(`${field}.`))) {
      at.findings.addIgnored(`${at.pattern}.${field}`);
    } else if (isObject(value)) reportUnknown(value, paths, at, `${field}.`);
    else if (!isMissing(value)) {
      at.findings.addRepair(`${at.path}.${field}`, 'no es un objeto: se deja vacío');
    }
  }
}

/** An invalid date of the export, with its text, which answers show instead of the date. */
class InvalidDate {
  readonly text: string;

  constructor(value: unknown) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const isLong = text.length > MAX_DATE_LENGTH;
    const shortened = isLong ? `${text.slice(0, MAX_DATE_LENGTH)}…` : text;
    this.text = shortened.replace(UNSTORABLE, '\uFFFD');
  }
}

/** Returns the first instant of a day without an hour. */
type DayStart = (timeZone: string) => Date;

/** Maximum UTF-16 units; the longest valid date has half as many. */
const MAX_DATE_LENGTH = 60;
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** Maximum UTF-16 units. */
export const maxLengths = {
  name: 300,
  email: 320,
  phone: 60,
  label: 300,
  prose: 100_000,
  url: 2_048,
} as const;

/** Placeholder for the field's name in the message of an issue. */
const FIELD = '%';

/** The value of a field, which may be missing. */
export const field = z.unknown().optional();

function isMissing(value: unknown): value is null | undefined | '' {
  return value === undefined || value === null || value === '';
}

type Context = z.core.$RefinementCtx;

function reject(context: Context, message: string): never {
  context.addIssue(message);
  return z.NEVER;
}

function rejectMissing(context: Context): never {
  return reject(context, `falta ${FIELD}`);
}

/** Replaces the value by one that the same schema accepts. */
function repair(context: Context, replacement: unknown, message: string): never {
  context.addIssue({ code: 'custom', message, params: { replacement } });
  return z.NEVER;
}

/** A text without characters that PostgreSQL cannot store; null without a text. */
export function text(max: number) {
  return field.transform((value, context): string | null => {
    if (isMissing(value)) return null;
    if (typeof value === 'number') {
      return repair(context, String(value), 'era un número: se guarda como texto');
    }
    if (typeof value !== 'string') return repair(context, null, 'no es un texto: se deja vacío');
    if (value.length > max) return reject(context, `${FIELD} tiene más de ${max} caracteres`);
    if (isStorable(value)) return value;
    const storable = value.replaceAll(UNSTORABLE, '');
    return repair(context, storable, 'se quitaron caracteres que no se pueden guardar');
  });
}

/** A text without invisible characters; null without a text. */
export function line(max: number) {
  return text(max).transform((value, context) => {
    const visible = value && visibleText(value);
    if (visible === value) return value;
    return repair(context, visible, 'se quitaron caracteres invisibles');
  });
}

/** A line that is left out if it is too long. */
export function optionalLine(max: number) {
  return field
    .transform((value, context) => {
      const isLong = typeof value === 'string' && value.length > max;
      if (!isLong) return value;
      return repair(context, null, `tiene más de ${max} caracteres: se deja vacío`);
    })
    .pipe(line(max));
}

/** A line that is neither missing nor blank. */
export function requiredText(max: number) {
  return line(max).transform((value, context): string =>
    value?.trim() ? value : rejectMissing(context),
  );
}

export const optionalId = field.transform((value, context): string | null => {
  if (isMissing(value)) return null;
  const { data } = recordId.safeParse(value);
  return data ?? reject(context, `${FIELD} no es un identificador válido`);
});

export const id = optionalId.transform((value, context) => value ?? rejectMissing(context));

/** A list; empty without one. */
export const list = field.transform((value, context): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return isMissing(value) ? [] : repair(context, [], 'no es una lista: se deja vacía');
});

/** The texts of a list; other values are left out. */
export function texts(max: number) {
  return list
    .pipe(z.array(line(max)))
    .transform((values) => values.filter((value) => value !== null));
}

/** An http or https URL without spaces and control characters, which could hide the host. */
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\p{Surrogate}]+$/iu;

/** An http or https address; null if missing, or for another scheme. */
export const webAddress = field.transform((value, context): string | null => {
  if (isMissing(value)) return null;
  const url = typeof value === 'string' ? value.trim() : '';
  if (url.length <= maxLengths.url && WEB_ADDRESS.test(url) && URL.canParse(url)) return url;
  return repair(context, null, 'no es una dirección http o https: se deja vacía');
});

/** An instant, or a day without an hour as in the export; null if missing. */
export const instantOrDay = field.transform((value): Date | null | InvalidDate | DayStart => {
  const day = dayWithoutHour(value);
  return day === undefined ? readInstant(value) : (timeZone) => startOfDay(day, timeZone);
});

/** An instant; a day without an hour is invalid. Null if missing. */
export const instant = field.transform(readInstant);

function readInstant(value: unknown): Date | null | InvalidDate {
  const date = parseWireDate(value);
  if (date === 'invalid') return new InvalidDate(value);
  return date === 'missing' ? null : date;
}

const int32 = z.int32();

/** An integer of four bytes; null without a valid value. */
export const integer = field.transform((value, context): number | null => {
  if (isMissing(value)) return null;
  const { data } = int32.safeParse(value);
  return data ?? repair(context, null, 'no es un número entero: se deja vacío');
});

/** A boolean; false if missing. */
export const flag = field.transform((value, context): boolean => {
  if (typeof value === 'boolean') return value;
  return isMissing(value) ? false : repair(context, false, 'no es sí o no: se guarda como no');
});

/** Degrees from `-limit` to `limit`; null without a valid value. */
export function degrees(limit: number) {
  return field.transform((value, context): number | null => {
    if (isMissing(value)) return null;
    if (typeof value === 'number' && Math.abs(value) <= limit) return value;
    return repair(context, null, `no es una coordenada entre -${limit} y ${limit}: se deja vacía`);
  });
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type DoctorRow = ImportRow<'doctor'> & { readonly specialties: string[] };

/** The doctors of all appointments, each once, with the specialties of all their appointments. */
export class DoctorBook {
  readonly #doctors = new Map<string, { path: string; row: DoctorRow; names: Set<string> }>();
  /** Ids of doctors whose appointments differ in specialties; only the first difference is a finding. */
  readonly #conflicting = new Set<string>();

  /** Adds the doctor of an appointment; differences from earlier ones are findings. */
  add(doctor: DoctorRow, { path, findings }: Location): void {
    const { id, name } = doctor;
    const earlier = this.#doctors.get(id);
    if (earlier === undefined) {
      const row = { ...doctor, specialties: [...new Set(doctor.specialties)] };
      this.#doctors.set(id, { path, row, names: new Set([name]) });
      return;
    }
    if (!earlier.names.has(name)) {
      earlier.names.add(name);
      const reason = `otro nombre del mismo médico: se usa el de ${earlier.path}`;
      findings.addRepair(`${path}.name`, reason);
    }
    const specialties = new Set([...earlier.row.specialties, ...doctor.specialties]);
    const isSame = [earlier.row, doctor].every(
      (row) => new Set(row.specialties).size === specialties.size,
    );
    if (!isSame && !this.#conflicting.has(id)) {
      this.#conflicting.add(id);
      const reason = `otras especialidades que en ${earlier.path}: se reúnen todas`;
      findings.addRepair(`${path}.specialty_formatted`, reason);
    }
    earlier.row = { ...earlier.row, specialties: [...specialties] };
  }

  /** A doctor, and the position of the first appointment that names them. */
  find(id: string): { readonly path: string; readonly row: DoctorRow } | undefined {
    return this.#doctors.get(id);
  }
}
