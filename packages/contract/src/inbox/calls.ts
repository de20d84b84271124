import * as z from 'zod';
import type { Capability } from '../common/access/roles.ts';
import { call } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { isoInstant } from '../common/instants.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { correctionReason } from '../results/fields.ts';

/** A message of another system that failed. */
const failedMessage = z.strictObject({
  idMessage: recordId,
  /** The laboratory, or the person who booked; null without a name. */
  sender: z.string().nullable(),
  /** 'Mensaje 7', 'Cita cancelada' */
  title: z.string(),
  receivedAt: isoInstant,
  attempts: z.int().min(0),
  /** Reason of the failure, in Spanish. */
  reason: z.string(),
});
export type FailedMessage = z.infer<typeof failedMessage>;

/** The readable part of a message. */
const messageContent = z.strictObject({
  facts: z.array(z.strictObject({ name: z.string(), text: z.string() })),
  /** First lines of the message; long ones are cut. */
  segments: z.array(z.string()),
});
export type MessageContent = z.infer<typeof messageContent>;

const oneMessage = { idMessage: recordId };

/** The calls of one sender, with the capabilities to see and to handle its messages. */
const inboxContract = (
  { path, noun }: { path: string; noun: string },
  see: Capability,
  handle: Capability,
) => ({
  list: call(see)
    .get(
      `/v1/inbox/${path}`,
      `Mensajes de ${noun} que no se pudieron procesar, los últimos primero`,
    )
    .input(z.strictObject(pageInput))
    .output({ messages: z.array(failedMessage), ...pageOutput }),
  read: call(see)
    .get(
      `/v1/inbox/${path}/message`,
      `El contenido de un mensaje de ${noun} que no se pudo procesar`,
    )
    .input(z.strictObject(oneMessage))
    .output(messageContent),
  discard: call(handle)
    .post(
      `/v1/inbox/${path}/discard`,
      `Descarta, con el motivo, un mensaje de ${noun} que no se pudo procesar`,
    )
    .input({ ...oneMessage, reason: correctionReason })
    .output(z.strictObject(oneMessage)),
  replay: call(handle)
    .post(`/v1/inbox/${path}/replay`, `Vuelve a procesar un mensaje de ${noun}`)
    .input(z.strictObject(oneMessage))
    .output({
      outcome: z.literal(['applied', 'ignored', 'failed']),
      /** Reason of the outcome, in Spanish; null without one. */
      reason: z.string().nullable(),
    }),
});

export const calendlyInboxContract = inboxContract(
  { path: 'calendly', noun: 'Calendly' },
  'patients.read',
  'patients.edit',
);
export const laboratoryInboxContract = inboxContract(
  { path: 'laboratory', noun: 'laboratorios' },
  'results.receive',
  'results.receive',
);
export type InboxContract = typeof laboratoryInboxContract;
