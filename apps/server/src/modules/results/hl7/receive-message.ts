import { createHash } from 'node:crypto';
import type { Hl7Message } from '@medplum/core';
import { and, arrayContained, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Act } from '../../../platform/act.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { LABORATORY_LOCKS } from '../../../platform/database/locks.ts';
import { describeFault, toProblem } from '../../../platform/failures.ts';
import { Problem } from '../../../platform/problem.ts';
import type { deliveryOutcomes } from '../../../schema/operation/webhooks.ts';
import { partners } from '../../../schema/partners.ts';
import { laboratoryMessages } from '../../../schema/results.ts';
import { writeAudit } from '../../audit/public.ts';
import { requireLaboratory } from '../../exams/public.ts';
import { withoutTrace } from '../import/dry-run.ts';
import { acknowledge } from './acknowledgment.ts';
import { type Applied, applyResult, wordsOfWaiting } from './apply-message.ts';
import { type DocumentParts, type Documents, documentsOf, withDocuments } from './documents.ts';
import { parseMessage, readMessage, reportsOf } from './read-message.ts';
import { MessageRefused } from './refusal.ts';

type Outcome = (typeof deliveryOutcomes)[number];

export interface Received {
  readonly outcome: Outcome;
  /** Of each study that it has results of; empty for a message that was applied before. */
  readonly applied: readonly Applied[];
  /** Why it failed, for people. */
  readonly reason: string | null;
  /** What its sender is told. */
  readonly acknowledgment: string;
}

interface Parts extends DocumentParts {
  readonly log: Pick<Logger, 'error'>;
  readonly timeZone: string;
}

/** Faults of the database, the store or the scanner: the sender tries again. */
const UNAVAILABLE = new Set(['UNAVAILABLE', 'STORAGE_FULL', 'SCANNER_UNAVAILABLE']);

const FAULT = 'Ocurrió una falla al procesarlo. Se guardó, y se puede volver a procesar.';

/**
 * Stores a message of a laboratory, once, and applies it in one transaction with its outcome. One that cannot be
 * applied is kept, with the reason.
 * @param where names the origin of its results; without it the message's control id does
 * @throws Problem NOT_FOUND when the laboratory does not exist or is deleted
 * @throws errors of an unavailable database: then it was not received
 */
export async function receiveMessage(
  parts: Parts,
  act: Act,
  { laboratoryId, content, where }: { laboratoryId: string; content: Uint8Array; where?: string },
): Promise<Received> {
  const bytes = Buffer.from(content);
  const digest = digestOf(laboratoryId, bytes);
  const id = await parts.db.transaction(async (transaction) => {
    await requireLaboratory(transaction, laboratoryId);
    const [added] = await transaction
      .insert(laboratoryMessages)
      .values({ laboratoryId, digest, content: bytes })
      .onConflictDoNothing()
      .returning({ id: laboratoryMessages.id });
    if (added !== undefined) return added.id;
    const [known] = await transaction
      .select({ id: laboratoryMessages.id })
      .from(laboratoryMessages)
      .where(eq(laboratoryMessages.digest, digest));
    if (known === undefined) throw new Error('A message is neither new nor known');
    return known.id;
  });
  return processMessage(parts, act, id, { bytes, where });
}

/** The same bytes of the same laboratory are the same message. */
export const digestOf = (laboratoryId: string, bytes: Uint8Array) =>
  createHash('sha256').update(`${laboratoryId}\n`).update(bytes).digest('base64url');

/** A message's id as it is typed: digits within the range of the column. */
const MESSAGE_ID = /^\d{1,15}$/;

/**
 * Applies a stored message again. One that has succeeded stays as it is.
 * @throws Problem NOT_FOUND
 */
export async function replayMessage(parts: Parts, act: Act, id: string): Promise<Received> {
  if (!MESSAGE_ID.test(id)) throw new Problem('NOT_FOUND');
  const received = await processMessage(parts, act, Number(id), null);
  await parts.db.transaction((transaction) =>
    writeAudit(transaction, act, {
      action: 'laboratory_message.replayed',
      subject: { kind: 'delivery', id: String(Number(id)) },
      details: { outcome: received.outcome },
    }),
  );
  return received;
}

/**
 * What would become of messages, one after the other: nothing of it stays, in the ledger either.
 * @throws Problem NOT_FOUND when the laboratory does not exist or is deleted
 */
export async function checkMessages(
  { db, timeZone }: Pick<Parts, 'db' | 'timeZone'>,
  act: Act,
  { laboratoryId, contents }: { laboratoryId: string; contents: readonly Uint8Array[] },
): Promise<Omit<Received, 'acknowledgment'>[]> {
  return withoutTrace(db, async (transaction) => {
    await requireLaboratory(transaction, laboratoryId);
    const checked: Omit<Received, 'acknowledgment'>[] = [];
    for (const content of contents) {
      const bytes = Buffer.from(content);
      const [known] = await transaction
        .select({ outcome: laboratoryMessages.outcome })
        .from(laboratoryMessages)
        .where(eq(laboratoryMessages.digest, digestOf(laboratoryId, bytes)));
      if (known?.outcome === 'applied') {
        checked.push({ outcome: 'applied', applied: [], reason: null });
        continue;
      }
      await transaction.execute(sql`savepoint message`);
      try {
        const message = parseMessage(bytes);
        const applied = await applyMessage(transaction, act, message, { laboratoryId, timeZone });
        checked.push({ outcome: 'applied', applied, reason: null });
      } catch (error) {
        if (!(error instanceof MessageRefused)) throw error;
        await transaction.execute(sql`rollback to savepoint message`);
        checked.push({ outcome: 'failed', applied: [], reason: error.message });
      }
    }
    return checked;
  });
}

/** Applies a message that was parsed. */
async function applyMessage(
  transaction: Transaction,
  act: Act,
  message: Hl7Message,
  {
    laboratoryId,
    timeZone,
    where,
    documents = new Map(),
  }: {
    laboratoryId: string;
    timeZone: string;
    where?: string | undefined;
    documents?: Documents;
  },
): Promise<Applied[]> {
  const [laboratory] = await transaction
    .select({ timeZone: partners.timeZone })
    .from(partners)
    .where(eq(partners.id, laboratoryId));
  const read = readMessage(message, laboratory?.timeZone ?? timeZone, documents);
  await transaction.execute(
    sql`select pg_advisory_xact_lock(${LABORATORY_LOCKS}, hashtext(${laboratoryId}))`,
  );
  const origin = {
    laboratoryId,
    source: 'hl7' as const,
    where: where ?? `mensaje ${read.controlId}`,
    timeZone,
    names: [`hl7 ${read.controlId}`],
    undated: new Map<string, number>(),
    sentAt: read.sentAt,
    documents,
  };
  const applied: Applied[] = [];
  for (const result of read.results) {
    applied.push(...(await applyResult(transaction, act, origin, result)));
  }
  return applied;
}

async function processMessage(
  parts: Parts,
  act: Act,
  id: number,
  sent: { readonly bytes: Buffer; readonly where: string | undefined } | null,
): Promise<Received> {
  const { db, log, timeZone } = parts;
  let message: Hl7Message | null = null;
  const answer = (refusal: MessageRefused | null, waiting: readonly string[] = []): string =>
    acknowledge(message, refusal, waiting);
  try {
    const stored = await contentOf(db, id);
    const bytes = stored.content ?? sent?.bytes;
    const parsed = bytes === undefined ? null : parseMessage(bytes);
    message = parsed;
    const attached = parsed === null || stored.outcome === 'applied' ? [] : documentsOf(parsed);
    return await withDocuments(parts, attached, async (transaction, documents) => {
      const row = await lockMessage(transaction, id);
      if (row.outcome === 'applied') {
        return { outcome: 'applied', applied: [], reason: null, acknowledgment: answer(null) };
      }
      if (parsed === null) throw new Error('A message that failed is kept');
      const of = { laboratoryId: row.laboratoryId, timeZone, where: sent?.where, documents };
      const applied = await applyMessage(transaction, act, parsed, of);
      await writeOutcome(transaction, id, { outcome: 'applied', reason: null, content: null });
      await settleResent(transaction, row, reportsOf(parsed));
      const refused = [...documents.values()].flatMap((one) =>
        'problem' in one ? [one.problem] : [],
      );
      const acknowledgment = answer(null, [...wordsOfWaiting(applied), ...refused]);
      return { outcome: 'applied', applied, reason: null, acknowledgment };
    });
  } catch (error) {
    const refusal = error instanceof MessageRefused ? error : null;
    const { code } = toProblem(error);
    if (refusal === null) {
      if (code === 'NOT_FOUND' || UNAVAILABLE.has(code)) throw error;
      log.error({ code, message: id, ...describeFault(error) }, 'message of a laboratory failed');
    }
    const told = refusal ?? new MessageRefused('207', FAULT);
    await db.transaction((transaction) =>
      writeOutcome(transaction, id, {
        outcome: 'failed',
        reason: told.message,
        reports: message && reportsOf(message),
      }),
    );
    return {
      outcome: 'failed',
      applied: [],
      reason: told.message,
      acknowledgment: answer(told),
    };
  }
}

/** @throws Problem NOT_FOUND */
async function contentOf(db: Database, id: number) {
  const { content, outcome } = laboratoryMessages;
  const [row] = await db
    .select({ content, outcome })
    .from(laboratoryMessages)
    .where(eq(laboratoryMessages.id, id));
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row;
}

type Row = typeof laboratoryMessages.$inferSelect;

async function lockMessage(transaction: Transaction, id: number): Promise<Row> {
  const [row] = await transaction
    .select()
    .from(laboratoryMessages)
    .where(eq(laboratoryMessages.id, id))
    .for('update');
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row;
}

async function writeOutcome(
  transaction: Transaction,
  id: number,
  outcome: {
    readonly outcome: Outcome;
    readonly reason: string | null;
    readonly content?: null;
    readonly reports?: string[] | null;
  },
): Promise<void> {
  await transaction
    .update(laboratoryMessages)
    .set({
      ...outcome,
      attempts: sql`${laboratoryMessages.attempts} + 1`,
      processedAt: sql`now()`,
    })
    // Of two attempts at once the other may have succeeded.
    .where(and(eq(laboratoryMessages.id, id), sql`${laboratoryMessages.outcome} <> 'applied'`));
}

/** Messages of the laboratory that failed, and whose reports all came again with one that was applied. */
async function settleResent(
  transaction: Transaction,
  { id, laboratoryId }: Row,
  reports: string[] | null,
): Promise<void> {
  if (reports === null || reports.length === 0) return;
  await transaction
    .update(laboratoryMessages)
    .set({ settledAt: sql`now()`, settledReason: `Llegó corregido en el mensaje ${id}.` })
    .where(
      and(
        eq(laboratoryMessages.laboratoryId, laboratoryId),
        eq(laboratoryMessages.outcome, 'failed'),
        isNull(laboratoryMessages.settledAt),
        lt(laboratoryMessages.id, id),
        sql`cardinality(${laboratoryMessages.reports}) > 0`,
        arrayContained(laboratoryMessages.reports, reports),
      ),
    );
}
