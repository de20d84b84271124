import { isContractProcedure, minifyContractRouter } from '@orpc/contract';
import type { Plugin } from 'vite';
import type * as z from 'zod';
import type { Shape } from '../src/lib/api/answer-shape.ts';

const MODULE = 'virtual:call-routes';

/**
 * Calls for the browser: the method and path of each, and the shape of its answer. The schemas are left out,
 * because in the browser they would be a third of the initial JavaScript.
 */
export function callRoutes(): Plugin {
  return {
    name: 'simiente:call-routes',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const { contract } = await import('@simiente/contract');
      const shapes = JSON.stringify(Object.fromEntries(answerShapes(contract)));
      return `export const contract = ${JSON.stringify(minifyContractRouter(contract))};
        export const answerShapes = JSON.parse(${JSON.stringify(shapes)});`;
    },
  };
}

/** The shape of each call's answer, by the call's name, such as `patients.list`. */
function* answerShapes(part: object, names: readonly string[] = []): Generator<[string, Shape]> {
  for (const [name, value] of Object.entries(part)) {
    const path = [...names, name];
    if (!isContractProcedure(value)) yield* answerShapes(value, path);
    else yield [path.join('.'), toShape(value['~orpc'].outputSchema as z.core.$ZodTypes)];
  }
}

/** @throws Error for an unsupported type of schema, which stops the build */
function toShape(schema: z.core.$ZodTypes): Shape {
  const { def } = schema._zod;
  const inner = (one: z.core.$ZodType) => toShape(one as z.core.$ZodTypes);
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return def.type;
    case 'file':
      return 'any';
    case 'record':
      return {};
    case 'array':
      return [inner(def.element)];
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([field, one]) => [
          one._zod.optout === 'optional' ? `${field}?` : field,
          inner(one),
        ]),
      );
    case 'optional':
      return inner(def.innerType);
    case 'nullable':
      return mergeShapes([inner(def.innerType), 'null']);
    case 'union':
      return mergeShapes(def.options.map(inner));
    case 'literal':
      return mergeShapes(
        def.values.map((value) => (value === null ? 'null' : (typeof value as 'string'))),
      );
    case 'enum':
      return 'string';
    default:
      throw new Error(`Unsupported schema type in an answer: ${def.type}`);
  }
}

function mergeShapes(shapes: readonly Shape[]): Shape {
  const different = new Map(shapes.map((shape) => [JSON.stringify(shape), shape]));
  const [first = 'any', ...others] = different.values();
  return others.length === 0 ? first : [first, ...others];
}
