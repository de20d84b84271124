import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Problem } from '../problem.ts';
import { SAFE_METHODS } from './origin.ts';

/** Whether the disk of the database has room for changes. */
export interface Room {
  isLeft(): Promise<boolean>;
}

/**
 * Bytes. What reading still writes (who read what) must have room when nothing else has: a database that
 * cannot write its log stops altogether.
 */
const KEPT_FREE = 64 * 1024 * 1024;
/** Milliseconds for which a look at the disk is good. */
const GOOD_FOR = 1_000;

/** Looks at the disk that a folder is on, now and then, as it is asked. */
export function roomOf(
  folder: string,
  log: Pick<Logger, 'error' | 'info'>,
  keptFree = KEPT_FREE,
): Room {
  let isLeft = true;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    async isLeft() {
      if (performance.now() - lookedAt < GOOD_FOR) return isLeft;
      lookedAt = performance.now();
      const { bavail, bsize } = await statfs(folder);
      const before = isLeft;
      isLeft = bavail * bsize >= keptFree;
      if (before && !isLeft) log.error('the disk is almost full: changes are refused');
      if (!before && isLeft) log.info('the disk has room again');
      return isLeft;
    },
  };
}

/** While there is no room for changes they are refused, and everything can still be read. */
export function refuseChangesWithoutRoom(app: FastifyInstance, room: Room): void {
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    const isChange = !SAFE_METHODS.has(request.method) && access === 'session';
    if (isChange && !(await room.isLeft())) throw new Problem('STORAGE_FULL');
  });
}
