import { oc } from '@orpc/contract';
import * as z from 'zod';

/** Properties of a call that the server enforces and tests read. */
export interface CallMeta {
  /** `session` needs a signed-in, active staff member; `open` needs none. */
  readonly access: 'session' | 'open';
  /** `multipart` for a call with files, which the server streams to disk. */
  readonly body?: 'json' | 'multipart';
  /** Bytes of JSON; `LARGEST_BODY` by default. */
  readonly largestBody?: number;
  /** `file` for an answer that is a file instead of `data`. */
  readonly answer?: 'data' | 'file';
}

/** The default limit of JSON, in bytes: several times the largest request of our forms. */
export const LARGEST_BODY = 64 * 1024;

interface SessionMeta extends CallMeta {
  readonly access: 'session';
  readonly body?: 'json';
}

interface OpenMeta extends CallMeta {
  readonly access: 'open';
  readonly body?: 'json';
}

interface FileMeta extends CallMeta {
  readonly access: 'session';
  readonly answer: 'file';
}

interface UploadMeta extends CallMeta {
  readonly access: 'session';
  readonly body: 'multipart';
}

/** The basis of every call; closed by default. */
export const call = oc.$meta<SessionMeta>({ access: 'session' });

/** A call without a session. */
export const openCall = oc.$meta<OpenMeta>({ access: 'open' });

/** A call with the ids of as many records as a list can have selected. */
export const bulkCall = call.meta({ access: 'session', largestBody: 256 * 1024 });

/**
 * A call with files, as a multipart form. Each file declares its largest size and, if it is required,
 * the message when it is missing.
 */
export const uploadCall = oc.$meta<UploadMeta>({ access: 'session', body: 'multipart' });

/**
 * A call that answers a file by the id in its path. An invalid id is a 404, like an unknown one.
 */
export const fileCall = oc.$meta<FileMeta>({ access: 'session', answer: 'file' });

/** Converts Fastify's path parameters (`:id`) to the contract's (`{id}`). */
export const contractPath = (path: `/${string}`): `/${string}` =>
  `/${path.slice(1).replaceAll(/:(\w+)/g, '{$1}')}`;

/** The body of every successful call: `{"status": 200, "data": …}`. */
export function success<T extends z.ZodType>(data: T) {
  return z.strictObject({ status: z.literal(200), data });
}
