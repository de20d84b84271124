import type { AnyContractProcedure } from '@orpc/contract';
import { JsonSchemaCoercer } from '@orpc/json-schema';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { toIssue } from '../failures.ts';
import { Problem } from '../problem.ts';
import type { ReceivedFile, ReceivedForm } from '../uploads/receive-form.ts';

const coercer = new JsonSchemaCoercer();
const converter = new ZodToJsonSchemaConverter();

/** The schema of a call without input: the body is ignored. */
function getInputSchema(call: AnyContractProcedure): z.ZodType | undefined {
  const { inputSchema } = call['~orpc'];
  return inputSchema instanceof z.ZodType ? inputSchema : undefined;
}

type InputRequest = Pick<FastifyRequest, 'method' | 'query' | 'body' | 'params'>;

/**
 * Reads a call's input from the parameters of its path (and those fields of the query that it has
 * beside them), or else from the query (GET) or the JSON body, by its schema. Numbers and flags may come as text, as they must in a query.
 */
export function inputReader(call: AnyContractProcedure): (request: InputRequest) => unknown {
  const schema = getInputSchema(call);
  if (schema === undefined) return () => undefined;
  if (call['~orpc'].route.path?.includes('{')) return pathReader(schema);
  const json = toJsonSchema(schema);
  return ({ method, query, body }) => {
    const isQuery = method === 'GET' || method === 'HEAD';
    const sent = isQuery ? { ...(query as object) } : body === undefined ? {} : body;
    return check(schema, coercer.coerce(json, sent));
  };
}

type JsonSchema = ReturnType<typeof converter.convert>[1];

/** Kept for all applications of a process: a run of the tests builds hundreds, of the same contract. */
const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>();

function toJsonSchema(schema: z.ZodType): JsonSchema {
  const known = jsonSchemas.get(schema) ?? converter.convert(schema, { strategy: 'input' })[1];
  jsonSchemas.set(schema, known);
  return known;
}

function pathReader(schema: z.ZodType): (request: InputRequest) => unknown {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return ({ params, query }) => {
    const inPath = params as Record<string, unknown>;
    const beside = Object.entries(query as object).filter(
      ([name]) => known.includes(name) && !Object.hasOwn(inPath, name),
    );
    const { data, error } = schema.safeParse({ ...Object.fromEntries(beside), ...inPath });
    if (error?.issues.every(({ path: [name] }) => beside.some(([field]) => field === name))) {
      throw new Problem('BAD_REQUEST', { issues: error.issues.map(toIssue) });
    }
    if (error) throw new Problem('NOT_FOUND');
    return data;
  };
}

/** Files that a multipart call takes, and the parser of its form. */
interface FormReader {
  /** Most bytes of each file, by field. */
  readonly largest: Readonly<Record<string, number>>;
  read(form: ReceivedForm): unknown;
}

/** @throws Error for any other schema than that of a form, which stops the start */
export function formReader(call: AnyContractProcedure): FormReader {
  const schema = getInputSchema(call);
  if (!(schema instanceof z.ZodObject)) throw new Error('A multipart call takes an object');
  const files = Object.entries<z.ZodType>(schema.shape).filter(([, field]) => isFile(field));
  const fields = schema.omit(Object.fromEntries(files.map(([name]) => [name, true])) as never);
  return {
    largest: Object.fromEntries(files.map(([name, field]) => [name, getLargestSize(field)])),
    read(form) {
      const input = check(fields, { ...form.fields }) as object;
      const missing = files.filter(([name]) => !form.files[name]);
      const issues = missing.flatMap(([name, field]) =>
        (field.safeParse(undefined).error?.issues ?? []).map(({ message }) => ({
          path: name,
          message,
        })),
      );
      if (issues.length > 0) throw new Problem('BAD_REQUEST', { issues });
      return { ...input, ...(form.files as Readonly<Record<string, ReceivedFile>>) };
    },
  };
}

function check(schema: z.ZodType, sent: unknown): unknown {
  const { data, error } = schema.safeParse(sent);
  if (error) throw new Problem('BAD_REQUEST', { issues: error.issues.map(toIssue) });
  return data;
}

const unwrapFile = (field: z.ZodType): z.ZodType =>
  field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field;

const isFile = (field: z.ZodType): boolean => unwrapFile(field) instanceof z.ZodFile;

function getLargestSize(field: z.ZodType): number {
  const checks = unwrapFile(field)._zod.def.checks ?? [];
  for (const { _zod } of checks) {
    if (_zod.def.check === 'max_size') {
      return (_zod.def as z.core.$ZodCheckMaxSizeDef).maximum;
    }
  }
  throw new Error('A file of a call has no largest size');
}
