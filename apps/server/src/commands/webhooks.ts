import { pino } from 'pino';
import { calendlyInbox } from '../modules/calendly/inbox.ts';
import { processWebhook } from '../modules/calendly/process-webhook.ts';
import type { InboxOutcome } from '../modules/inbox/public.ts';
import { StartupError } from '../platform/system-errors.ts';
import { forTerminal } from '../platform/terminal-text.ts';
import { inboxOutcomes } from '../schema/operation/inbox.ts';
import { MOST_LISTED, OUTCOMES, replayReceived } from './received.ts';
import { formatInstant, listAudited } from './with-installation.ts';

/** `webhooks list`: the outcome of each webhook, without names. */
export async function listWebhooks(options: { outcome?: string }): Promise<void> {
  const outcome = readOutcome(options.outcome);
  const rows = await listAudited('deliveries.listed', (transaction) =>
    calendlyInbox.latest(transaction, outcome, MOST_LISTED),
  );
  for (const { id, receivedAt, event, outcome, reason, attempts } of rows) {
    const why = outcome === 'failed' || reason !== null ? calendlyInbox.reasonText(reason) : '';
    console.log(
      [id, formatInstant(receivedAt), forTerminal(event ?? ''), OUTCOMES[outcome], attempts, why]
        .join('\t')
        .trimEnd(),
    );
  }
  if (rows.length === 0) console.log('No hay notificaciones.');
}

/** `webhooks replay`: applies one webhook again, or all that failed. */
export function replayWebhooks(
  id: string | undefined,
  options: { failed?: boolean },
): Promise<void> {
  return replayReceived(id, options, {
    plural: 'notificaciones',
    failedIds: ({ installation }) => calendlyInbox.failedIds(installation.database.db),
    apply: async ({ installation: { database }, config, act }, one) => {
      const parts = { db: database.db, log: pino({ level: config.logLevel }) };
      const { outcome, reason } = await calendlyInbox.replay(parts.db, act, one, (id) =>
        processWebhook(parts, act, id),
      );
      const why = reason === null ? '' : `\t${calendlyInbox.reasonText(reason)}`;
      return { outcome, text: `${OUTCOMES[outcome]}${why}` };
    },
  });
}

function readOutcome(text: string | undefined): InboxOutcome | undefined {
  const outcome = inboxOutcomes.find((known) => known === text);
  if (text !== undefined && outcome === undefined) {
    throw new StartupError(
      'outcome-unknown',
      `«${text}» no es un resultado: usa ${inboxOutcomes.join(', ')}.`,
    );
  }
  return outcome;
}
