import { oc } from '@orpc/contract';
import * as z from 'zod';

/** Facts about a call that the server enforces and the tests read. */
export interface CallMeta {
  /** `session` needs a signed-in, active staff member; `open` says by name that it does not. */
  readonly access: 'session' | 'open';
  /** `multipart` where files come along: the server streams them to disk. */
  readonly body?: 'json' | 'multipart';
  /** Bytes of JSON; without it `LARGEST_BODY`. */
  readonly largestBody?: number;
  /** `file` where the answer is a file and not `data`. */
  readonly answer?: 'data' | 'file';
}

/** Bytes of JSON that a call takes which says nothing else: several times what any form of ours sends. */
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

/** Every call starts here and is closed unless it says otherwise. */
export const call = oc.$meta<SessionMeta>({ access: 'session' });

/** A call that needs no session. */
export const openCall = oc.$meta<OpenMeta>({ access: 'open' });

/** A call that takes the ids of as many records as a list can have selected. */
export const bulkCall = call.meta({ access: 'session', largestBody: 256 * 1024 });

/** A call that takes files, as a multipart form. Each file says its largest size and, if needed, what to say when it is missing. */
export const uploadCall = oc.$meta<UploadMeta>({ access: 'session', body: 'multipart' });

/**
 * A call that answers a file, by the id in its path. An id that cannot be one is found nowhere: 404, as
 * for any other that is unknown.
 */
export const fileCall = oc.$meta<FileMeta>({ access: 'session', answer: 'file' });

/** A path as Fastify writes its parameters (`:id`), as the contract writes them (`{id}`). */
export const contractPath = (path: `/${string}`): `/${string}` =>
  `/${path.slice(1).replaceAll(/:(\w+)/g, '{$1}')}`;

/** The body of every call that succeeds: `{"status": 200, "data": …}`. */
export function success<T extends z.ZodType>(data: T) {
  return z.strictObject({ status: z.literal(200), data });
}
