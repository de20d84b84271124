import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../platform/database/database.ts';
import { createDigest } from '../../platform/http/digest.ts';
import { type MailKind, mails } from '../../schema/operation/mail.ts';

/**
 * Derives the tokens of the links in queued e-mails. An installation without MAIL_URL has no outbox.
 * @param secret equal in every process
 */
export function createOutbox(secret: string) {
  const digest = createDigest(secret);
  return {
    /**
     * The token of the link in a message. It is derived from the message's id, so every attempt to send it has the
     * same token, and the database does not contain it.
     */
    deriveToken: (mailId: string) => digest(`account-link:${mailId}`),
  };
}
export type Outbox = ReturnType<typeof createOutbox>;

export const newMailId = () => `mail_${randomUUID()}`;

interface MailedLink {
  readonly kind: Extract<MailKind, 'invitation' | 'password'>;
  readonly staffId: string;
  /** The page of the link. */
  readonly page: string;
  /** Expiry, after which the message is not sent. */
  readonly until: Date;
}

/** Queues a message with a link, in place of the queued password request with this id, if there is one. */
export async function queueLink(
  transaction: Transaction,
  id: string,
  { kind, staffId, page, until }: MailedLink,
): Promise<void> {
  const mail = { kind, staffId, facts: { page, until: until.toISOString() } };
  await transaction
    .insert(mails)
    .values({ id, ...mail })
    .onConflictDoUpdate({ target: mails.id, set: mail });
}

/** The typed e-mail, and the origin of the request for the audit. */
interface PasswordRequest {
  readonly email: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
}

/**
 * Queues a message with a password link. The account is looked up when the message is sent, so that the work here
 * is the same for a known and an unknown e-mail.
 */
export async function queuePasswordRequest(
  transaction: Transaction,
  { email, address, userAgent, requestId }: PasswordRequest,
): Promise<void> {
  await transaction.insert(mails).values({
    id: newMailId(),
    kind: 'password',
    facts: {
      email,
      ...(address !== null && { address }),
      ...(userAgent !== null && { userAgent: userAgent.slice(0, 300) }),
      ...(requestId !== null && { requestId }),
    },
  });
}

/** Queues a message to the patient of a delivery. Its link or code is derived when it is sent. */
export async function queueDelivery(
  transaction: Transaction,
  kind: Extract<MailKind, 'report-link' | 'report-code'>,
  deliveryId: string,
): Promise<void> {
  await transaction.insert(mails).values({ id: newMailId(), kind, deliveryId });
}
