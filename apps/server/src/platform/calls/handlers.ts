import type {
  AnySchema,
  ContractProcedure,
  ErrorMap,
  InferSchemaInput,
  InferSchemaOutput,
} from '@orpc/contract';
import type { FastifyContextConfig, onRequestHookHandler } from 'fastify';
import type { CallContext, StaffContext } from '../http/context.ts';
import type { ReceivedFile } from '../uploads/receive-form.ts';
import type { DataStream } from './data-stream.ts';

/**
 * What serves the calls of a contract, by the same names: a call without a handler does not compile.
 * A handler gets a checked input and gives the `data` of the answer.
 */
export type Handlers<Contract> =
  Contract extends ContractProcedure<infer Input, infer Output, ErrorMap, infer Meta>
    ? Handler<Input, Output, Meta> | RoutedHandler<Handler<Input, Output, Meta>>
    : { readonly [Name in keyof Contract]: Handlers<Contract[Name]> };

type Handler<Input extends AnySchema, Output extends AnySchema, Meta> = (
  context: Meta extends { readonly access: 'open' } ? CallContext : StaffContext,
  input: Received<InferSchemaOutput<Input>>,
) => Answer<DataOf<InferSchemaInput<Output>>>;

type Answer<Data> = Data | DataStream<Data> | Promise<Data | DataStream<Data>>;

type DataOf<Output> = Output extends { readonly data: infer Data } ? Data : never;

/** An input with its files as they arrived: on disk. */
type Received<Input> = Input extends object
  ? { [Field in keyof Input]: ReceivedField<Input[Field]> }
  : Input;

type ReceivedField<Value> = File extends Value
  ? ReceivedFile | Exclude<Value, File>
  : Value extends File
    ? ReceivedFile
    : Value;

/** A handler whose route differs from that of other calls. */
export interface RoutedHandler<Handle> {
  readonly route: CallRouteOptions;
  readonly handle: Handle;
}

export interface CallRouteOptions {
  readonly config?: Omit<FastifyContextConfig, 'access'>;
  readonly exposeHeadRoute?: boolean;
  /** Runs after the guard, before the body is read. */
  readonly onRequest?: onRequestHookHandler;
}
