import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { contract } from './index.ts';

/** Characters that PostgreSQL stores neither in a text column nor in a JSON document. */
const NOT_STORABLE = ['\ud800', 'a\udc00', '\u0000'];

/** Fields that are compared, decoded or parsed, and never stored as received. */
const NEVER_STORED =
  /\.(cursor|currentPassword|curp)$|\.confirmation\.|^intake\.receive\.website$|^results\.correct\.values\.value$/;

interface Inner {
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
}

/** The fields of a schema that accept one of these texts. */
function findUnstorable(schema: z.ZodType, path: string): string[] {
  const { shape, options, element, innerType } = schema._zod.def as Inner;
  if (shape) {
    return Object.entries(shape).flatMap(([key, field]) => findUnstorable(field, `${path}.${key}`));
  }
  const isText = NOT_STORABLE.some((text) => schema.safeParse(text).success);
  if (options) {
    return isText ? [path] : options.flatMap((option) => findUnstorableInside(option, path));
  }
  const part = element ?? innerType;
  if (part) return findUnstorable(part, path);
  return isText ? [path] : [];
}

/** Fields of a union's option. The union itself may still reject the text. */
function findUnstorableInside(option: z.ZodType, path: string): string[] {
  return option._zod.def.type === 'string' ? [] : findUnstorable(option, path);
}

function inputs(router: AnyContractRouter, name: string): (readonly [string, z.ZodType])[] {
  if (!isContractProcedure(router)) {
    return Object.entries(router).flatMap(([key, inner]) => inputs(inner, `${name}.${key}`));
  }
  const { inputSchema } = router['~orpc'];
  return inputSchema instanceof z.ZodType ? [[name.slice(1), inputSchema]] : [];
}

test('no input of a call accepts text that the database cannot store', () => {
  const all = inputs(contract, '');
  expect(all.length).toBeGreaterThan(80);
  const accepting = all.flatMap(([name, schema]) => findUnstorable(schema, name));
  expect(accepting.filter((path) => !NEVER_STORED.test(path))).toEqual([]);
});

/** Messages for wrong values of the fields of a schema. */
function listMessages(schema: z.ZodType): string[] {
  const { shape, options, element, innerType } = schema._zod.def as Inner;
  const parts = [...Object.values(shape ?? {}), ...(options ?? []), element, innerType];
  const wrong = ['', 'a', 'a\n', '\ud800', '2026-02-30', '9'.repeat(300), [], null];
  return [
    ...wrong
      .flatMap((value) => schema.safeParse(value).error?.issues ?? [])
      .map((one) => one.message),
    ...parts.flatMap((part) => (part === undefined ? [] : listMessages(part))),
  ];
}

/** Texts of Zod, and sentences that the specification has without a full stop. */
const WITHOUT_STOP = /^(?:Invalid|Too|Unrecognized|Por favor selecciona al menos un)/;

test('E-10.3094: the messages of wrong values end with a full stop', () => {
  const messages = new Set(inputs(contract, '').flatMap(([, schema]) => listMessages(schema)));
  expect(messages).toContain('La fecha no existe.');
  const open = [...messages].filter((text) => !WITHOUT_STOP.test(text) && !text.endsWith('.'));
  expect(open).toEqual([]);
});
