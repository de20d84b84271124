import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { buildApp } from '../app.ts';
import { type Installation, openInstallation } from '../bootstrap.ts';
import { type Config, readConfig } from '../config.ts';
import { keepSwept } from '../modules/files/sweep.ts';
import { loadDemo } from '../modules/import/load-demo.ts';
import { describeFault } from '../platform/http/failures.ts';
import { StartupError } from '../platform/postgres/startup-error.ts';
import { announceAccount } from './welcome.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** `serve`: opens the installation, fills it when it is for demonstration, and answers until told to stop. */
export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  if (!existsSync(path.join(WEB_FOLDER, 'index.html'))) {
    throw new StartupError(
      'web-missing',
      'Falta la aplicación web: arranca con npm start, que la construye.',
    );
  }
  const log = pino({ level: config.logLevel });
  const uploadFolder = path.join(config.dataDir, 'uploads');
  const installation = await openInstallation(config, 'server', log);
  try {
    if (config.demo) await fillWithDemo(config, installation);
    const app = await buildApp({
      database: installation.database,
      store: installation.store,
      uploadFolder,
      secret: installation.secret,
      log,
      webFolder: WEB_FOLDER,
      clinicTimeZone: config.clinicTimeZone,
      calendlyWebhookSecret: config.calendlyWebhookSecret,
      secure: config.secure,
      trustProxy: config.trustProxy,
      sessionLimits: config,
    });
    stopOnSignal(app, installation, log);
    logUnhandledFaults(log);
    const { store, database } = installation;
    app.addHook('onClose', keepSwept({ db: database.db, store, uploadFolder }, log));
    await listen(app, config);
    if (installation.auditUnprotected) {
      console.log(
        'Aviso: la aplicación es dueña de sus tablas y podría cambiar la auditoría; usa DATABASE_OWNER_URL para separarlas.',
      );
    }
    console.log(await announceAccount(config, installation, addressOf(app, config)));
  } catch (error) {
    await installation.close();
    throw error;
  }
}

async function fillWithDemo(config: Config, { database, store }: Installation): Promise<void> {
  const { loaded } = await loadDemo({
    db: database.db,
    store,
    patients: config.demoPatients,
    now: new Date(),
  });
  if (loaded > 0) console.log(`Se cargaron ${loaded} pacientes de demostración.`);
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    await app.close();
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
}

function addressOf(app: FastifyInstance, { host, publicUrl }: Config): string {
  if (publicUrl) return publicUrl;
  const bound = app.server.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A promise that nobody awaited is a fault to mend, not a reason to leave everybody without a server. */
function logUnhandledFaults(log: Logger): void {
  process.on('unhandledRejection', (reason) => {
    log.error(describeFault(reason), 'unhandled rejection');
  });
}

/** Milliseconds that requests under way have to end before their connections are cut. */
const LONGEST_DRAIN = 10_000;

/** Requests under way are answered, then the database is left in order. A second signal changes nothing. */
function stopOnSignal(app: FastifyInstance, installation: Installation, log: Logger): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => app.server.closeAllConnections(), LONGEST_DRAIN).unref();
    try {
      await app.close();
      await installation.close();
    } catch (error) {
      log.error({ name: error instanceof Error ? error.name : 'unknown' }, 'stop failed');
      process.exitCode = 1;
    }
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  // The starter's channel closes when it is killed outright, and nobody is left to pass a signal on.
  process.on('disconnect', stop);
  // Listening to the channel must not be what keeps this process alive.
  process.channel?.unref();
  // A terminal that is closed takes its output along; the database is left in order all the same.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
}
