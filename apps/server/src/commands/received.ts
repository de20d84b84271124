import type { InboxOutcome } from '../modules/inbox/public.ts';
import { Problem } from '../platform/problem.ts';
import { StartupError } from '../platform/system-errors.ts';
import { type CommandSession, withInstallation } from './with-installation.ts';

// Calendly's webhooks and laboratories' messages have the same outcomes and are replayed alike.

export const OUTCOMES: Readonly<Record<InboxOutcome, string>> = {
  received: 'recibido',
  applied: 'aplicado',
  ignored: 'sin efecto',
  failed: 'fallido',
};

/** Maximum lines on a terminal; the latest are shown. */
export const MOST_LISTED = 200;

interface Replay {
  /** 'notificaciones', 'mensajes' */
  readonly plural: string;
  failedIds(session: CommandSession): Promise<readonly number[]>;
  /** Applies one again, and describes the outcome. */
  apply(session: CommandSession, id: string): Promise<{ outcome: string; text: string }>;
}

/**
 * Replays one received message, or all that failed. One that was purged during the replay is reported and skipped. The
 * exit code is 1 if a replay fails.
 */
export async function replayReceived(
  id: string | undefined,
  { failed = false }: { failed?: boolean },
  { plural, failedIds, apply }: Replay,
): Promise<void> {
  if ((id === undefined) !== failed) {
    throw new StartupError('replay-what', 'Indica un número o usa --failed.');
  }
  const stillFailing = await withInstallation(async (session) => {
    const ids = id === undefined ? (await failedIds(session)).map(String) : [id];
    if (ids.length === 0) console.log(`No hay ${plural} por volver a procesar.`);
    let failures = 0;
    for (const one of ids) {
      const { outcome, text } = await apply(session, one).catch((cause: unknown) => {
        if (!(cause instanceof Problem) || cause.code !== 'NOT_FOUND') throw cause;
        if (failed) return { outcome: 'purged', text: 'ya no existe' };
        const message = `El número ${one} no existe.`;
        throw new StartupError('delivery-unknown', message, { cause });
      });
      if (outcome === 'failed') failures += 1;
      console.log(`${Number(one)}\t${text}`);
    }
    return failures;
  });
  if (stillFailing > 0) process.exitCode = 1;
}
