import path from 'node:path';
import { waitingReasonWords } from '@simiente/contract/results/states';
import { pino } from 'pino';
import { findBatchProblem, splitMessages } from '../modules/results/hl7/decode.ts';
import { laboratoryInbox } from '../modules/results/hl7/ledger.ts';
import {
  type CheckedMessage,
  processMessage,
  receiveMessage,
} from '../modules/results/hl7/receive-message.ts';
import { Problem } from '../platform/problem.ts';
import { StartupError } from '../platform/system-errors.ts';
import { createReplay, MAX_LISTED, OUTCOMES } from './webhooks.ts';
import {
  type CommandSession,
  formatInstant,
  forTerminal,
  listAudited,
  readInputFile,
  withInstallation,
} from './with-installation.ts';

const APPLIED = {
  entered: 'capturado',
  changed: 'cambió lo recibido antes',
  rejected: 'el laboratorio rechazó el estudio',
  repeated: 'ya estaba',
  older: 'llegó después de uno más nuevo',
} as const;

function describeReceived({ reason, results }: CheckedMessage): string {
  if (reason !== null) return `fallido. ${forTerminal(reason)}`;
  if (results.length === 0) return 'ya se había recibido';
  return results
    .map((effect) =>
      effect in APPLIED
        ? APPLIED[effect as keyof typeof APPLIED]
        : `pendiente en «Resultados recibidos». ${waitingReasonWords[effect as keyof typeof waitingReasonWords]}`,
    )
    .join('; ');
}

const getDeps = ({ installation: { database, store }, config }: CommandSession) => ({
  db: database.db,
  store,
  uploadFolder: path.join(config.dataDir, 'uploads'),
  clamd: config.clamd,
  log: pino({ level: config.logLevel }),
  timeZone: config.clinicTimeZone,
});

/** `results receive FILE`: receives messages and prints the outcome of each, in order. */
export async function receiveFile(file: string, options: { laboratory: string }): Promise<void> {
  const bytes = await readInputFile(file);
  const contents = splitMessages(bytes);
  const problem =
    contents.length === 0
      ? 'No tiene mensajes HL7: cada uno empieza con MSH.'
      : findBatchProblem(bytes, contents.length);
  if (problem !== null) throw new StartupError('results-refused', `«${file}»: ${problem}`);
  const { laboratory: laboratoryId } = options;
  const failures = await withInstallation(async (session) => {
    let failed = 0;
    for (const [index, content] of contents.entries()) {
      const where = `${path.basename(file)}, mensaje ${index + 1}`;
      const received = await receiveMessage(getDeps(session), session.act, {
        laboratoryId,
        content,
        where,
      }).catch((cause: unknown) => {
        throw unknownLaboratory(cause, laboratoryId);
      });
      if (received.outcome === 'failed') failed += 1;
      console.log(`Mensaje ${index + 1}: ${describeReceived(received)}`);
    }
    return failed;
  });
  if (failures > 0) process.exitCode = 1;
}

export function unknownLaboratory(cause: unknown, laboratoryId: string): unknown {
  if (!(cause instanceof Problem) || cause.code !== 'NOT_FOUND') return cause;
  const message = `No hay ningún partner de tipo Laboratorio con el id «${laboratoryId}»: copia el id de su página, o cambia su tipo. No se guardó nada.`;
  return new StartupError('laboratory-unknown', message, { cause });
}

export async function listMessages({ failed = false }: { failed?: boolean }): Promise<void> {
  const rows = await listAudited('laboratory_messages.listed', (transaction) =>
    laboratoryInbox.latest(transaction, failed ? 'failed' : undefined, MAX_LISTED),
  );
  for (const { id, receivedAt, laboratoryId, outcome, attempts, reason } of rows) {
    const facts = [id, formatInstant(receivedAt), laboratoryId, OUTCOMES[outcome], attempts];
    console.log([...facts, forTerminal(reason ?? '')].join('\t').trimEnd());
  }
  if (rows.length === 0) console.log('No hay mensajes.');
}

/** `results replay`: applies one message again, or all failed ones. */
export const replayMessages = createReplay({
  plural: 'mensajes',
  failedIds: ({ installation }) => laboratoryInbox.failedIds(installation.database.db),
  apply: async (session, idMessage) => {
    const deps = getDeps(session);
    const received = await laboratoryInbox.replay(deps.db, session.act, idMessage, (id) =>
      processMessage(deps, session.act, id),
    );
    return { outcome: received.outcome, text: describeReceived(received) };
  },
});
