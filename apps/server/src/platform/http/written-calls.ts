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
import { createPlaces } from './places.ts';
import { Problem } from './problem.ts';

/** A call of the contract that reads, and whose `data` comes written as JSON. */
export interface WrittenCall {
  readonly call: AnyContractProcedure;
  readonly write: (context: StaffContext, input: never) => Promise<string>;
}

/** One whose `data` comes piece by piece, because there may be very much of it. */
export interface StreamedCall {
  readonly call: AnyContractProcedure;
  readonly stream: (context: StaffContext, input: never) => AsyncIterator<string>;
}

/** Ties a call to what writes its answer. */
export function writtenCall<Input extends AnySchema>(
  call: ContractProcedure<Input, AnySchema, ErrorMap, Meta>,
  write: (context: StaffContext, input: InferSchemaOutput<Input>) => Promise<string>,
): WrittenCall {
  return { call, write };
}

/** Ties a call to what streams its answer. */
export function streamedCall<Input extends AnySchema>(
  call: ContractProcedure<Input, AnySchema, ErrorMap, Meta>,
  stream: (context: StaffContext, input: InferSchemaOutput<Input>) => AsyncIterator<string>,
): StreamedCall {
  return { call, stream };
}

/** A stream reads on after its turn has ended (admission.ts), for as long as somebody fetches it. */
const PLACES = { all: 6, ofOne: 4, comeBackAfter: 10 };

/**
 * Serves calls past everything that reads an answer once more before it leaves: their input is checked
 * like any other's, and what they answer is tested against the contract.
 * @returns their methods and paths
 */
export async function registerWrittenCalls(
  app: FastifyInstance,
  parts: CallParts,
  calls: readonly (WrittenCall | StreamedCall)[],
): Promise<ReadonlySet<string>> {
  const places = createPlaces(PLACES, () => app.metrics.shed('streams'));
  const served = new Set<string>();
  for (const one of calls) {
    const { call } = one;
    const read = await inputReader(call['~orpc'].inputSchema);
    for (const { method, path, access } of callRoutes(call)) {
      served.add(`${method} ${path}`);
      app.route({
        method,
        url: path,
        config: { access },
        // A HEAD would read all of a stream to say nothing.
        exposeHeadRoute: 'write' in one,
        handler: async (request, reply) => {
          const context = { ...contextOf(request, parts), actor: staffOf(request) };
          const input = read(request.query) as never;
          reply.header('cache-control', 'no-store').type('application/json');
          if ('write' in one) {
            return reply.send(`${BEFORE}${await one.write(context, input)}${AFTER}`);
          }
          const leave = places.take(context.actor.id);
          const answer = await streamed(one.stream(context, input), request.log).catch((fault) => {
            leave();
            throw fault;
          });
          return reply.send(answer.once('close', leave));
        },
      });
    }
  }
  return served;
}

const BEFORE = '{"status":200,"data":';
const AFTER = '}';

/** Begins once there is a first piece: what cannot be read fails before the headers of what can. */
async function streamed(
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
