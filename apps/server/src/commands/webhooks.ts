import { pino } from 'pino';
import { writeAudit } from '../modules/audit/public.ts';
import {
  type DeliveryOutcome,
  failedDeliveryIds,
  latestDeliveries,
  reasonText,
} from '../modules/calendly/deliveries.ts';
import { replayDelivery } from '../modules/calendly/process-delivery.ts';
import { Problem } from '../platform/problem.ts';
import { StartupError } from '../platform/startup-error.ts';
import { deliveryOutcomes } from '../schema/operation/webhooks.ts';
import { formatInstant } from './instant.ts';
import { type CommandSession, withInstallation } from './with-installation.ts';

const OUTCOMES: Readonly<Record<DeliveryOutcome, string>> = {
  received: 'recibido',
  applied: 'aplicado',
  ignored: 'sin efecto',
  failed: 'fallido',
};

/** Most lines on a terminal; the latest ones. */
const MOST_LISTED = 200;

/** `webhooks list`: the outcome of each delivery, without names. */
export async function listDeliveries(options: { outcome?: string }): Promise<void> {
  const outcome = readOutcome(options.outcome);
  const rows = await withInstallation(({ installation: { database }, act }) =>
    database.db.transaction(async (transaction) => {
      const found = await latestDeliveries(transaction, { outcome, limit: MOST_LISTED });
      await writeAudit(transaction, act, {
        action: 'deliveries.listed',
        details: { count: found.length },
      });
      return found;
    }),
  );
  for (const { id, receivedAt, event, outcome, reason, attempts } of rows) {
    const why = outcome === 'failed' || reason !== null ? reasonText(reason) : '';
    console.log(
      [id, formatInstant(receivedAt), printable(event), OUTCOMES[outcome], attempts, why]
        .join('\t')
        .trimEnd(),
    );
  }
  if (rows.length === 0) console.log('No hay avisos.');
}

/** `webhooks replay`: applies one delivery again, or all that failed. */
export async function replayDeliveries(
  id: string | undefined,
  { failed = false }: { failed?: boolean },
): Promise<void> {
  if ((id === undefined) !== failed) {
    throw new StartupError('replay-what', 'Indica el número de un aviso, o --failed para todos.');
  }
  const stillFailing = await withInstallation(async (session) => {
    const ids = id === undefined ? await allFailed(session) : [id];
    let failures = 0;
    for (const one of ids) if (!(await replayOne(session, one))) failures += 1;
    return failures;
  });
  if (stillFailing > 0) process.exitCode = 1;
}

async function allFailed({ installation: { database } }: CommandSession): Promise<string[]> {
  const ids = await failedDeliveryIds(database.db);
  if (ids.length === 0) console.log('No hay avisos fallidos.');
  return ids.map(String);
}

async function replayOne(
  { installation: { database }, config, act }: CommandSession,
  id: string,
): Promise<boolean> {
  const parts = { db: database.db, log: pino({ level: config.logLevel }) };
  try {
    const { outcome, reason } = await replayDelivery(parts, act, id);
    const why = reason === null ? '' : `\t${reasonText(reason)}`;
    console.log(`${Number(id)}\t${OUTCOMES[outcome]}${why}`);
    return outcome !== 'failed';
  } catch (cause) {
    if (!(cause instanceof Problem) || cause.code !== 'NOT_FOUND') throw cause;
    throw new StartupError('delivery-unknown', `No hay ningún aviso con el número ${id}.`, {
      cause,
    });
  }
}

/** The event's name is external input: control characters are shown as codes. */
function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

function readOutcome(text: string | undefined): DeliveryOutcome | undefined {
  const outcome = deliveryOutcomes.find((known) => known === text);
  if (text !== undefined && outcome === undefined) {
    throw new StartupError(
      'outcome-unknown',
      `«${text}» no es un resultado: usa ${deliveryOutcomes.join(', ')}.`,
    );
  }
  return outcome;
}
