import { createTransport, type Transporter } from 'nodemailer';
import type { Message } from './messages.ts';

/** A mail server, as configured in MAIL_URL. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  readonly secure: boolean;
  readonly user: string | null;
  readonly password: string | null;
}

/** Milliseconds: to connect, and to wait for an answer afterwards. */
interface MailTimeouts {
  readonly connect: number;
  readonly idle: number;
}

const DEFAULT_MAIL_TIMEOUTS: MailTimeouts = { connect: 10_000, idle: 20_000 };

/** Why the server did not accept a message. */
export interface MailFault {
  /** Only the code is logged: a server's text could contain anything. */
  readonly code: string;
  /** Whether a retry cannot succeed. */
  readonly isFinal: boolean;
  /** Whether the server currently accepts no mail at all. */
  readonly isServerFault: boolean;
}

interface Letter extends Message {
  readonly from: string;
  readonly to: string;
  /** Constant over all attempts, so that mail programs show duplicates once. */
  readonly messageId: string;
  /** A calendar event, as iCalendar. */
  readonly calendar?: CalendarPart;
}

export interface CalendarPart {
  readonly method: string;
  readonly content: string;
}

/**
 * Sends messages over SMTP, one connection each.
 * @returns null for an accepted message
 */
export function openMailServer(
  server: MailServer,
  timeouts: MailTimeouts = DEFAULT_MAIL_TIMEOUTS,
): (letter: Letter) => Promise<MailFault | null> {
  const { host, port, secure, user, password } = server;
  const transport: Transporter = createTransport({
    host,
    port,
    secure,
    // A password is sent only over TLS, or to this machine.
    requireTLS: !secure && user !== null && !isLoopback(host),
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    socketTimeout: timeouts.idle,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return ({ from, to, subject, text, html, messageId, calendar }) =>
    transport
      .sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        ...(calendar && { icalEvent: { filename: 'cita.ics', ...calendar } }),
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      .then(() => null, toFault);
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || host.startsWith('127.');

/** Codes of nodemailer for one rejected message or address; other codes mean that the server accepts no mail. */
const MESSAGE_CODES = ['EENVELOPE', 'EMESSAGE'];

function toFault(error: unknown): MailFault {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const name = typeof code === 'string' && /^[A-Z]{1,20}$/.test(code) ? code : 'EUNKNOWN';
  const answer = typeof responseCode === 'number' ? responseCode : null;
  const isServerFault = !MESSAGE_CODES.includes(name) || answer === 421;
  return {
    code: answer === null ? name : `${name} ${answer}`,
    // An answer from 500 on is permanent. A server fault, such as a wrong password, will be corrected by the operator.
    isFinal: !isServerFault && answer !== null && answer >= 500,
    isServerFault,
  };
}
