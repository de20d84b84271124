import type * as z from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  string: 'Debe ser un texto.',
  number: 'Debe ser un número.',
  int: 'Debe ser un número entero.',
  boolean: 'Debe ser sí o no (true o false).',
  array: 'Debe ser una lista.',
  object: 'Debe ser un objeto con sus campos.',
  record: 'Debe ser un objeto con sus campos.',
  file: 'Elige un archivo.',
  null: 'Debe ir vacío (null).',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Escribe un correo completo, como nombre@ejemplo.com.',
  url: 'Escribe una dirección web completa, como https://ejemplo.mx.',
  datetime: 'Escribe la fecha con su hora, como 2026-12-09T18:00:00Z.',
  date: 'Escribe una fecha que exista, como 2026-12-09.',
  uuid: 'El identificador no es válido.',
};

const MEGABYTE = 1024 * 1024;

/** A number in the Mexican format: 20,000. */
const formatNumber = (value: number | bigint) => value.toLocaleString('es-MX');

/** 'un elemento', '3 elementos' */
const pluralize = (value: number | bigint, one: string, many: string) =>
  Number(value) === 1 ? one : `${formatNumber(value)} ${many}`;

/** Message about a value, in Spanish, for a schema without its own message. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Falta este dato.';
      return TYPES[issue.expected] ?? OTHER;
    case 'invalid_value': {
      if (issue.values.length > MAX_NAMED) return OTHER;
      const values = issue.values.map(String).join(', ');
      return issue.values.length === 1 ? `Debe ser ${values}.` : `Usa uno de estos: ${values}.`;
    }
    case 'too_big':
      return describeMaximum(issue);
    case 'too_small':
      return describeMinimum(issue);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'No tiene el formato correcto.';
    case 'not_multiple_of':
      return `Debe ser un múltiplo de ${formatNumber(issue.divisor)}.`;
    case 'unrecognized_keys':
      return `${issue.keys.length === 1 ? 'Campo desconocido' : 'Campos desconocidos'}: ${issue.keys.join(', ')}.`;
    case 'invalid_key':
      return 'El nombre de un campo no es válido.';
    case 'invalid_union':
      if (issue.input === undefined || issue.input === null) return 'Falta este dato.';
      return 'No tiene un formato aceptado.';
    case 'invalid_element':
      return 'Un elemento no es válido.';
    default:
      return OTHER;
  }
}

/** Maximum number of allowed values that a sentence lists. */
const MAX_NAMED = 15;

const OTHER = 'El valor no es válido.';

function describeMaximum({
  origin,
  maximum,
  inclusive,
}: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>) {
  if (origin === 'string') return `Como máximo ${pluralize(maximum, 'un carácter', 'caracteres')}.`;
  if (origin === 'array') return `Como máximo ${pluralize(maximum, 'un elemento', 'elementos')}.`;
  if (origin === 'file')
    return `El archivo pesa más de ${formatNumber(Number(maximum) / MEGABYTE)} MB.`;
  return inclusive
    ? `Como máximo ${formatNumber(maximum)}.`
    : `Debe ser menor que ${formatNumber(maximum)}.`;
}

function describeMinimum({
  origin,
  minimum,
  inclusive,
}: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>) {
  if (origin === 'string') {
    return Number(minimum) === 1
      ? 'Falta este dato.'
      : `Al menos ${formatNumber(minimum)} caracteres.`;
  }
  if (origin === 'array') return `Al menos ${pluralize(minimum, 'un elemento', 'elementos')}.`;
  if (origin === 'file') return 'El archivo está vacío.';
  return inclusive
    ? `Como mínimo ${formatNumber(minimum)}.`
    : `Debe ser mayor que ${formatNumber(minimum)}.`;
}
