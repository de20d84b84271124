import { pino } from 'pino';
import { calendlyInbox, processWebhook } from '../modules/calendly/process-webhook.ts';
import type { InboxOutcome } from '../modules/inbox/public.ts';
import { Problem } from '../platform/problem.ts';
import { StartupError } from '../platform/system-errors.ts';
import { inboxOutcomes } from '../schema/operation/inbox.ts';
import {
  type CommandSession,
  formatInstant,
  forTerminal,
  listAudited,
  withInstallation,
} from './with-installation.ts';

/** `webhooks list`: the outcome of each webhook, without names. */
export async function listWebhooks(options: { outcome?: string }): Promise<void> {
  const outcome = readOutcome(options.outcome);
  const rows = await listAudited('deliveries.listed', (transaction) =>
    calendlyInbox.latest(transaction, outcome, MAX_LISTED),
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

/** `webhooks replay`: applies one webhook again, or all failed ones. */
export const replayWebhooks = createReplay({
  plural: 'notificaciones',
  failedIds: ({ installation }) => calendlyInbox.failedIds(installation.database.db),
  apply: async ({ installation: { database }, config, act }, idMessage) => {
    const deps = { db: database.db, log: pino({ level: config.logLevel }) };
    const { outcome, reason } = await calendlyInbox.replay(deps.db, act, idMessage, (id) =>
      processWebhook(deps, act, id),
    );
    const why = reason === null ? '' : `\t${calendlyInbox.reasonText(reason)}`;
    return { outcome, text: `${OUTCOMES[outcome]}${why}` };
  },
});

function readOutcome(text: string | undefined): InboxOutcome | undefined {
  const outcome = inboxOutcomes.find((name) => name === text);
  if (text !== undefined && outcome === undefined) {
    throw new StartupError(
      'outcome-unknown',
      `«${text}» no es un resultado: usa ${inboxOutcomes.join(', ')}.`,
    );
  }
  return outcome;
}

// Shared by Calendly's webhooks and laboratories' messages.

export const OUTCOMES: Readonly<Record<InboxOutcome, string>> = {
  received: 'recibido',
  applied: 'aplicado',
  ignored: 'sin efecto',
  failed: 'fallido',
};

/** Maximum number of listed messages; the latest are shown. */
export const MAX_LISTED = 200;

interface Replay {
  /** 'notificaciones', 'mensajes' */
  readonly plural: string;
  failedIds(session: CommandSession): Promise<readonly number[]>;
  /** Applies a message again, and describes the outcome. */
  apply(session: CommandSession, id: string): Promise<{ outcome: string; text: string }>;
}

/**
 * A command that replays one received message, or all failed ones. A message that was purged during the replay is
 * reported and skipped. The exit code is 1 if a replay fails.
 */
export function createReplay({ plural, failedIds, apply }: Replay) {
  return async (id: string | undefined, { failed = false }: { failed?: boolean }) => {
    if ((id === undefined) !== failed) {
      throw new StartupError('replay-what', 'Indica un número o usa --failed.');
    }
    const stillFailing = await withInstallation(async (session) => {
      const ids = id === undefined ? (await failedIds(session)).map(String) : [id];
      if (ids.length === 0) console.log(`No hay ${plural} por volver a procesar.`);
      let failures = 0;
      for (const idMessage of ids) {
        const { outcome, text } = await apply(session, idMessage).catch((cause: unknown) => {
          if (!(cause instanceof Problem) || cause.code !== 'NOT_FOUND') throw cause;
          if (failed) return { outcome: 'purged', text: 'ya no existe' };
          const message = `El número ${idMessage} no existe.`;
          throw new StartupError('delivery-unknown', message, { cause });
        });
        if (outcome === 'failed') failures += 1;
        console.log(`${Number(idMessage)}\t${text}`);
      }
      return failures;
    });
    if (stillFailing > 0) process.exitCode = 1;
  };
}
