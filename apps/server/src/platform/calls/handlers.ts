import type { Readable } from 'node:stream';
import type {
  AnySchema,
  ContractProcedure,
  ErrorMap,
  InferSchemaInput,
  InferSchemaOutput,
} from '@orpc/contract';
import type { FastifyContextConfig, onRequestHookHandler } from 'fastify';
import type { ReceivedFile } from '../uploads/receive-form.ts';
import type { CallContext, StaffContext } from './call-context.ts';
import type { DataStream } from './data-stream.ts';

/**
 * The handlers of a contract's calls, under the same names, so that a call without a handler does not compile. A
 * handler gets a checked input and returns the `data` of the answer.
 */
export type Handlers<Contract> =
  Contract extends ContractProcedure<infer Input, infer Output, ErrorMap, infer Meta>
    ? Handler<Input, Output, Meta> | RoutedHandler<Handler<Input, Output, Meta>>
    : { readonly [Name in keyof Contract]: Handlers<Contract[Name]> };

type Handler<Input extends AnySchema, Output extends AnySchema, Meta> = (
  context: Meta extends { readonly access: 'open' } ? CallContext : StaffContext,
  input: Received<InferSchemaOutput<Input>>,
) => Meta extends { readonly answer: 'file' }
  ? Promise<FileAnswer>
  : Answer<AnswerData<InferSchemaInput<Output>>>;

/** A file as an answer. If the content is null, only the headers are sent. */
export interface FileAnswer {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly content: Readable | Buffer | null;
}

type Answer<Data> = Data | DataStream<Data> | Promise<Data | DataStream<Data>>;

type AnswerData<Output> = Output extends { readonly data: infer Data } ? Data : never;

export type CallInput<Call> =
  Call extends ContractProcedure<infer Input, infer _Output, ErrorMap, infer _Meta>
    ? Received<InferSchemaOutput<Input>>
    : never;

/** An input whose files are on disk, as received. */
type Received<Input> = Input extends object
  ? { [Field in keyof Input]: ReceivedField<Input[Field]> }
  : Input;

type ReceivedField<Value> = File extends Value
  ? ReceivedFile | Exclude<Value, File>
  : Value extends File
    ? ReceivedFile
    : Value;

export interface RoutedHandler<Handle> {
  readonly route: CallRouteOptions;
  readonly handle: Handle;
  /** Answers HEAD if GET has side effects that HEAD must not have. By default, `handle` answers HEAD too. */
  readonly head?: Handle;
}

export interface CallRouteOptions {
  readonly config?: Omit<FastifyContextConfig, 'access' | 'capabilities'>;
  /** False if HEAD would produce the whole answer, which is not sent. */
  readonly exposeHeadRoute?: boolean;
  /** False if the content is already compressed, or produced only as fast as it is read. */
  readonly compress?: false;
  /** Runs after the guard, before the body is read. */
  readonly onRequest?: onRequestHookHandler;
}
