import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';

/**
 * Stops in order: readiness fails for a while, so that balancers send requests elsewhere; then requests
 * under way are answered, and the database is closed. A second signal changes nothing.
 * @returns whether it is stopping
 */
export function stopOnSignal(
  app: FastifyInstance,
  close: () => Promise<void>,
  log: Logger,
  { drainSeconds, stopSeconds }: Config,
): () => boolean {
  let stopping = false;
  const stop = async (signal?: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    app.beginDraining();
    // At a terminal there is no balancer, and a user waits.
    if (signal === 'SIGTERM') await delay(drainSeconds * 1000);
    setTimeout(() => app.server.closeAllConnections(), stopSeconds * 1000).unref();
    try {
      await close();
    } catch (error) {
      log.error({ name: error instanceof Error ? error.name : 'unknown' }, 'stop failed');
      process.exitCode = 1;
    }
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  // The starter's IPC channel closes when it is killed, and then no process passes signals on.
  process.on('disconnect', () => stop());
  // The channel alone must not keep this process alive.
  process.channel?.unref();
  // A closed terminal closes its output too; the database is closed in order all the same.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  return () => stopping;
}
