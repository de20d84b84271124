import { oc } from '@orpc/contract';
import * as z from 'zod';
import type { Capability } from './access/roles.ts';

/** Properties of a call that the server enforces and tests read. */
export interface CallMeta {
  /** `session` needs a signed-in, active staff member; `open` needs none. */
  readonly access: 'session' | 'open';
  /** The capabilities that a call with a session needs, all of them; empty for a call on the user's own account. */
  readonly capabilities?: readonly Capability[];
  /** Whether the owner of the account must have confirmed their identity within `PROOF_MINUTES`. */
  readonly needsProof?: boolean;
  /** `multipart` for a call with files, which the server streams to disk. */
  readonly body?: 'json' | 'multipart';
  /** Maximum size of the JSON, in bytes; `MAX_BODY_SIZE` by default. */
  readonly maxBody?: number;
  /** `file` for an answer that is a file instead of `data`. */
  readonly answer?: 'data' | 'file';
}

/** The default limit of JSON, in bytes: several times the largest request of our forms. */
export const MAX_BODY_SIZE = 64 * 1024;

interface ClosedMeta extends CallMeta {
  readonly access: 'session';
  readonly capabilities: readonly Capability[];
}
type SessionMeta = ClosedMeta & { readonly body?: 'json' };
type OpenMeta = CallMeta & { readonly access: 'open'; readonly body?: 'json' };
type FileMeta = ClosedMeta & { readonly answer: 'file' };
type UploadMeta = ClosedMeta & { readonly body: 'multipart' };

/** A schema, or the fields of a strict object. */
type SchemaOrFields = z.ZodType | Readonly<Record<string, z.ZodType>>;
type SchemaFor<T extends SchemaOrFields> = T extends z.ZodType
  ? T
  : T extends Readonly<Record<string, z.ZodType>>
    ? z.ZodObject<{ -readonly [Field in keyof T]: T[Field] }, z.core.$strict>
    : never;

const toSchema = <T extends SchemaOrFields>(schemaOrFields: T) =>
  (schemaOrFields instanceof z.ZodType
    ? schemaOrFields
    : z.strictObject(schemaOrFields)) as SchemaFor<T>;

/** The body of every successful call: `{"status": 200, "data": …}`. */
export const success = <T extends SchemaOrFields>(data: T) =>
  z.strictObject({ status: z.literal(200), data: toSchema(data) });

/** Functions to declare a call: its method and path, its input, and the `data` or the file of its answer. */
const declare = <Meta extends CallMeta>(meta: Meta) => {
  const declareRoute =
    (method: 'GET' | 'POST' | 'PUT') => (path: `/${string}`, summary: string) => {
      const call = oc.$meta<Meta>(meta).route({ method, path, summary });
      return {
        output: <Data extends SchemaOrFields>(data: Data) => call.output(success(data)),
        input: <Input extends SchemaOrFields>(input: Input) => {
          const callWithInput = call.input(toSchema(input));
          return {
            output: <Data extends SchemaOrFields>(data: Data) =>
              callWithInput.output(success(data)),
            file: <File extends z.ZodType>(file: File) => callWithInput.output(file),
          };
        },
      };
    };
  return { get: declareRoute('GET'), post: declareRoute('POST'), put: declareRoute('PUT') };
};

/** At least one capability; all are needed. */
type RequiredCapabilities = readonly [Capability, ...Capability[]];

export const call = (...capabilities: RequiredCapabilities) =>
  declare<SessionMeta>({ access: 'session', capabilities });

/** Minutes for which a confirmation of identity is valid. */
export const PROOF_MINUTES = 10;

/** A call on accounts that needs a recent confirmation of the user's identity, because a session may be stolen. */
export const provenCall = (...capabilities: RequiredCapabilities) =>
  declare<SessionMeta>({ access: 'session', capabilities, needsProof: true });

/** Like `provenCall`, for the user's own account. */
export const ownProvenCall = declare<SessionMeta>({
  access: 'session',
  capabilities: [],
  needsProof: true,
});

/** A call without a session. */
export const openCall = declare<OpenMeta>({ access: 'open' });
/** A call without a session, with its own limit of JSON, in bytes. */
export const limitedOpenCall = (maxBody: number) => declare<OpenMeta>({ access: 'open', maxBody });

/** A call on the account of the session, which every role may make. */
export const ownCall = declare<SessionMeta>({ access: 'session', capabilities: [] });

/** A call with a larger limit of JSON, in bytes. */
export const largeCall = (maxBody: number, ...capabilities: RequiredCapabilities) =>
  declare<SessionMeta>({ access: 'session', capabilities, maxBody });

/** A call with the ids of as many records as a list can have selected. */
export const bulkCall = (...capabilities: RequiredCapabilities) =>
  largeCall(256 * 1024, ...capabilities);

/**
 * A call with files, as a multipart form. Each file declares its largest size and, if it is required, the message
 * when it is missing.
 */
export const uploadCall = (...capabilities: RequiredCapabilities) =>
  declare<UploadMeta>({ access: 'session', capabilities, body: 'multipart' });

/** A call whose answer is the file with the id in its path. An invalid id is a 404, like an unknown one. */
export const fileCall = (...capabilities: RequiredCapabilities) =>
  declare<FileMeta>({ access: 'session', capabilities, answer: 'file' });

/** Converts Fastify's path parameters (`:id`) to the contract's (`{id}`). */
export const contractPath = (path: `/${string}`): `/${string}` =>
  `/${path.slice(1).replaceAll(/:(\w+)/g, '{$1}')}`;
