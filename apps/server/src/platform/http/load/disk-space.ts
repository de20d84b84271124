import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Problem } from '../../problem.ts';
import { SAFE_METHODS } from '../origin.ts';

/** Whether the database's disk has space for changes. */
export interface DiskSpace {
  hasSpace(): Promise<boolean>;
}

/** Bytes reserved for the audit rows of reads. A PostgreSQL that cannot write its WAL stops. */
const RESERVED_BYTES = 64 * 1024 * 1024;
/** Milliseconds for which a measurement is cached. */
const CACHE_TTL = 1_000;

export function makeDiskSpace(
  folder: string,
  log: Pick<Logger, 'error' | 'info'>,
  reservedBytes = RESERVED_BYTES,
): DiskSpace {
  let hasSpace = true;
  let checkedAt = Number.NEGATIVE_INFINITY;
  return {
    async hasSpace() {
      if (performance.now() - checkedAt < CACHE_TTL) return hasSpace;
      checkedAt = performance.now();
      const { bavail, bsize } = await statfs(folder);
      const before = hasSpace;
      hasSpace = bavail * bsize >= reservedBytes;
      if (before && !hasSpace) log.error('the disk is almost full: changes are rejected');
      if (!before && hasSpace) log.info('the disk has space again');
      return hasSpace;
    },
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether a read was rejected because its audit row could not be written, and the disk is still full. */
    lacksSpaceToRead(): Promise<boolean>;
  }
}

/** Rejects changes while disk space is low. Reads continue, because space is reserved for their audit rows. */
export function rejectChangesWithoutDiskSpace(
  app: FastifyInstance,
  diskSpace: DiskSpace | undefined,
): void {
  let wasReadRejected = false;
  app.decorate('lacksSpaceToRead', async () => {
    if (diskSpace === undefined || (await diskSpace.hasSpace())) wasReadRejected = false;
    return wasReadRejected;
  });
  if (diskSpace === undefined) return;
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode === 507 && SAFE_METHODS.has(request.method)) wasReadRejected = true;
  });
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    const isChange = !SAFE_METHODS.has(request.method) && access === 'session';
    if (isChange && !(await diskSpace.hasSpace())) throw new Problem('STORAGE_FULL');
  });
}
