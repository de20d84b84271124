import type { PoolConfig } from 'pg';
import { pino } from 'pino';
import { openDatabase } from '../../../platform/database/database.ts';
import { announceJob } from '../../../platform/jobs/job-state.ts';
import { runIfDue } from '../../../platform/jobs/jobs.ts';
import { createOutbox } from '../../mail/public.ts';
import { mailSender } from '../../mail/send.ts';
import { openMailServer } from '../../mail/server.ts';
import { createAppointmentMailReader, remindersJob } from '../letters.ts';
import { createAppointmentTokens } from '../links.ts';

/** Queues and sends due reminders once, as the server's jobs do. */
export async function remindOnce({ config, port }: { config: PoolConfig; port: number }) {
  const log = pino({ level: 'silent' });
  const { db, pool, close } = openDatabase(config, log);
  const timeZone = 'America/Mexico_City';
  const origin = 'https://clinica.example';
  const from = 'Clínica <citas@clinica.example>';
  const jobs = [
    remindersJob(db, timeZone),
    mailSender({
      db,
      send: openMailServer({ host: '127.0.0.1', port, secure: false, user: null, password: null }),
      from,
      origin,
      timeZone,
      outbox: createOutbox('secret'),
      sealedUpTo: () => 0,
      backupJob: null,
      makeLink: async () => false,
      findDelivery: async () => null,
      findAppointment: createAppointmentMailReader({
        tokens: createAppointmentTokens('secret'),
        origin,
        timeZone,
        from,
      }),
    }),
  ];
  for (const job of jobs) {
    await announceJob(db, job);
    await runIfDue({ db, pool, log }, job, new AbortController().signal);
  }
  await close();
}

// Runs in a separate process, so that a test can kill it.
if (process.env.REMIND_WHAT) await remindOnce(JSON.parse(process.env.REMIND_WHAT));
