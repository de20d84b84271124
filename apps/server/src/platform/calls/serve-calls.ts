import multipart from '@fastify/multipart';
import {
  type AnyContractProcedure,
  type AnyContractRouter,
  isContractProcedure,
} from '@orpc/contract';
import { JsonSchemaCoercer } from '@orpc/json-schema';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { Capability } from '@simiente/contract/common/access/roles';
import { type CallMeta, MAX_BODY_SIZE } from '@simiente/contract/common/call';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import * as z from 'zod';
import type { Database } from '../database/database.ts';
import { parseInput, toIssue } from '../failures.ts';
import { createSemaphore } from '../http/load/semaphore.ts';
import { getStaff } from '../identity/guard.ts';
import { Problem } from '../problem.ts';
import type { ClamdAddress } from '../uploads/antivirus.ts';
import {
  type ReceivedFile,
  type ReceivedForm,
  UPLOAD_PERMITS,
  withForm,
} from '../uploads/receive-form.ts';
import { type CallContext, type CallDeps, makeCallContext } from './call-context.ts';
import { DataStream, openDataStream } from './data-stream.ts';
import type { FileAnswer, Handlers, RoutedHandler } from './handlers.ts';

interface ServeOptions extends CallDeps {
  readonly uploadFolder: string;
  readonly clamd: ClamdAddress | null;
  /**
   * Whether every answer is checked against the contract before it is sent: in tests and development, not in
   * production.
   */
  readonly checkAnswers: boolean;
  /** Replaces the ids of merged patients in an input; undefined if the input has no such id. */
  readonly resolveIds: <Input>(db: Database, input: Input) => Promise<Input | undefined>;
}

type Handle = (context: CallContext, input: unknown) => unknown;

/** Limits of streamed answers. A stream keeps its permit until it is read, after its request has ended. */
const STREAM_PERMITS = { all: 6, perClient: 4, retryAfter: 10 };

/** Registers a route for every call of a contract. The contract defines access, input and answer. */
export async function serveCalls<Contract extends AnyContractRouter>(
  app: FastifyInstance,
  contract: Contract,
  handlers: Handlers<Contract>,
  options: ServeOptions,
): Promise<void> {
  const streams = createSemaphore(STREAM_PERMITS, () => app.metrics.shed('streams'));
  const uploads = createSemaphore(UPLOAD_PERMITS, () => app.metrics.shed('uploads'));
  app.metrics.addGauge('simiente_uploads', 'Uploads under way', () => uploads.count().busy);
  const served = pairHandlers(contract, handlers);
  const isForm = (call: AnyContractProcedure) => callRoute(call).body === 'multipart';
  for (const pair of served) if (!isForm(pair[0])) serveCall(app, ...pair);
  // Forms are parsed in a separate scope, so that no other route accepts a multipart body.
  await app.register(async (scope) => {
    await scope.register(multipart);
    for (const pair of served) if (isForm(pair[0])) serveCall(scope, ...pair);
  });

  function serveCall(
    scope: FastifyInstance,
    call: AnyContractProcedure,
    { handle, head, route: { config, ...route } }: RoutedHandler<Handle>,
  ): void {
    const { method, path, access, capabilities, needsProof, bodyLimit, answer } = callRoute(call);
    const handler = isForm(call) ? makeFormHandler(call, handle) : makeCallHandler(call, handle);
    const headHandler = head ? makeCallHandler(call, head) : handler;
    const check = options.checkAnswers && answer === 'data' ? answerCheck(call) : undefined;
    scope.route({
      ...route,
      method,
      url: path,
      bodyLimit,
      config: {
        ...config,
        access,
        capabilities,
        needsProof,
        ...(isForm(call) && { form: true, longBody: true }),
      },
      handler: async (request, reply) => {
        const context = makeCallContext(request, options);
        if (access === 'session') getStaff(request);
        const result = await (request.method === 'HEAD' ? headHandler : handler)(context, request);
        return answer === 'file'
          ? sendFile(reply, result as FileAnswer)
          : sendData(request, reply, result, check);
      },
    });
  }

  function makeCallHandler(call: AnyContractProcedure, handle: Handle) {
    const read = inputReader(call);
    return (context: CallContext, request: FastifyRequest) =>
      handleWithMerges(handle, context, read(request));
  }

  /** If the handler finds no record because of a merge, it runs again with the id of the remaining record. */
  async function handleWithMerges(
    handle: Handle,
    context: CallContext,
    input: unknown,
  ): Promise<unknown> {
    try {
      return await handle(context, input);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error;
      const resolved = await options.resolveIds(context.db, input);
      if (resolved === undefined) throw error;
      return handle(context, resolved);
    }
  }

  function makeFormHandler(call: AnyContractProcedure, handle: Handle) {
    const { maxBytes, read } = formReader(call);
    const limits = { folder: options.uploadFolder, maxBytes, clamd: options.clamd };
    return (context: CallContext, request: FastifyRequest) =>
      uploads.withPermit(getStaff(request).id, () =>
        withForm(request, limits, async (form) => handleWithMerges(handle, context, read(form))),
      );
  }

  async function sendData(
    request: FastifyRequest,
    reply: FastifyReply,
    data: unknown,
    check: ((text: string) => void) | undefined,
  ): Promise<FastifyReply> {
    reply.header('cache-control', 'no-store').type('application/json');
    if (!(data instanceof DataStream)) {
      const text = JSON.stringify({ status: 200, data });
      check?.(text);
      return reply.send(Buffer.from(text));
    }
    const release = await streams.take(getStaff(request).id);
    const answer = await openDataStream(data, request.log, check).catch((fault: unknown) => {
      release();
      throw fault;
    });
    return reply.send(answer.once('close', release));
  }
}

function sendFile(reply: FastifyReply, { headers, content }: FileAnswer): FastifyReply {
  reply.headers({ 'cache-control': 'no-store', ...headers });
  return content === null ? reply.send() : reply.send(content);
}

function pairHandlers(
  contract: AnyContractRouter,
  handlers: unknown,
): [AnyContractProcedure, RoutedHandler<Handle>][] {
  if (isContractProcedure(contract)) {
    const handler = handlers as Handle | RoutedHandler<Handle>;
    return [[contract, typeof handler === 'function' ? { handle: handler, route: {} } : handler]];
  }
  return Object.entries(contract).flatMap(([name, inner]) =>
    pairHandlers(inner, (handlers as Readonly<Record<string, unknown>>)[name]),
  );
}

/** @returns a check that throws if an answer does not match the contract, extra fields included */
function answerCheck(call: AnyContractProcedure): (text: string) => void {
  const { outputSchema, route } = call['~orpc'];
  if (!(outputSchema instanceof z.ZodType)) throw new Error(`${route.path} has no output schema`);
  return (text) => {
    const { error } = outputSchema.safeParse(JSON.parse(text));
    if (error) throw new Error(`The answer of ${route.path} breaks the contract: ${error.message}`);
  };
}

interface CallRoute {
  readonly method: HTTPMethods;
  /** Path in Fastify's syntax: `/v1/files/:id`. */
  readonly path: string;
  readonly access: CallMeta['access'];
  /** Capabilities that the call needs; empty for an open call and for one on the user's own account. */
  readonly capabilities: readonly Capability[];
  readonly needsProof: boolean;
  readonly body: NonNullable<CallMeta['body']>;
  /** Bytes of JSON. */
  readonly bodyLimit: number;
  readonly answer: NonNullable<CallMeta['answer']>;
}

export function callRoutes(contract: AnyContractRouter): CallRoute[] {
  if (!isContractProcedure(contract)) return Object.values(contract).flatMap(callRoutes);
  return [callRoute(contract)];
}

export function callRoute(call: AnyContractProcedure): CallRoute {
  const { route, meta } = call['~orpc'];
  const { method, path } = route;
  if (!method || !path) throw new Error('A call of the contract has no method or path');
  const { maxBody: bodyLimit = MAX_BODY_SIZE, ...declared } = meta as CallMeta;
  const defaults = { capabilities: [], needsProof: false, body: 'json', answer: 'data' } as const;
  const fastifyPath = path.replaceAll(/\{(\w+)\}/g, ':$1');
  return { ...defaults, ...declared, method, path: fastifyPath, bodyLimit };
}

const coercer = new JsonSchemaCoercer();
const converter = new ZodToJsonSchemaConverter();

/** Undefined for a call without input, whose body is ignored. */
function getInputSchema(call: AnyContractProcedure): z.ZodType | undefined {
  const { inputSchema } = call['~orpc'];
  return inputSchema instanceof z.ZodType ? inputSchema : undefined;
}

type InputRequest = Pick<FastifyRequest, 'method' | 'query' | 'body' | 'params'>;

/**
 * Reads a call's input by its schema. A call with parameters in its path gets them and the query; another gets the
 * query (GET) or the JSON body. Numbers and booleans may be text, because a query has nothing else.
 */
function inputReader(call: AnyContractProcedure): (request: InputRequest) => unknown {
  const schema = getInputSchema(call);
  if (schema === undefined) return () => undefined;
  if (call['~orpc'].route.path?.includes('{')) return pathReader(schema);
  const json = toJsonSchema(schema);
  return ({ method, query, body }) => {
    const isQuery = method === 'GET' || method === 'HEAD';
    const sent = isQuery ? { ...(query as object) } : body === undefined ? {} : body;
    return parseInput(schema, coercer.coerce(json, sent));
  };
}

type JsonSchema = ReturnType<typeof converter.convert>[1];

/** Cached for all applications of a process, because the tests build hundreds from the same contract. */
const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>();

function toJsonSchema(schema: z.ZodType): JsonSchema {
  const jsonSchema = jsonSchemas.get(schema) ?? converter.convert(schema, { strategy: 'input' })[1];
  jsonSchemas.set(schema, jsonSchema);
  return jsonSchema;
}

function pathReader(schema: z.ZodType): (request: InputRequest) => unknown {
  const fieldNames = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return ({ params, query }) => {
    const inPath = params as Record<string, unknown>;
    const queryFields = Object.entries(query as object).filter(
      ([name]) => fieldNames.includes(name) && !Object.hasOwn(inPath, name),
    );
    const { data, error } = schema.safeParse({ ...Object.fromEntries(queryFields), ...inPath });
    if (error?.issues.every(({ path: [name] }) => queryFields.some(([field]) => field === name))) {
      throw new Problem('BAD_REQUEST', { issues: error.issues.map(toIssue) });
    }
    if (error) throw new Problem('NOT_FOUND');
    return data;
  };
}

/** Files that a multipart call accepts, and the parser of its form. */
interface FormReader {
  /** Maximum bytes of each file, by field. */
  readonly maxBytes: Readonly<Record<string, number>>;
  read(form: ReceivedForm): unknown;
}

function formReader(call: AnyContractProcedure): FormReader {
  const schema = getInputSchema(call);
  if (!(schema instanceof z.ZodObject))
    throw new Error('The input of a multipart call must be an object');
  const files = Object.entries<z.ZodType>(schema.shape).filter(([, field]) => isFile(field));
  const fields = schema.omit(Object.fromEntries(files.map(([name]) => [name, true])) as never);
  return {
    maxBytes: Object.fromEntries(files.map(([name, field]) => [name, getMaxBytes(field)])),
    read(form) {
      const input = parseInput(fields, { ...form.fields }) as object;
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

const unwrapFile = (field: z.ZodType): z.ZodType =>
  field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field;

const isFile = (field: z.ZodType): boolean => unwrapFile(field) instanceof z.ZodFile;

function getMaxBytes(field: z.ZodType): number {
  const checks = unwrapFile(field)._zod.def.checks ?? [];
  for (const { _zod } of checks) {
    if (_zod.def.check === 'max_size') {
      return (_zod.def as z.core.$ZodCheckMaxSizeDef).maximum;
    }
  }
  throw new Error('A file of a call has no maximum size');
}
