import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { hostInUrl } from '../../platform/http/origin.ts';
import { StartupError } from '../../platform/system-errors.ts';

/** @throws StartupError where the server could not listen */
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
