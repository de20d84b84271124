import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import type { CallMeta } from '@simiente/contract/common/call';
import fc from 'fast-check';
import type { HTTPMethods } from 'fastify';
import * as z from 'zod';

/** A call of the contract for a test: its route, input and output. */
export interface TestCall {
  readonly name: string;
  readonly method: HTTPMethods;
  readonly path: string;
  readonly input: z.ZodType | undefined;
  readonly output: z.ZodType;
}

/** Every call of a contract that takes a query or JSON and answers data. */
export function testCalls(contract: AnyContractRouter, name = ''): TestCall[] {
  if (!isContractProcedure(contract)) {
    return Object.entries(contract).flatMap(([key, inner]) => testCalls(inner, `${name}.${key}`));
  }
  const { route, inputSchema, outputSchema, meta } = contract['~orpc'];
  const { body, answer } = meta as CallMeta;
  if (body === 'multipart' || answer === 'file') return [];
  if (!(outputSchema instanceof z.ZodType)) throw new Error(`${name} has no output schema`);
  return [
    {
      name: name.slice(1),
      method: route.method ?? 'POST',
      path: route.path ?? '',
      input: inputSchema instanceof z.ZodType ? inputSchema : undefined,
      output: outputSchema,
    },
  ];
}

/** The part of JSON Schema that the contract's inputs use. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Maximum items of a generated list; the limits have separate tests. */
const MAX_LIST_LENGTH = 3;

/** Valid inputs of a schema. An id is one of `ids`. */
export function validInput(schema: z.ZodType | undefined, ids: readonly string[]) {
  if (!schema) return fc.constant({});
  const shape = z.toJSONSchema(schema, { io: 'input' }) as Shape;
  // Arbitrary text is often rejected; this keeps most of a form valid.
  return fc.oneof(fromShape(shape, ids, plainText), fromShape(shape, ids, text));
}

/** Valid values of results, because random ones hardly ever are. */
const RESULT_VALUES = [
  { analyte: 'volume', value: '2,1' },
  { analyte: 'fsh', value: '< 0.5', unit: 'UI/L', range: '1.5 – 12.4' },
  { analyte: 'pellet', choice: 'none' },
  { name: 'Urea', value: '30', unit: 'mg/dL' },
] as const;

/** Milliseconds since the epoch, of this century. */
const instant = fc.oneof(
  fc.integer({ min: Date.UTC(2001, 0), max: Date.UTC(2099, 0) }),
  // Close to one another, for calls with an interval.
  fc.integer({ min: Date.UTC(2026, 10, 1), max: Date.UTC(2026, 11, 1) }),
);
const isoInstant = instant.map((at) => new Date(at).toISOString());
const wireInstant = fc.oneof(
  isoInstant,
  instant,
  instant.map((at) => ({ _seconds: Math.floor(at / 1000), _nanoseconds: 0 })),
);

/** Mostly typed text; sometimes arbitrary characters, which some fields reject. */
const text = (maxLength: number) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.string({ unit: 'grapheme', maxLength }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength }) },
  );

/** Text that every text field accepts. */
const plainText = (maxLength: number) =>
  fc
    .string({ unit: fc.constantFrom(...'abcñáü 0123'), minLength: 1, maxLength })
    .map((word) => word.trim() || 'a');

/** RFC 5322 allows more addresses than the contract, including most of those that fast-check generates. */
const email = fc.emailAddress().filter((address) => z.email().safeParse(address).success);

function fromShape(
  shape: Shape,
  ids: readonly string[],
  words: typeof text,
): fc.Arbitrary<unknown> {
  if (shape.format === 'wire-instant') return wireInstant;
  if (shape.format === 'result-value') return fc.constantFrom(...RESULT_VALUES);
  if (shape.format === 'amount') return fc.constantFrom('3', '2,5');
  if (shape.format === 'date-time') return isoInstant;
  if (shape.format === 'date') return isoInstant.map((at) => at.slice(0, 10));
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.oneOf) return fc.oneof(...shape.oneOf.map((option) => fromShape(option, ids, words)));
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((option) => fromShape(option, ids, words)));
  if (Array.isArray(shape.type)) {
    const types: readonly string[] = shape.type;
    return fc.oneof(...types.map((type) => fromShape({ ...shape, type }, ids, words)));
  }
  switch (shape.type) {
    case 'object': {
      if (!shape.properties) return fc.dictionary(fc.constantFrom('calle', 'ciudad'), words(40));
      const required = shape.required ?? [];
      // Optional fields (a version, a cursor) make an input invalid most often.
      const fields = Object.entries(shape.properties).filter(
        ([key]) => words !== plainText || required.includes(key),
      );
      return fc.record(
        Object.fromEntries(fields.map(([key, inner]) => [key, fromShape(inner, ids, words)])),
        { requiredKeys: [...required] },
      );
    }
    case 'array':
      return fc.array(fromShape(shape.items ?? {}, ids, words), {
        minLength: shape.minItems ?? 0,
        maxLength: Math.min(shape.maxItems ?? MAX_LIST_LENGTH, MAX_LIST_LENGTH),
      });
    case 'integer':
      return fc.integer({ min: shape.minimum ?? -1000, max: shape.maximum ?? 1000 });
    case 'number':
      return fc.double({
        min: shape.minimum ?? -1000,
        max: shape.maximum ?? 1000,
        noNaN: true,
      });
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'string':
      if (shape.format === 'email') return email;
      if (shape.format === 'phone') return fc.constantFrom('55 1234 5678', '+52 (33) 3641-9025');
      if (shape.format === 'web-address') return fc.webUrl();
      if (shape.format === 'exam') return fc.constantFrom('SEM', 'Perfil Hormonal');
      if (shape.format === 'time-of-day') return fc.constantFrom('08:00', '09:30', '20:00');
      return shape.pattern === undefined
        ? words(Math.min(shape.maxLength ?? 40, 40))
        : fc.constantFrom(...ids);
    default:
      throw new Error(`No input can be generated for ${JSON.stringify(shape)}`);
  }
}

/** Values that are invalid for some field. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00x',
    '\u202e\ufeff',
    "' or '1'='1' --",
    '"; drop table patients; --',
    String.raw`\'; select pg_sleep(9) --`,
    '%',
    '%%__\\',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '../../etc/passwd',
    '{{7*7}}',
    '__proto__',
    'constructor',
    '2026-02-30T99:99:99Z',
    '-1',
    '1e999',
    'NaN',
    '0x7fffffff',
    '9007199254740993',
    1e308,
    -1,
    1.5,
    Number.MAX_SAFE_INTEGER,
    [],
    {},
    [null],
    { $gt: '' },
    { toString: 'x' },
    { length: 1e9 },
    [[[[[[]]]]]],
  ),
  fc.string({
    unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)),
    maxLength: 30,
  }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Valid inputs with one mutation. */
export function invalidInput(schema: z.ZodType | undefined, ids: readonly string[]) {
  const key = fc.oneof(
    fc.constantFrom(
      'id',
      'status',
      'version',
      'deletedAt',
      '__proto__',
      'constructor',
      'prototype',
      '',
    ),
    fc.string({ maxLength: 6 }),
  );
  return fc
    .tuple(
      validInput(schema, ids),
      fc.nat(),
      key,
      hostile,
      fc.constantFrom('replace', 'add', 'drop', 'repeat', 'nest'),
    )
    .map(([input, position, name, value, mutation]) => {
      const entries: [string, unknown][] = Object.entries(input as Record<string, unknown>);
      const at = entries.length === 0 ? 0 : position % entries.length;
      const [field] = entries[at] ?? [name];
      if (mutation === 'drop') entries.splice(at, 1);
      else if (mutation === 'add') entries.push([name, value]);
      else if (mutation === 'repeat') entries.push([field, entries[at]?.[1] ?? value]);
      else if (mutation === 'nest') entries.push([`${field}[${name}]`, value]);
      else entries[at] = [field, value];
      return entries;
    });
}

/** Query string of entries whose keys may be repeated. */
export function toQuery(entries: readonly (readonly [string, unknown])[]): string {
  return entries.map(([key, value]) => `${encode(key)}=${encode(asText(value))}`).join('&');
}

/** JSON object of entries, assembled as text, because an object literal would lose `__proto__`. */
export function toBody(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
}

function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** A lone surrogate cannot be in a URL; it is sent as the bytes of a careless client. */
export function encode(text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : `%ED%A0%80${encodeURIComponent(text.toWellFormed())}`;
}
