import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { errorBody } from '@simiente/contract/common/errors';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { createUnreadableReply } from '../../platform/http/failure-replies.ts';
import { hostInUrl } from '../../platform/http/origin.ts';
import type { SecurityHeaders } from '../../platform/http/security-headers.ts';
import { PAGE_HEADERS, wholePage } from '../../platform/pages/plain-page.ts';
import { isPageAddress, problemPage } from '../../platform/pages/problem-page.ts';
import { StartupError } from '../../platform/system-errors.ts';

/**
 * Stops in order: readiness fails for a while, so that balancers send requests elsewhere; then running requests
 * are answered, and the database is closed. A second signal changes nothing.
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
    // At a terminal there is no load balancer, and a user waits.
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
  // The IPC channel closes when the parent process is killed, and then signals do not arrive.
  process.on('disconnect', () => stop());
  // The channel alone must not keep this process alive.
  process.channel?.unref();
  // A closed terminal closes the output too, and the database must still be closed in order.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  return () => stopping;
}

/** @throws StartupError if the server could not listen */
export async function expectFreeAddress(config: Config): Promise<void> {
  const probe = createServer().listen(config.port, config.host);
  await once(probe, 'listening').catch((cause) => refuseAddress(config, cause));
  probe.close();
  await once(probe, 'close');
}

/** Throws a StartupError with the reason why the server could not listen. */
export function refuseAddress({ host, port }: Config, cause: unknown): never {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE') {
    throw new StartupError(
      'port-busy',
      `El puerto ${port} está ocupado: cierra el otro programa o elige otro con PORT=${port + 1}.`,
      { cause },
    );
  }
  if (code === 'EACCES') {
    throw new StartupError(
      'port-busy',
      `No hay permiso para usar el puerto ${port}: elige uno de 1024 en adelante con PORT.`,
      { cause },
    );
  }
  throw new StartupError(
    'address-invalid',
    `No se puede escuchar en ${host}:${port} (${String(code)}): revisa HOST y PORT.`,
    { cause },
  );
}

/** Public address of the application. */
export function getAppAddress(app: FastifyInstance, { host, publicUrl }: Config): string {
  if (publicUrl) return publicUrl;
  const bound = app.server.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  return `http://${hostInUrl(host)}:${port}`;
}

/** Seconds until a client should retry. */
const RETRY_AFTER = 2;

/**
 * Listens at the server's address before the start is complete, while it waits for its database or migrates it. It
 * reports alive but not ready, so that an orchestrator does not kill a long start.
 * @returns a function that frees the address for the server; null if the address is taken, which the server then reports
 */
export async function listenWhileStarting(
  host: string,
  port: number,
  headers: SecurityHeaders,
): Promise<(() => Promise<void>) | null> {
  const listener = createHttpServer((request, response) => {
    const lives = request.url === '/health/live';
    const isPage = isPageAddress(request.url ?? '');
    const body = lives ? { status: 200, data: { ok: true } } : errorBody('UNAVAILABLE');
    response.writeHead(body.status, {
      ...headers,
      'cache-control': 'no-store',
      ...(isPage ? PAGE_HEADERS : { 'content-type': 'application/json' }),
      connection: 'close',
      ...(lives ? {} : { 'retry-after': String(RETRY_AFTER) }),
    });
    response.end(isPage ? wholePage(problemPage({ code: 'UNAVAILABLE' })) : JSON.stringify(body));
  });
  listener.on('clientError', createUnreadableReply(headers));
  listener.listen(port, host);
  const isOpen = await once(listener, 'listening').then(
    () => true,
    () => false,
  );
  if (!isOpen) return null;
  return async () => {
    if (!listener.listening) return;
    listener.close();
    listener.closeAllConnections();
    await once(listener, 'close');
  };
}
