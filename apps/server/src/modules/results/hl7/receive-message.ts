import { createHash } from 'node:crypto';
import type { Hl7Message } from '@medplum/core';
import { type FileOutcome, MAX_SENT_MESSAGES } from '@simiente/contract/results/file-calls';
import { and, arrayContained, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Act } from '../../../platform/act.ts';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { LABORATORY_LOCKS } from '../../../platform/database/locks.ts';
import { unavailable } from '../../../platform/failures.ts';
import { hasAnswer } from '../../../platform/idempotency/idempotency-key.ts';
import { ImportError, requireAtMost } from '../../../platform/tables/table-limits.ts';
import { inboxMessages } from '../../../schema/operation/inbox.ts';
import { partners } from '../../../schema/partners.ts';
import { requireLaboratory } from '../../exams/public.ts';
import type { Simulation } from '../entering/change-set.ts';
import {
  auditImport,
  describeWaiting,
  importWithIdempotencyKey,
  type LineOutcome,
  limitNotes,
  type ResultOutcome,
  simulate,
  summarize,
} from '../import/outcome.ts';
import { applyResult } from './apply-message.ts';
import { escapeText, findBatchProblem, MessageError, read, splitMessages } from './decode.ts';
import { type DocumentDeps, type Documents, readDocuments, withDocuments } from './documents.ts';
import { sharesRow } from './find-sent.ts';
import { readCodes } from './laboratory-codes.ts';
import { findRejections, laboratoryInbox } from './ledger.ts';
import { type MessageResult, parseMessage, readMessage } from './read-message.ts';
import { readReportKeys } from './segments.ts';

export type CheckedMessage = Omit<LineOutcome, 'line'>;

interface ReceivedMessage extends CheckedMessage {
  readonly outcome: 'applied' | 'failed';
  readonly acknowledgment: string;
}

interface Deps extends DocumentDeps {
  readonly log: Pick<Logger, 'error'>;
  readonly timeZone: string;
}

const FAULT = 'Ocurrió una falla al procesarlo. Se guardó, y se puede volver a procesar.';

/**
 * Stores a message of a laboratory once, and applies it in one transaction with its outcome. If that fails, the
 * message stays stored with the reason.
 * @param where origin of the results, for users; by default the message's control id
 * @throws errors of an unavailable database: then the message was not received
 */
export async function receiveMessage(
  deps: Deps,
  act: Act,
  { laboratoryId, content, where }: { laboratoryId: string; content: Uint8Array; where?: string },
): Promise<ReceivedMessage> {
  const bytes = Buffer.from(content);
  const digest = digestMessage(laboratoryId, bytes);
  const id = await deps.db.transaction(async (transaction) => {
    await requireLaboratory(transaction, laboratoryId);
    return laboratoryInbox.record(transaction, { laboratoryId, digest, content: bytes });
  });
  return processMessage(deps, act, id, { bytes, where });
}

/** Identifies a message: equal bytes from one laboratory are one message. */
const digestMessage = (laboratoryId: string, bytes: Uint8Array) =>
  createHash('sha256').update(`${laboratoryId}\n`).update(bytes).digest('base64url');

interface MessageFacts {
  readonly laboratoryId: string;
  readonly timeZone: string;
  readonly where?: string | undefined;
  readonly documents?: Documents;
  readonly simulated?: Simulation;
}

async function applyMessage(
  transaction: Transaction,
  act: Act,
  message: Hl7Message,
  { laboratoryId, timeZone, where, documents = new Map(), simulated }: MessageFacts,
): Promise<ResultOutcome[]> {
  const [laboratory] = await transaction
    .select({ timeZone: partners.timeZone })
    .from(partners)
    .where(eq(partners.id, laboratoryId));
  const codes = await readCodes(transaction, laboratoryId);
  const content = readMessage(message, laboratory?.timeZone ?? timeZone, { documents, codes });
  if (simulated === undefined) {
    await transaction.execute(
      sql`select pg_advisory_xact_lock(${LABORATORY_LOCKS}, hashtext(${laboratoryId}))`,
    );
  }
  const origin = {
    laboratoryId,
    source: 'hl7' as const,
    where: where ?? `mensaje ${content.controlId}`,
    timeZone,
    sourceKeys: [`hl7 ${content.controlId}`],
    undatedCounts: new Map<string, number>(),
    sentAt: content.sentAt,
    documents,
    simulated,
  };
  const outcomes: ResultOutcome[] = [];
  for (const [index, result] of content.results.entries()) {
    const parts = content.results.filter((one) => one !== result && sharesNumber(one, result));
    const otherSamples = parts
      .filter((one) => sharesRow(toRows(one), result))
      .map(({ sample }) => sample);
    const applied = await applyResult(transaction, act, { ...origin, otherSamples }, result);
    outcomes.push(...applied);
    const isFirst = !parts.some((one) => content.results.indexOf(one) < index);
    if (content.isTest && isFirst && applied.includes('changed')) {
      throw new MessageError('202', 'Es de prueba (MSH-11) y cambiaría resultados guardados.');
    }
  }
  return outcomes;
}

const sharesNumber = (one: MessageResult, other: MessageResult) =>
  one.examType === other.examType &&
  one.fillerNumbers.some((number) => other.fillerNumbers.includes(number));

/** Rows of a result. Two results of a message with a common row are samples of several hours, and not parts of one sample. */
const toRows = ({ observations }: MessageResult) => observations.map(({ value }) => value);

/** Applies a stored message, unless it was applied before. */
export async function processMessage(
  deps: Deps,
  act: Act,
  id: number,
  sent: { readonly bytes: Buffer; readonly where: string | undefined } | null = null,
): Promise<ReceivedMessage> {
  const { timeZone } = deps;
  let message: Hl7Message | null = null;
  const toStored = (
    error: MessageError | null,
    results: readonly ResultOutcome[] = [],
    documentProblems: readonly string[] = [],
  ) => ({
    outcome: error === null ? ('applied' as const) : ('failed' as const),
    results,
    reason: error?.message ?? null,
    acknowledgment: acknowledge(message, error, [...describeWaiting(results), ...documentProblems]),
    columns: error === null ? { content: null } : { reports: message && readReportKeys(message) },
  });
  return laboratoryInbox.process(deps, id, {
    run: async (work: (transaction: Transaction, documents: Documents) => Promise<Stored>) => {
      const stored = await laboratoryInbox.find(deps.db, id);
      const bytes = stored.content ?? sent?.bytes;
      if (bytes !== undefined) message = parseMessage(bytes);
      const isNew = stored.outcome !== 'applied';
      return withDocuments(deps, message && isNew ? readDocuments(message) : [], work);
    },
    toEarlierResult: () => toStored(null),
    apply: async (transaction, row, documents) => {
      if (message === null) throw new Error('The content of a failed message is stored');
      const facts = { laboratoryId: row.laboratoryId, timeZone, where: sent?.where, documents };
      const results = await applyMessage(transaction, act, message, facts);
      await settleResent(transaction, row, readReportKeys(message));
      const problems = [...documents.values()].flatMap((document) =>
        'problem' in document ? [document.problem] : [],
      );
      return toStored(null, results, problems);
    },
    fail: (error) => {
      const isFault = !(error instanceof MessageError);
      return { result: toStored(isFault ? new MessageError('207', FAULT) : error), isFault };
    },
  });
}

type Stored = ReceivedMessage & { readonly columns: object };

/** Settles failed messages of the laboratory whose reports were all sent again in an applied message. */
async function settleResent(
  transaction: Transaction,
  { id, laboratoryId }: { readonly id: number; readonly laboratoryId: string },
  reports: string[],
): Promise<void> {
  if (reports.length === 0) return;
  await transaction
    .update(inboxMessages)
    .set({ settledAt: sql`now()`, settledReason: `Llegó corregido en el mensaje ${id}.` })
    .where(
      and(
        eq(inboxMessages.laboratoryId, laboratoryId),
        eq(inboxMessages.outcome, 'failed'),
        isNull(inboxMessages.settledAt),
        lt(inboxMessages.id, id),
        sql`cardinality(${inboxMessages.reports}) > 0`,
        arrayContained(inboxMessages.reports, reports),
      ),
    );
}

/**
 * The answer to a message: accepted, or rejected with the reason. Version, processing id and names are copied from
 * the message.
 * @param message null if it could not be parsed
 * @param waiting reasons why results wait for a user
 */
export function acknowledge(
  message: Hl7Message | null,
  rejection: Pick<MessageError, 'ack' | 'code' | 'message' | 'header'> | null,
  waiting: readonly string[] = [],
): string {
  const now = new Date();
  const header = (message ?? rejection?.header)?.getSegment('MSH');
  const copy = (field: number) => escapeText(read(header, field));
  const at = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const addresses = `SIMIENTE||${copy(3)}|${copy(4)}`;
  const version = `${copy(11) || 'P'}|${copy(12) || '2.5.1'}`;
  const waitingText =
    waiting.length === 0 ? '' : `En espera de revisión: ${[...new Set(waiting)].join(' ')}`;
  const text = escapeText(rejection?.message ?? waitingText);
  const segments = [
    `MSH|^~\\&|${addresses}|${at}+0000||ACK^R01^ACK|${now.getTime()}|${version}||||||UNICODE UTF-8`,
    `MSA|${rejection?.ack ?? 'AA'}|${copy(10)}|${text}`,
    ...(rejection === null ? [] : [`ERR|||${rejection.code}|E||||${text}`]),
  ];
  return `${segments.join('\r')}\r`;
}

/** Services that check and store the documents in messages. */
export type FileDeps = Omit<DocumentDeps, 'db'>;

interface SentFile {
  readonly idLaboratory: string;
  readonly bytes: Buffer;
  readonly file: { readonly name: string; readonly sha256: string };
}

/** Start of a message, batch or file, after characters that a protocol or editor adds. */
const HEADER = /^(?:\uFEFF|ï»¿)?[\v\s]*(?:MSH|BHS|FHS)[^\p{L}\p{N}\s]/u;

export const isMessages = (bytes: Buffer) => HEADER.test(bytes.subarray(0, 64).toString('latin1'));

/** Simulates receiving the messages of a file one after another, and stores nothing. */
export async function checkSentMessages(
  context: StaffContext,
  { idLaboratory: laboratoryId, bytes }: SentFile,
): Promise<FileOutcome> {
  const contents = readContents(bytes);
  const lines = await simulate(context.db, async (transaction) => {
    await requireLaboratory(transaction, laboratoryId);
    const checked: LineOutcome[] = [];
    const simulated: Simulation = new Map();
    for (const [index, content] of contents.entries()) {
      const outcome = await checkMessage(transaction, context, content, {
        laboratoryId,
        simulated,
      });
      checked.push({ line: index + 1, ...outcome });
    }
    return checked;
  });
  return limitNotes(summarize(lines));
}

async function checkMessage(
  transaction: Transaction,
  context: StaffContext,
  content: Uint8Array,
  { laboratoryId, simulated }: { laboratoryId: string; simulated: Simulation },
): Promise<CheckedMessage> {
  const [stored] = await transaction
    .select({ outcome: inboxMessages.outcome })
    .from(inboxMessages)
    .where(eq(inboxMessages.digest, digestMessage(laboratoryId, content)));
  if (stored?.outcome === 'applied') return { results: [], reason: null };
  const tried: Simulation = new Map(simulated);
  const facts = { laboratoryId, timeZone: context.clinicTimeZone, simulated: tried };
  try {
    const results = await transaction.transaction((savepoint) =>
      applyMessage(savepoint, context, parseMessage(content), facts),
    );
    for (const [id, changed] of tried) simulated.set(id, changed);
    return { results, reason: null };
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    return { results: [], reason: error.message };
  }
}

/**
 * Receives each message of a file, as if the laboratory's system had sent it. A retry with the same Idempotency-Key
 * gets the first answer; after an interruption it receives the remaining messages.
 */
export async function importSentMessages(
  context: StaffContext,
  files: FileDeps,
  { idLaboratory: laboratoryId, bytes, file }: SentFile,
): Promise<FileOutcome> {
  const { db, log, clinicTimeZone: timeZone } = context;
  const contents = readContents(bytes);
  const received: LineOutcome[] = [];
  if (!(await hasAnswer(db, context))) {
    for (const [index, content] of contents.entries()) {
      const message = { laboratoryId, content, where: `${file.name}, mensaje ${index + 1}` };
      const deps = { ...files, db, log, timeZone };
      const { results, reason } = await receiveMessage(deps, context, message);
      received.push({ line: index + 1, results, reason });
    }
  }
  return importWithIdempotencyKey(
    context,
    laboratoryId,
    { laboratoryId, file: file.sha256 },
    async (transaction) => {
      // The stored answer was deleted in the meantime.
      if (received.length === 0) throw unavailable();
      await auditImport(transaction, context, laboratoryId, received);
      return received;
    },
    (transaction, lines) =>
      findRejections(
        transaction,
        lines.map((line) => digestMessage(laboratoryId, contents[line - 1] ?? new Uint8Array())),
      ),
  );
}

function readContents(bytes: Buffer): Uint8Array[] {
  const contents = splitMessages(bytes, MAX_SENT_MESSAGES);
  if (contents.length === 0) {
    throw new ImportError('El archivo no tiene mensajes HL7: cada uno empieza con MSH.');
  }
  requireAtMost(contents.length, MAX_SENT_MESSAGES, 'mensajes');
  const studies = bytes.toString('latin1').match(/[\r\n]OBR/g) ?? [];
  requireAtMost(studies.length, MAX_SENT_MESSAGES, 'estudios (OBR)');
  const problem = findBatchProblem(bytes, contents.length);
  if (problem !== null) throw new ImportError(problem);
  return contents;
}
