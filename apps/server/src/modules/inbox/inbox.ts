import type { FailedMessage, InboxContract, MessageContent } from '@simiente/contract/inbox/calls';
import { and, desc, eq, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Act } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Database, Reader, Transaction } from '../../platform/database/database.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { toPage } from '../../platform/database/pages/keyset.ts';
import { describeFault, toProblem } from '../../platform/failures.ts';
import { Problem } from '../../platform/problem.ts';
import {
  type inboxKinds,
  inboxMessages,
  type inboxOutcomes,
} from '../../schema/operation/inbox.ts';
import { partners } from '../../schema/partners.ts';
import { type AuditAction, audited, writeAudit } from '../audit/public.ts';

type Message = typeof inboxMessages.$inferSelect;
type SenderColumn = 'event' | 'payload' | 'laboratoryId';
/** A message with the columns that its sender always sets. */
type Row<Column extends SenderColumn> = Message & {
  readonly [Name in Column]: NonNullable<Message[Name]>;
};

export type InboxOutcome = (typeof inboxOutcomes)[number];

/** The result of one attempt to apply a message. */
interface AttemptResult {
  readonly outcome: Exclude<InboxOutcome, 'received'>;
  readonly reason: string | null;
  /** Further columns to store. */
  readonly columns?: Partial<Pick<Message, 'appointmentId' | 'content' | 'reports'>>;
}

const { id, digest, outcome, reason, attempts, receivedAt, settledAt } = inboxMessages;

/** Columns without the content, which may be large. */
const listedColumns = {
  id,
  outcome,
  reason,
  attempts,
  receivedAt,
  event: inboxMessages.event,
  laboratoryId: inboxMessages.laboratoryId,
  sender: sql<
    string | null
  >`coalesce(${partners.name}, ${inboxMessages.payload} -> 'payload' ->> 'name')`,
};

/** A kind of sender: audit actions of its messages, and how they are shown. */
interface Sender<Column extends SenderColumn> {
  /** Name in the table, the audit and the event stream. */
  readonly kind: (typeof inboxKinds)[number];
  readonly actions: Readonly<Record<'listed' | 'read' | 'discarded' | 'replayed', AuditAction>>;
  readonly title: (row: Pick<Message, 'id' | 'event'>) => string;
  /** A stored reason in Spanish. */
  readonly reasonText?: (reason: string) => string;
  readonly describe: (row: Row<Column>) => Promise<MessageContent>;
}

/** Characters. A longer segment has a document. */
const MAX_SEGMENT_LENGTH = 2000;
const MAX_SEGMENTS = 300;

/** Faults of the database, the store or the scanner, after which the sender retries. */
const UNAVAILABLE = new Set(['UNAVAILABLE', 'STORAGE_FULL', 'SCANNER_UNAVAILABLE']);

/** The id of a message in a URL: digits within the range of the column; 0 matches no message. */
const parseId = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

/** Time after which an unfinished message counts as interrupted. */
const INTERRUPTED_AFTER = sql`interval '1 minute'`;
const INTERRUPTED = 'Se interrumpió antes de terminar.';

/** The messages of one kind of sender. Each message is stored once, applied once, and stays stored with its outcome. */
export function createInbox<Column extends SenderColumn>({
  kind,
  actions,
  title,
  reasonText = (stored) => stored,
  describe,
}: Sender<Column>) {
  const isKind = eq(inboxMessages.kind, kind);
  const isMessage = (messageId: number) => and(isKind, eq(id, messageId));
  /** Failed messages that are not settled, and interrupted messages. */
  const isFailed = and(
    isKind,
    or(
      and(eq(outcome, 'failed'), isNull(settledAt)),
      and(eq(outcome, 'received'), lt(receivedAt, sql`now() - ${INTERRUPTED_AFTER}`)),
    ),
  );
  const toReason = (stored: string | null) => (stored === null ? INTERRUPTED : reasonText(stored));

  const selectMessages = (db: Reader, where: SQL | undefined) =>
    db.select().from(inboxMessages).where(where);
  function requireOne([row]: readonly Message[]): Row<Column> {
    if (row === undefined) throw new Problem('NOT_FOUND');
    return row as Row<Column>;
  }
  const lock = async (transaction: Transaction, messageId: number) =>
    requireOne(await selectMessages(transaction, isMessage(messageId)).for('update'));

  async function store(
    transaction: Transaction,
    messageId: number,
    result: AttemptResult,
  ): Promise<void> {
    await transaction
      .update(inboxMessages)
      .set({
        ...result.columns,
        outcome: result.outcome,
        reason: result.reason,
        attempts: sql`${attempts} + 1`,
        processedAt: sql`now()`,
      })
      // A concurrent attempt may have succeeded.
      .where(and(isMessage(messageId), ne(outcome, 'applied'), ne(outcome, 'ignored')));
  }

  function select(db: Reader, where: SQL | undefined, limit: number) {
    return db
      .select(listedColumns)
      .from(inboxMessages)
      .leftJoin(partners, eq(partners.id, inboxMessages.laboratoryId))
      .where(where)
      .orderBy(desc(id))
      .limit(limit);
  }

  const countFailed = (db: Reader): Promise<number> => db.$count(inboxMessages, isFailed);

  return {
    kind,
    actions,
    countFailed,
    reasonText: toReason,

    find: async (db: Reader, messageId: number) =>
      requireOne(await selectMessages(db, isMessage(messageId))),

    /** Stores a message once per digest, and returns its id. */
    async record(
      transaction: Transaction,
      row: Omit<typeof inboxMessages.$inferInsert, 'kind'>,
    ): Promise<number> {
      const [added] = await transaction
        .insert(inboxMessages)
        .values({ ...row, kind })
        .onConflictDoNothing()
        .returning({ id });
      if (added !== undefined) return added.id;
      const [existing] = await transaction
        .select({ id })
        .from(inboxMessages)
        .where(and(isKind, eq(digest, row.digest)));
      if (existing === undefined) throw new Error('The message is of another kind');
      return existing.id;
    },

    /**
     * Applies a message in one transaction with its outcome. A processed message stays unchanged. After a fault
     * only the failure is stored, and the message can be replayed.
     * @throws errors of an unavailable database, store or scanner
     */
    async process<Result extends AttemptResult, Extra>(
      { db, log }: { readonly db: Database; readonly log: Pick<Logger, 'error'> },
      messageId: number,
      steps: {
        /** Opens the transaction. */
        run: (work: (transaction: Transaction, extra: Extra) => Promise<Result>) => Promise<Result>;
        /** The result of a message that was processed before. */
        toEarlierResult: (row: Row<Column>) => Result;
        apply: (transaction: Transaction, row: Row<Column>, extra: Extra) => Promise<Result>;
        /** The result to store for an error, and whether it is our fault and must be logged. */
        fail: (error: unknown) => { readonly result: Result; readonly isFault: boolean };
      },
    ): Promise<Result> {
      const isDone = (row: Message) => row.outcome === 'applied' || row.outcome === 'ignored';
      try {
        return await steps.run(async (transaction, extra) => {
          const row = await lock(transaction, messageId);
          if (isDone(row)) return steps.toEarlierResult(row);
          const result = await steps.apply(transaction, row, extra);
          await store(transaction, messageId, result);
          return result;
        });
      } catch (error) {
        const { code } = toProblem(error);
        if (code === 'NOT_FOUND' || UNAVAILABLE.has(code)) throw error;
        const { result, isFault } = steps.fail(error);
        if (isFault)
          log.error({ code, message: messageId, ...describeFault(error) }, `${kind}: fault`);
        return await db.transaction(async (transaction) => {
          const row = await lock(transaction, messageId);
          if (isDone(row)) return steps.toEarlierResult(row);
          await store(transaction, messageId, result);
          return result;
        });
      }
    },

    /** Applies a stored message again. A successful message stays unchanged. */
    async replay<Result extends Pick<AttemptResult, 'outcome'>>(
      db: Database,
      act: Act,
      text: string,
      process: (messageId: number) => Promise<Result>,
    ): Promise<Result> {
      const messageId = parseId(text);
      const result = await process(messageId);
      await db.transaction((transaction) =>
        writeAudit(transaction, act, {
          action: actions.replayed,
          subject: { kind, id: String(messageId) },
          details: { outcome: result.outcome },
        }),
      );
      return result;
    },

    /**
     * The content of a failed message, and the reason of the failure.
     * @throws Problem NOT_FOUND unless it failed
     */
    async readFailed(db: Reader, text: string): Promise<MessageContent> {
      const row = requireOne(await selectMessages(db, and(isMessage(parseId(text)), isFailed)));
      const { facts, segments } = await describe(row);
      return {
        facts: [...facts, { name: 'Motivo', text: toReason(row.reason) }],
        segments: segments.slice(0, MAX_SEGMENTS).map((line) => line.slice(0, MAX_SEGMENT_LENGTH)),
      };
    },

    /**
     * Discards a failed message, with the reason. If it is sent again, it is processed again.
     * @throws Problem NOT_FOUND unless it failed
     */
    async discard(
      transaction: Transaction,
      act: Act,
      { id: text, reason: why, by }: { id: string; reason: string; by: string },
    ): Promise<void> {
      const removed = await transaction
        .update(inboxMessages)
        .set({ settledAt: sql`now()`, settledBy: by, settledReason: why })
        .where(and(isMessage(parseId(text)), isFailed))
        .returning({ id });
      if (removed.length === 0) throw new Problem('NOT_FOUND');
      await writeAudit(transaction, act, {
        action: actions.discarded,
        subject: { kind, id: text },
      });
    },

    /** The ids of failed messages, earliest first, for a replay in that order. */
    async failedIds(db: Reader): Promise<number[]> {
      const rows = await db.select({ id }).from(inboxMessages).where(isFailed).orderBy(id);
      return rows.map((row) => row.id);
    },

    /** The latest messages with this outcome; undefined for any outcome. */
    latest: (db: Reader, wanted: InboxOutcome | undefined, limit: number) =>
      select(
        db,
        wanted === 'failed' ? isFailed : and(isKind, wanted && eq(outcome, wanted)),
        limit,
      ),

    /** One page of failed messages, by keyset, latest first. */
    async list(
      db: Reader,
      { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
      cursors: CursorCodec,
    ) {
      const from = cursor === undefined ? undefined : cursors.decode(cursor, kind);
      const rows = await select(db, and(isFailed, from && lt(id, Number(from.id))), limit + 1);
      const { page, nextCursor } = toPage(rows, limit, cursors, (last) => ({
        sort: kind,
        key: '',
        id: String(last.id),
      }));
      const messages = page.map(
        (row): FailedMessage => ({
          idMessage: String(row.id),
          sender: row.sender?.trim() || null,
          title: title(row),
          receivedAt: row.receivedAt.toISOString(),
          attempts: row.attempts,
          reason: toReason(row.reason),
        }),
      );
      return { messages, nextCursor, total: await countFailed(db), totalIsCapped: false };
    },
  };
}

type Inbox = Pick<
  ReturnType<typeof createInbox>,
  'actions' | 'kind' | 'list' | 'readFailed' | 'discard' | 'replay' | 'reasonText'
>;

export const inboxCalls = (
  inbox: Inbox,
  process: (
    context: StaffContext,
    messageId: number,
  ) => Promise<Pick<AttemptResult, 'outcome' | 'reason'>>,
): Handlers<InboxContract> => ({
  list: audited(
    ({ db, cursors }, input) => inbox.list(db, input, cursors),
    ({ cursor }, { messages }) => ({
      action: inbox.actions.listed,
      details: { count: messages.length, continued: cursor !== undefined },
    }),
  ),

  read: audited(
    ({ db }, { idMessage }) => inbox.readFailed(db, idMessage),
    ({ idMessage: id }) => ({ action: inbox.actions.read, subject: { kind: inbox.kind, id } }),
  ),

  discard: async (context, { idMessage, reason }) => {
    await context.db.transaction((transaction) =>
      inbox.discard(transaction, context, { id: idMessage, reason, by: context.actor.id }),
    );
    return { idMessage };
  },

  replay: async (context, { idMessage }) => {
    const { outcome, reason } = await inbox.replay(context.db, context, idMessage, (messageId) =>
      process(context, messageId),
    );
    return { outcome, reason: reason === null ? null : inbox.reasonText(reason) };
  },
});
