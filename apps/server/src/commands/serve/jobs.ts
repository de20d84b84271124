import path from 'node:path';
import type { Logger } from 'pino';
import type { Installation } from '../../bootstrap.ts';
import type { Config } from '../../config.ts';
import { createPasswordLinkMaker } from '../../modules/accounts/public.ts';
import type { Sealer } from '../../modules/audit/chain/sealer.ts';
import { watchReaders } from '../../modules/audit/count-reads.ts';
import { auditPartitions } from '../../modules/audit/partitions.ts';
import { createDeliverySecrets, createMailReader } from '../../modules/deliveries/public.ts';
import { fileSweep } from '../../modules/files/sweep.ts';
import { exportSweep } from '../../modules/list-exports/calls.ts';
import type { Outbox } from '../../modules/mail/public.ts';
import { similarPatientsRefresh } from '../../modules/patients/public.ts';
import { mergeCountsJob } from '../../modules/record-counts/public.ts';
import {
  createAppointmentMailReader,
  createAppointmentTokens,
  remindersJob,
} from '../../modules/reminders/public.ts';
import { trashPurge } from '../../modules/trash/purge-trash.ts';
import type { Hub } from '../../platform/events/hub.ts';
import { idempotencySweep } from '../../platform/idempotency/idempotency-key.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { runJobs } from '../../platform/jobs/jobs.ts';
import { DAILY_BACKUP, dailyBackup } from '../backup/daily-backup.ts';

/**
 * Starts the recurring jobs. A due job runs in only one of the processes.
 * @returns a function that stops them
 */
export async function startJobs(
  config: Config,
  installation: Installation,
  {
    sealer,
    outbox,
    onChanges,
  }: {
    readonly sealer: Sealer;
    readonly outbox: Outbox | null;
    readonly onChanges: Hub['subscribe'];
  },
  log: Logger,
): Promise<() => Promise<void>> {
  const { database, store } = installation;
  const { db, pool } = database;
  const { clinicTimeZone } = config;
  const mail = outbox && (await loadMail(config, installation, { sealer, outbox }));
  const jobs = [
    fileSweep({ db, store }),
    exportSweep(db),
    idempotencySweep(db),
    mergeCountsJob(db),
    similarPatientsRefresh(db),
    trashPurge(db, clinicTimeZone),
    watchReaders({ db, pool, log }),
    auditPartitions(pool),
    ...(mail ? [remindersJob(db, clinicTimeZone), mail] : []),
    ...(config.backups.daily ? [dailyBackup(config, db)] : []),
  ];
  // Loaded only if they are needed.
  if (config.walArchive !== null) {
    jobs.push((await import('../backup/base-copies.ts')).baseCopies(config, db));
  }
  const { auditCopy: target, dataDir } = config;
  if (target !== null) {
    const { auditCopy } = await import('../../modules/audit/chain/archive-audit.ts');
    const { openArchiveStore } = await import('../backup/wal-archive.ts');
    const openStore = () => openArchiveStore(target, 'AUDIT_COPY');
    const scratchFolder = path.join(dataDir, 'audit-drafts');
    jobs.push(auditCopy({ pool, keys: installation.auditSeal.keys, openStore, scratchFolder }));
  }
  return runJobs({ db, pool, log }, jobs, onChanges);
}

/** The job that sends e-mails. Loaded only with a mail server, because its library is large. */
async function loadMail(
  { mail, backups, linkOrigin: origin, clinicTimeZone: timeZone }: Config,
  { database: { db }, secrets }: Installation,
  { sealer, outbox }: { readonly sealer: Sealer; readonly outbox: Outbox },
): Promise<Job | null> {
  if (mail === null) return null;
  const [{ mailSender }, { openMailServer }] = await Promise.all([
    import('../../modules/mail/send.ts'),
    import('../../modules/mail/server.ts'),
  ]);
  const { server, from } = mail;
  const send = openMailServer(server);
  return mailSender({
    db,
    send,
    from,
    origin,
    timeZone,
    outbox,
    sealedUpTo: sealer.sealedUpTo,
    backupJob: backups.daily ? DAILY_BACKUP : null,
    makeLink: createPasswordLinkMaker(outbox),
    findAppointment: createAppointmentMailReader({
      tokens: createAppointmentTokens(secrets.current),
      origin,
      timeZone,
      from,
    }),
    findDelivery: createMailReader(createDeliverySecrets([secrets.current, ...secrets.previous])),
  });
}
