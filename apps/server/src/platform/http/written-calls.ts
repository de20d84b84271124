import { Readable } from 'node:stream';
import type {
  AnyContractProcedure,
  AnySchema,
  ContractProcedure,
  ErrorMap,
  InferSchemaOutput,
  Meta,
} from '@orpc/contract';
import { JsonSchemaCoercer } from '@orpc/json-schema';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type * as z from 'zod';
import { type CallParts, callRoutes, contextOf } from './calls.ts';
import type { StaffContext } from './context.ts';
import { describeFault, toIssue, toProblem } from './failures.ts';
import { staffOf } from './guard.ts';
import { Problem } from './problem.ts';

/** The `data` of an answer as JSON: whole, or piece by piece where there may be very much of it. */
type Written = string | AsyncIterator<string>;

/** A call of the contract that reads, and whose `data` comes written as JSON. */
export interface WrittenCall {
  readonly call: AnyContractProcedure;
  readonly answer: (context: StaffContext, input: never) => Promise<Written>;
}

/** Ties a call to what answers it. */
export function writtenCall<Input extends AnySchema>(
  call: ContractProcedure<Input, AnySchema, ErrorMap, Meta>,
  answer: (context: StaffContext, input: InferSchemaOutput<Input>) => Promise<Written>,
): WrittenCall {
  return { call, answer };
}

/**
 * Serves calls past everything that reads an answer once more before it leaves: their input is checked
 * like any other's, and what they answer is tested against the contract.
 * @returns their methods and paths
 */
export async function registerWrittenCalls(
  app: FastifyInstance,
  parts: CallParts,
  calls: readonly WrittenCall[],
): Promise<ReadonlySet<string>> {
  const served = new Set<string>();
  for (const { call, answer } of calls) {
    const read = await inputReader(call['~orpc'].inputSchema);
    for (const { method, path, access } of callRoutes(call)) {
      served.add(`${method} ${path}`);
      app.route({
        method,
        url: path,
        config: { access },
        handler: async (request, reply) => {
          const context = { ...contextOf(request, parts), actor: staffOf(request) };
          const data = await answer(context, read(request.query) as never);
          return reply
            .header('cache-control', 'no-store')
            .type('application/json')
            .send(
              typeof data === 'string'
                ? `${BEFORE}${data}${AFTER}`
                : await stream(data, request.log),
            );
        },
      });
    }
  }
  return served;
}

const BEFORE = '{"status":200,"data":';
const AFTER = '}';

/** Begins once there is a first piece: what cannot be read fails before the headers of what can. */
async function stream(
  pieces: AsyncIterator<string>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Readable> {
  const first = await pieces.next();
  async function* whole() {
    if (!first.done) yield BEFORE + first.value;
    try {
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
    } catch (fault) {
      // A fault of the database quotes what was asked for, and what a stream ends with is written in logs.
      log.error(describeFault(fault), 'an answer broke off');
      throw new Problem(toProblem(fault).code);
    }
    yield AFTER;
  }
  return Readable.from(whole(), { objectMode: false });
}

/** Reads what a query string says as its schema has it: numbers and flags come as text. */
async function inputReader(schema: z.ZodType | undefined): Promise<(query: unknown) => unknown> {
  if (schema === undefined) return () => undefined;
  const [, json] = await new ZodToJsonSchemaConverter().convert(schema, { strategy: 'input' });
  const coercer = new JsonSchemaCoercer();
  return (query) => {
    const { data, error } = schema.safeParse(coercer.coerce(json, { ...(query as object) }));
    if (error) throw new Problem('BAD_REQUEST', { issues: error.issues.map(toIssue) });
    return data;
  };
}
