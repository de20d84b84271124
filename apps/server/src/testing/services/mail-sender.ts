import { mailSender } from '../../modules/mail/send.ts';
import { openMailServer } from '../../modules/mail/server.ts';
import { type startApplication, TEST_OUTBOX } from '../application.ts';
import type { TestMailServer } from './mail.ts';

export const ORIGIN = 'https://clinica.example';
const FROM = 'Clínica Almena <no-responder@clinica.example>';
export const never = new AbortController().signal;

export type Started = Awaited<ReturnType<typeof startApplication>>;

/** The job that sends, on a mail server. */
export function senderTo(
  { database: { db } }: Started,
  { port }: Pick<TestMailServer, 'port'>,
  options: Partial<Parameters<typeof mailSender>[0]> = {},
  server: Partial<Parameters<typeof openMailServer>[0]> = {},
  idle = 120_000,
) {
  const mailServer = { host: '127.0.0.1', port, secure: false, user: null, password: null };
  return mailSender({
    db,
    send: openMailServer({ ...mailServer, ...server }, { connect: 120_000, idle }),
    from: FROM,
    origin: ORIGIN,
    timeZone: 'America/Mexico_City',
    outbox: TEST_OUTBOX,
    sealedUpTo: () => 0,
    backupJob: null,
    makeLink: async () => false,
    findDelivery: async () => null,
    findAppointment: async () => null,
    ...options,
  });
}
