import { isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { contract } from '../index.ts';
import { describeIssue } from './issue-words.ts';

/** The schemas of a call's input, including nested ones. */
function* listSchemas(part: object): Generator<z.core.$ZodTypes> {
  for (const value of Object.values(part)) {
    if (!isContractProcedure(value)) yield* listSchemas(value);
    else if (value['~orpc'].inputSchema) yield* within(value['~orpc'].inputSchema as z.ZodType);
  }
}

function* within(schema: z.core.$ZodType): Generator<z.core.$ZodTypes> {
  const shape = schema as z.core.$ZodTypes;
  // A transform only receives values that another schema has parsed.
  if (shape._zod.def.type === 'transform') return;
  yield shape;
  const { def } = shape._zod;
  const { checks: _, ...inner } = def;
  const parts: unknown[] = Object.values(inner).flatMap((value: unknown) =>
    Array.isArray(value) || value?.constructor === Object
      ? Object.values(value as object)
      : [value],
  );
  for (const part of parts) if (part instanceof z.core.$ZodType) yield* within(part);
}

/** Invalid values, among them a text and a list that exceed every limit. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  true,
  1,
  -1,
  1.5,
  1e21,
  Number.NaN,
  '',
  ' ',
  'x',
  'x'.repeat(200_000),
  '2026-02-30',
  [],
  [null],
  Array.from({ length: 20_000 }, () => 'x'),
  {},
  { otro: 1 },
  { otro: 1, más: 2 },
  new File([], 'vacío'),
  new Date(0),
];

const ZOD_WORDS =
  /se esperaba|Entrada|Inválid|inválid[oa]:|Demasiado|arreglo|indefinido|nulo|nunca|Invalid|[Ee]xpected|, received|undefined|Unrecognized|Too |NaN|\[object/;

test('C9, E-10.1009: every issue of the contract is a complete Spanish sentence', () => {
  const codes = new Map<string, Set<string>>();
  for (const schema of listSchemas(contract)) {
    for (const value of WRONG) {
      const { error } = z.safeParse(schema, value, { error: describeIssue });
      for (const { code, message } of error?.issues ?? []) {
        codes.set(code, (codes.get(code) ?? new Set()).add(message));
      }
    }
  }
  const messages = [...codes.values()].flatMap((texts) => [...texts]);
  expect(messages.filter((message) => ZOD_WORDS.test(message))).toEqual([]);
  expect(messages.filter((message) => !/^\p{Lu}/u.test(message))).toEqual([]);
  // A new kind of issue needs a sentence, and its name in this list.
  expect([...codes.keys()].toSorted()).toEqual([
    'custom',
    'invalid_format',
    'invalid_type',
    'invalid_union',
    'invalid_value',
    'too_big',
    'too_small',
    'unrecognized_keys',
  ]);
});

test.each([
  [z.string(), undefined, 'Falta este dato.'],
  [z.array(z.string()).min(1), [], 'Al menos un elemento.'],
  [z.array(z.string()).max(3), ['a', 'b', 'c', 'd'], 'Como máximo 3 elementos.'],
  [z.string().max(20_000), 'x'.repeat(20_001), 'Como máximo 20,000 caracteres.'],
  [z.int(), 1.5, 'Debe ser un número entero.'],
  [z.literal(['pending', 'assigned']), 'otro', 'Usa uno de estos: pending, assigned.'],
  [z.strictObject({}), { otro: 1 }, 'Campo desconocido: otro.'],
  [z.iso.datetime(), '2026-12-09', 'Escribe la fecha con su hora, como 2026-12-09T18:00:00Z.'],
  [z.email(), 'ana', 'Escribe un correo completo, como nombre@ejemplo.com.'],
  [z.number().gt(0), 0, 'Debe ser mayor que 0.'],
])('C9, E-10.1009: an issue gets its Spanish sentence: case %#', (schema, value, sentence) => {
  const { error } = schema.safeParse(value, { error: describeIssue });
  expect(error?.issues.map(({ message }) => message)).toEqual([sentence]);
});

test.each([undefined, null])(
  'E-10.2977: a value of several forms, such as an address or a date, is missing when it is %s',
  (value) => {
    const { error } = z
      .union([z.string(), z.strictObject({ city: z.string() })])
      .safeParse(value, { error: describeIssue });
    expect(error?.issues.map(({ message }) => message)).toEqual(['Falta este dato.']);
  },
);
