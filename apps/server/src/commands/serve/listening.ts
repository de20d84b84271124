import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { errorBody } from '@simiente/contract/common/errors';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { createUnreadableReply } from '../../platform/http/failure-replies.ts';
import { toUrlHost } from '../../platform/http/origin.ts';
import type { SecurityHeaders } from '../../platform/http/security-headers.ts';
import {
  isPublicPageUrl,
  PAGE_HEADERS,
  problemPage,
  renderPage,
} from '../../platform/pages/plain-page.ts';
import { hasCode, nameError, StartupError } from '../../platform/system-errors.ts';

/**
 * Stops the server in steps. First readiness fails, so that balancers send requests elsewhere. Then running requests
 * are answered, and the database is closed. A second signal has no effect.
 * @returns a function that tells whether the server is stopping
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
    // Other signals come from a terminal, where there is no load balancer and a user waits.
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
  // A killed parent process sends no signal, but closes the IPC channel.
  process.on('disconnect', () => stop());
  // The channel must not keep this process alive.
  process.channel?.unref();
  // Without a listener, writing to a closed terminal would end the process before the database is closed.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  return () => stopping;
}

export async function expectFreeAddress(config: Config): Promise<void> {
  const probe = createServer().listen(config.port, config.host);
  await once(probe, 'listening').catch((cause) => rejectAddress(config, cause));
  probe.close();
  await once(probe, 'close');
}

export function rejectAddress({ host, port }: Config, cause: unknown): never {
  if (hasCode(cause, 'EADDRINUSE')) {
    const advice = `cierra el otro programa o elige otro con PORT=${port + 1}`;
    throw new StartupError('port-busy', `El puerto ${port} está ocupado: ${advice}.`, { cause });
  }
  if (hasCode(cause, 'EACCES')) {
    const message = `No hay permiso para usar el puerto ${port}: elige uno de 1024 en adelante con PORT.`;
    throw new StartupError('port-busy', message, { cause });
  }
  const message = `No se puede escuchar en ${host}:${port} (${nameError(cause)}): revisa HOST y PORT.`;
  throw new StartupError('address-invalid', message, { cause });
}

export function getAppAddress(app: FastifyInstance, { host, publicUrl }: Config): string {
  if (publicUrl) return publicUrl;
  const bound = app.server.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  return `http://${toUrlHost(host)}:${port}`;
}

/** Seconds until a client should retry. */
const RETRY_AFTER = 2;

/**
 * Listens at the server's address while the starting server waits for its database or migrates it. It answers as
 * live but not ready, so that an orchestrator does not kill a long start.
 * @returns a function that frees the address; null if the address is in use, which the server itself reports
 */
export async function listenWhileStarting(
  host: string,
  port: number,
  headers: SecurityHeaders,
): Promise<(() => Promise<void>) | null> {
  const listener = createHttpServer((request, response) => {
    const isLiveness = request.url === '/health/live';
    const isPage = isPublicPageUrl(request.url ?? '');
    const body = isLiveness ? { status: 200, data: { ok: true } } : errorBody('UNAVAILABLE');
    response.writeHead(body.status, {
      ...headers,
      'cache-control': 'no-store',
      ...(isPage ? PAGE_HEADERS : { 'content-type': 'application/json' }),
      connection: 'close',
      ...(isLiveness ? {} : { 'retry-after': String(RETRY_AFTER) }),
    });
    response.end(isPage ? renderPage(problemPage({ code: 'UNAVAILABLE' })) : JSON.stringify(body));
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
