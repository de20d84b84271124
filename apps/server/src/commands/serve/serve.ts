import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Logger, pino } from 'pino';
import { buildApp } from '../../app.ts';
import { type Installation, openInstallation } from '../../bootstrap.ts';
import { type Config, readConfig } from '../../config.ts';
import {
  measureAudit,
  type Sealer,
  sealAll,
  startSealer,
} from '../../modules/audit/chain/sealer.ts';
import { measureReaders } from '../../modules/audit/count-reads.ts';
import { measurePartitions } from '../../modules/audit/partitions.ts';
import { measureEmergencies } from '../../modules/emergency-access/public.ts';
import { keepUploadFolderSwept } from '../../modules/files/sweep.ts';
import { createOutbox } from '../../modules/mail/public.ts';
import { createLanguageModel } from '../../modules/reports/public.ts';
import { SERVER_FOLDER, VERSION } from '../../platform/entry-points.ts';
import { describeFault } from '../../platform/failures.ts';
import { makeDiskSpace } from '../../platform/http/load/disk-space.ts';
import { securityHeaders } from '../../platform/http/security-headers.ts';
import { makeRelyingParty } from '../../platform/identity/passkeys/passkeys.ts';
import { measureJobs } from '../../platform/jobs/jobs.ts';
import { createMetrics, type Metrics } from '../../platform/metrics/metrics.ts';
import { describeCertificate } from '../../platform/paper/certificate.ts';
import { diskFull, isDiskFull, StartupError } from '../../platform/system-errors.ts';
import type { Shipping } from '../../platform/wal-archive/ship.ts';
import { describeSealedBacklog } from '../audit.ts';
import { formatCheck, readStatus } from '../status.ts';
import { startJobs } from './jobs.ts';
import {
  expectFreeAddress,
  getAppAddress,
  listenWhileStarting,
  rejectAddress,
  stopOnSignal,
} from './listening.ts';
import { fillWithDemo, forgetOwnerUrl, migrateInChildProcess } from './migrate.ts';
import { prepareFirstAccount } from './welcome.ts';

const WEB_FOLDER = path.join(SERVER_FOLDER, '..', 'web', 'dist');

/** Characters of buffered log lines. Further lines are dropped. */
const MAX_LOG_BUFFER = 16 * 1024 * 1024;

/** `serve`: opens the installation, and answers requests until it is stopped. */
export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  if (!existsSync(path.join(WEB_FOLDER, 'index.html'))) {
    throw new StartupError(
      'web-missing',
      'Falta la aplicación web: arranca con npm start, que la construye.',
    );
  }
  // Buffered, because writing each line immediately takes a sixth of a request's time, and because a stuck reader of
  // the log must not block the server.
  const log = pino(
    { level: config.logLevel },
    pino.destination({ sync: false, maxLength: MAX_LOG_BUFFER }),
  );
  // With the embedded database and local files, a start is short.
  const needsNoService = config.databaseUrl === null && config.filesBucket === null;
  const closeStartupListener =
    needsNoService || config.port === 0
      ? null
      : await listenWhileStarting(config.host, config.port, securityHeaders(config.secure));
  const hasOwner = config.databaseUrl !== null && config.databaseOwnerUrl !== null;
  try {
    if (!hasOwner) return await start(config, log, closeStartupListener);
    process.exitCode = await migrateInChildProcess();
    if (process.exitCode !== 0) return;
  } catch (error) {
    // Migrations and the first records also fail if the disk becomes full.
    const isLocal = config.databaseUrl === null;
    throw isLocal && isDiskFull(error) ? diskFull(config.dataDir, error) : error;
  } finally {
    // After a failed start the listener must not report that the server is live.
    await closeStartupListener?.();
  }
  forgetOwnerUrl();
  await serve();
}

/** @param closeStartupListener frees the server's address; null without a startup listener */
async function start(
  config: Config,
  log: Logger,
  closeStartupListener: (() => Promise<void>) | null,
): Promise<void> {
  const uploadFolder = path.join(config.dataDir, 'uploads');
  // Modules and libraries of optional services are loaded only if they are needed.
  const isArchived = config.walArchive !== null || existsSync(path.join(config.dataDir, 'wal'));
  const walArchive = isArchived ? await import('../backup/wal-archive.ts') : null;
  await walArchive?.prepareSpool(config);
  // Read before anything is opened, because an invalid file stops the start.
  const certificate =
    config.certificate &&
    (await import('../../platform/paper/read-certificate.ts')).openCertificate(config.certificate);
  const installation = await openInstallation(config, 'server', log);
  let isStopping = () => false;
  let { close } = installation;
  try {
    // Checked before slow steps, such as the creation of the cluster.
    if (closeStartupListener === null) await expectFreeAddress(config);
    const metrics = config.metricsToken === null ? null : createMetrics(VERSION);
    const sealer = await startSealing(installation, log);
    const shipping = (await walArchive?.startShipping(config, installation, log)) ?? null;
    close = async () => {
      await shipping?.stop();
      await sealer.stop();
      await installation.close();
      await shipping?.shipRest();
    };
    // Has no effect if the process that migrates has loaded the data.
    if (config.demo) await fillWithDemo(config, installation);
    const outbox = config.mail && createOutbox(installation.secrets.current);
    const { database, store, secrets } = installation;
    const app = await buildApp({
      ...config,
      database,
      store,
      uploadFolder,
      secret: secrets.current,
      previousSecrets: secrets.previous,
      log,
      webFolder: WEB_FOLDER,
      readStatus: () => readStatus({ config, db: database.db }),
      outbox,
      provider:
        config.provider &&
        (await import('../../platform/identity/provider/provider.ts')).createProvider(
          config.provider,
          log,
        ),
      languageModel: config.languageModel && createLanguageModel(config.languageModel, log),
      certificate,
      sessionLimits: config,
      checkAnswers: !config.production,
      // An external database has its own disk, and reports a full disk itself.
      ...(config.databaseUrl === null && { diskSpace: makeDiskSpace(config.dataDir, log) }),
      ...(metrics ? { metrics } : {}),
    });
    const closeInstallation = close;
    close = async () => {
      await app.close();
      await closeInstallation();
    };
    isStopping = stopOnSignal(app, close, log, config);
    // Without a listener, an unhandled rejection would end the server.
    process.on('unhandledRejection', (reason) => {
      log.error(describeFault(reason), 'unhandled rejection');
    });
    app.addHook('onClose', keepUploadFolderSwept(uploadFolder, log));
    app.addHook(
      'onClose',
      await startJobs(config, installation, { sealer, outbox, onChanges: app.onChanges }, log),
    );
    if (metrics) addMetrics(metrics, { installation, sealer, shipping }, config);
    await closeStartupListener?.();
    const { host, port } = config;
    await app.listen({ host, port }).catch((cause) => rejectAddress(config, cause));
    if (installation.unsafeSettings.length > 0) {
      console.log(
        `Aviso: el PostgreSQL externo tiene apagado ${installation.unsafeSettings.join(', ')}: un corte de luz puede perder o dañar lo ya guardado; enciéndelo.`,
      );
    }
    if (installation.auditUnprotected) {
      console.log(
        'Aviso: la aplicación es dueña de sus tablas y podría cambiar la auditoría; usa DATABASE_OWNER_URL para separarlas.',
      );
    }
    // Without TRUST_PROXY, every request seems to come from the proxy's address.
    if (config.secure && config.trustProxy === false) {
      console.log(
        'Aviso: PUBLIC_URL es https y no hay TRUST_PROXY: todas las personas parecen venir de la dirección de tu proxy. Cincuenta contraseñas incorrectas de cualquiera impiden entrar durante 15 minutos desde cualquier navegador nuevo, y la auditoría no registra desde dónde entró cada quien. Pon en TRUST_PROXY la dirección de tu proxy.',
      );
    }
    if (makeRelyingParty(config.publicUrl) === null) {
      console.log(
        `Aviso: con PUBLIC_URL=${config.publicUrl} no se pueden usar llaves de acceso: los navegadores las piden con https y con un nombre de dominio, no con una dirección IP. Lo demás funciona igual.`,
      );
    }
    if (certificate !== null) {
      const notice = describeCertificate(certificate, config.clinicTimeZone, new Date());
      if (notice !== null) console.log(notice);
    }
    for (const check of await readStatus({ config, db: installation.database.db }, ['backup'])) {
      if (check.state !== 'off') console.log(formatCheck(check));
    }
    console.log(await prepareFirstAccount(config, installation, getAppAddress(app, config)));
  } catch (error) {
    // A signal during the start has already begun to close everything.
    if (isStopping()) return;
    await close();
    throw error;
  }
}

function addMetrics(
  metrics: Metrics,
  {
    installation: { database },
    sealer,
    shipping,
  }: { installation: Installation; sealer: Sealer; shipping: Shipping | null },
  { backups }: Config,
): void {
  measureJobs(metrics, database.db);
  measureAudit(metrics, database.db, sealer.sealedUpTo);
  measurePartitions(metrics, database.pool);
  measureReaders(metrics, database.db);
  measureEmergencies(metrics, database.db);
  metrics.addGauge(
    'simiente_backups_decided',
    'Whether the configuration says how this database is backed up',
    () => Number(backups.isConfigured),
  );
  if (shipping !== null) {
    metrics.addGauge(
      'simiente_wal_archive_behind_seconds',
      'Seconds since WAL_ARCHIVE had all finished segments and files',
      shipping.secondsBehind,
    );
  }
}

/** Seals the audit rows that a killed process left unsealed, and starts to seal new ones. */
async function startSealing(
  { database: { pool }, auditSeal }: Installation,
  log: Logger,
): Promise<Sealer> {
  const deps = { pool, ...auditSeal };
  const tail = await sealAll(deps).catch((error: unknown) => {
    // The sealer retries; the start must not wait for it.
    log.error(describeFault(error), 'sealing of the audit failed');
    return undefined;
  });
  const description = tail && describeSealedBacklog(tail);
  if (description) console.log(description);
  return startSealer(deps, log, tail?.progress);
}
