import { createHash } from 'node:crypto';
import type { Hl7Message } from '@medplum/core';
import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Act } from '../../../platform/act.ts';
import type { Database, Reader, Transaction } from '../../../platform/database/database.ts';
import { LABORATORY_LOCKS } from '../../../platform/database/locks.ts';
import { describeFault, toProblem } from '../../../platform/failures.ts';
import { Problem } from '../../../platform/problem.ts';
import { laboratoryMessages } from '../../../schema/results.ts';
import type { deliveryOutcomes } from '../../../schema/webhooks.ts';
import { requireLaboratory } from '../../exams/public.ts';
import { acknowledge } from './acknowledgment.ts';
import { type Applied, applyResult } from './apply-message.ts';
import { parseMessage, readMessage } from './read-message.ts';
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

interface Parts {
  readonly db: Database;
  readonly log: Pick<Logger, 'error'>;
  readonly timeZone: string;
}

/** Faults of the database itself, in which even the failure could not be stored. */
const UNAVAILABLE = new Set(['UNAVAILABLE', 'STORAGE_FULL']);

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
  const digest = createHash('sha256').update(`${laboratoryId}\n`).update(bytes).digest('base64url');
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

/** A message's id as it is typed: digits within the range of the column. */
const MESSAGE_ID = /^\d{1,15}$/;

/**
 * Applies a stored message again. One that has succeeded stays as it is.
 * @throws Problem NOT_FOUND
 */
export async function replayMessage(parts: Parts, act: Act, id: string): Promise<Received> {
  if (!MESSAGE_ID.test(id)) throw new Problem('NOT_FOUND');
  return processMessage(parts, act, Number(id), null);
}

async function processMessage(
  { db, log, timeZone }: Parts,
  act: Act,
  id: number,
  sent: { readonly bytes: Buffer; readonly where: string | undefined } | null,
): Promise<Received> {
  let message: Hl7Message | null = null;
  const work = async (transaction: Transaction, { content, laboratoryId }: Row) => {
    const bytes = content ?? sent?.bytes;
    if (bytes === undefined) throw new Error('A message that failed is kept');
    message = parseMessage(bytes);
    const read = readMessage(message, timeZone);
    await transaction.execute(
      sql`select pg_advisory_xact_lock(${LABORATORY_LOCKS}, hashtext(${laboratoryId}))`,
    );
    const origin = {
      laboratoryId,
      source: 'hl7' as const,
      where: sent?.where ?? `mensaje ${read.controlId}`,
      timeZone,
      names: [`hl7 ${read.controlId}`],
      undated: new Map<string, number>(),
      sentAt: read.sentAt,
    };
    const applied: Applied[] = [];
    for (const result of read.results) {
      applied.push(await applyResult(transaction, act, origin, result));
    }
    return applied;
  };
  const answer = (refusal: MessageRefused | null): string => acknowledge(message, refusal);
  try {
    return await db.transaction(async (transaction) => {
      const row = await lockMessage(transaction, id);
      if (row.outcome === 'applied') {
        message = sent === null ? null : parseMessage(sent.bytes);
        return { outcome: 'applied', applied: [], reason: null, acknowledgment: answer(null) };
      }
      const applied = await work(transaction, row);
      await writeOutcome(transaction, id, { outcome: 'applied', reason: null, content: null });
      return { outcome: 'applied', applied, reason: null, acknowledgment: answer(null) };
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
      writeOutcome(transaction, id, { outcome: 'failed', reason: told.message }),
    );
    return {
      outcome: 'failed',
      applied: [],
      reason: told.message,
      acknowledgment: answer(told),
    };
  }
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
  outcome: { readonly outcome: Outcome; readonly reason: string | null; readonly content?: null },
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

/** Those that failed, and those that were interrupted. */
const failed = or(
  eq(laboratoryMessages.outcome, 'failed'),
  and(
    eq(laboratoryMessages.outcome, 'received'),
    lt(laboratoryMessages.receivedAt, sql`now() - interval '1 minute'`),
  ),
);

/** The latest messages, without what they say of patients. */
export function latestMessages(
  db: Reader,
  { onlyFailed, limit }: { readonly onlyFailed: boolean; readonly limit: number },
) {
  const { id, laboratoryId, receivedAt, outcome, reason, attempts } = laboratoryMessages;
  return db
    .select({ id, laboratoryId, receivedAt, outcome, reason, attempts })
    .from(laboratoryMessages)
    .where(onlyFailed ? failed : undefined)
    .orderBy(desc(id))
    .limit(limit);
}

/** The ids of those that failed, the earliest first. */
export async function failedMessageIds(db: Reader): Promise<number[]> {
  const rows = await db
    .select({ id: laboratoryMessages.id })
    .from(laboratoryMessages)
    .where(failed)
    .orderBy(laboratoryMessages.id);
  return rows.map(({ id }) => id);
}
