import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface TestMailServer {
  /** Value of MAIL_URL. */
  readonly url: string;
  readonly port: number;
  /** Received messages, parsed. */
  readonly messages: ParsedMail[];
  /** The senders and recipients of the envelopes. */
  readonly envelopes: { from: string; to: string[] }[];
  close(): Promise<void>;
}

/** An error of a mail server, with its three digits. */
export function smtpError(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

/** A real mail server on the loopback address. */
export async function startMailServer(
  whenDone: (cleanUp: () => Promise<void>) => void,
  options: SMTPServerOptions & {
    /** Answer to a completely received message; null accepts it. */
    readonly answer?: (count: number) => Error | null | Promise<Error | null>;
    readonly port?: number;
  } = {},
): Promise<TestMailServer> {
  const { answer = () => null, port: wanted = 0, ...rest } = options;
  const messages: ParsedMail[] = [];
  const envelopes: { from: string; to: string[] }[] = [];
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    onData(stream, { envelope }, callback) {
      void simpleParser(stream).then(async (message) => {
        count += 1;
        const rejection = await answer(count);
        if (rejection === null) {
          messages.push(message);
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          envelopes.push({ from, to: envelope.rcptTo.map(({ address }) => address) });
        }
        callback(rejection);
      }, callback);
    },
    ...rest,
  });
  // A client may disconnect in the middle.
  server.on('error', () => {});
  server.listen(wanted, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= new Promise((resolve) => server.close(() => resolve()));
    return closed;
  };
  whenDone(close);
  return { url: `smtp://127.0.0.1:${port}`, port, messages, envelopes, close };
}
