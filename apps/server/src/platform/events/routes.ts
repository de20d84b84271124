import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Capability } from '@simiente/contract/common/access/roles';
import { EVENTS_PATH, KEEP_ALIVE_MS } from '@simiente/contract/events/settings';
import {
  type ChangedIds,
  changeEvent,
  type EndReason,
  eventsInput,
  liveCapabilities,
} from '@simiente/contract/events/stream';
import { and, eq, lt, notInArray, or, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { eventStreams } from '../../schema/staff.ts';
import { may, type StaffActor } from '../act.ts';
import { listen } from '../database/connections/listener.ts';
import type { Database } from '../database/database.ts';
import { parseInput } from '../failures.ts';
import { getSessionId, getStaff } from '../identity/guard.ts';
import { Problem } from '../problem.ts';
import { CHANGES_CHANNEL, type Changes, createHub, type Hub } from './hub.ts';

export interface StreamLimits {
  /** Maximum streams of one session; one more ends the oldest. */
  readonly perSession: number;
  /** Maximum streams of one account; one more ends the oldest, in another process at its next check. */
  readonly perAccount: number;
  /** Maximum streams of this process. */
  readonly total: number;
  /** Milliseconds between checks of the streams' sessions, and of the streams of other processes. */
  readonly checkInterval: number;
  /** Milliseconds between comments that keep a connection open. */
  readonly heartbeatInterval: number;
  /** Maximum age of a stream in milliseconds, so that none stays open on a dead connection. */
  readonly maxAge: number;
  /** Maximum buffered bytes of a client that does not read. */
  readonly maxBuffered: number;
}

export const DEFAULT_STREAM_LIMITS: StreamLimits = {
  perSession: 8,
  perAccount: 24,
  total: 1_000,
  checkInterval: 5_000,
  heartbeatInterval: KEEP_ALIVE_MS,
  maxAge: 30 * 60_000,
  maxBuffered: 64 * 1024,
};

/** Milliseconds for a client to receive the end of its stream. */
const END_TIMEOUT = 5_000;

/** Milliseconds added to the client's gap, because an event takes time to arrive. */
const SLACK = 2_000;

type StreamReader = Pick<StaffActor, 'id' | 'roles' | 'capabilities'> & {
  readonly sessionId: string;
};

interface Stream extends OpenStream {
  readonly sessionId: string;
  readonly reader: StreamReader;
  readonly endsAt: number;
  readonly body: Readable;
}

export function createStreams(
  hub: Hub,
  findLive: FindLiveSessions,
  share: ShareStreams,
  limits: StreamLimits,
) {
  const open = new Set<Stream>();
  let timers: NodeJS.Timeout[] = [];
  let stopped = false;

  function write(stream: Stream, text: string) {
    stream.body.push(text);
    if (stream.body.readableLength > limits.maxBuffered) stream.body.destroy();
  }

  function sendChanges(stream: Stream, changes: Changes) {
    const text = formatChanges(changes, stream.reader);
    if (text !== null) write(stream, text);
  }

  function end(stream: Stream, reason: EndReason) {
    open.delete(stream);
    stream.body.push(formatEvent('end', { reason }));
    stream.body.push(null);
    setTimeout(() => stream.body.destroy(), END_TIMEOUT).unref();
  }

  function sendHeartbeats() {
    const now = performance.now();
    for (const stream of open) {
      if (now >= stream.endsAt) end(stream, 'aged');
      else write(stream, ':\n\n');
    }
  }

  async function checkSessions() {
    const ids = new Set(Array.from(open, ({ sessionId }) => sessionId));
    // While the database does not answer, no session can end.
    const live = await findLive([...ids]).catch(() => undefined);
    if (live === undefined) return;
    for (const stream of open) {
      if (!ids.has(stream.sessionId)) continue;
      const roles = live.get(stream.sessionId);
      if (roles === undefined) end(stream, 'session');
      else if (String(roles) !== String(stream.reader.roles)) end(stream, 'roles');
    }
  }

  let sharing: Promise<void> | undefined;

  /** Runs one check at a time, because an earlier one that ends last would store streams that have ended. */
  function checkOtherProcesses(): Promise<void> {
    sharing ??= shareOpen().finally(() => {
      sharing = undefined;
    });
    return sharing;
  }

  async function shareOpen() {
    const streams = Array.from(open, ({ id, staffId, openedAt }) => ({ id, staffId, openedAt }));
    // If the database does not answer, the next check repeats the query.
    const excess = await share(streams).catch(() => new Set<string>());
    for (const stream of open) if (excess.has(stream.id)) end(stream, 'replaced');
  }

  function startTimers() {
    if (timers.length > 0 || stopped) return;
    timers = [
      setInterval(sendHeartbeats, limits.heartbeatInterval).unref(),
      setInterval(() => open.size > 0 && void checkSessions(), limits.checkInterval).unref(),
      setInterval(() => void checkOtherProcesses(), limits.checkInterval).unref(),
    ];
  }

  const unsubscribe = hub.subscribe((changes) => {
    for (const stream of open) sendChanges(stream, changes);
  });

  return {
    /**
     * Opens a stream for a client that received nothing for `gap` milliseconds.
     * @returns null when there are too many
     */
    open(reader: StreamReader, gap: number): Readable | null {
      if (stopped || open.size >= limits.total) return null;
      const { sessionId } = reader;
      const endOldest = (max: number, isCounted: (stream: Stream) => boolean) => {
        const counted = Array.from(open).filter(isCounted);
        const excess = Math.max(0, counted.length + 1 - max);
        for (const oldest of counted.slice(0, excess)) end(oldest, 'replaced');
      };
      endOldest(limits.perSession, (stream) => stream.sessionId === sessionId);
      endOldest(limits.perAccount, (stream) => stream.staffId === reader.id);
      // Jitter, so that streams opened together do not end together.
      const lifetime = limits.maxAge * (0.8 + Math.random() * 0.2);
      const stream: Stream = {
        id: randomUUID(),
        staffId: reader.id,
        openedAt: new Date(),
        sessionId,
        reader,
        endsAt: performance.now() + lifetime,
        body: new Readable({ read() {} }),
      };
      stream.body.on('close', () => open.delete(stream));
      const { covers, changes } = hub.recall(gap + SLACK);
      write(stream, formatEvent('ready', { covers }));
      if (changes) sendChanges(stream, changes);
      open.add(stream);
      startTimers();
      return stream.body;
    },
    count: () => open.size,
    /** Ends every stream, and rejects new ones. */
    async stop() {
      stopped = true;
      unsubscribe();
      for (const timer of timers) clearInterval(timer);
      for (const stream of open) end(stream, 'stopping');
      await sharing;
      await checkOtherProcesses();
    },
  };
}

/** The changes of the kinds that this account may list; null without any. */
function formatChanges(changes: Changes, reader: Pick<StaffActor, 'capabilities'>): string | null {
  if (changes === 'everything') return formatEvent('everything', {});
  const allowed = Object.entries(changes).filter(([kind]) => mayReceive(reader, kind));
  if (allowed.length === 0) return null;
  const kinds = Object.fromEntries(allowed) satisfies ChangedIds;
  return formatEvent('change', changeEvent.parse({ kinds }));
}

function mayReceive(reader: Pick<StaffActor, 'capabilities'>, kind: string): boolean {
  const capabilities: Readonly<Record<string, Capability>> = liveCapabilities;
  const capability = Object.hasOwn(capabilities, kind) ? capabilities[kind] : undefined;
  return capability !== undefined && may(reader, capability);
}

function formatEvent(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Seconds until a client should retry. */
const RETRY_AFTER = 30;

/** Finds the roles of those sessions that have not ended. */
type FindLiveSessions = (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

interface EventDeps {
  readonly db: Database;
  readonly pool: Pool;
  readonly findLiveSessions: FindLiveSessions;
  readonly limits: StreamLimits;
}

declare module 'fastify' {
  interface FastifyInstance {
    onChanges: Hub['subscribe'];
  }
}

/** Serves `GET /v1/events`: changes as they happen, for signed-in users. */
export function registerEvents(app: FastifyInstance, deps: EventDeps): void {
  const hub = createHub();
  app.decorate('onChanges', hub.subscribe);
  const share = createStreamSharing(deps.db, deps.limits.perAccount);
  const streams = createStreams(hub, deps.findLiveSessions, share, deps.limits);
  app.metrics.addGauge('simiente_event_streams', 'Streams of changes that are open', streams.count);
  let stopListening: (() => Promise<void>) | undefined;
  const startListening = () => {
    stopListening ??= listen(deps.pool, app.log, { [CHANGES_CHANNEL]: hub });
  };

  // Listens from the start, so that the first stream can report missed changes.
  app.addHook('onListen', async () => startListening());
  // Before the server waits for pending requests, because a stream never ends by itself.
  app.addHook('preClose', async () => {
    await streams.stop();
    hub.stop();
    await stopListening?.();
  });

  app.get(
    EVENTS_PATH,
    { config: { access: 'session', capabilities: [], background: true }, exposeHeadRoute: false },
    (request, reply) => {
      const { gap } = parseInput(eventsInput, request.query);
      const reader = { ...getStaff(request), sessionId: getSessionId(request) };
      startListening();
      const stream = streams.open(reader, gap);
      if (stream === null) {
        app.metrics.shed('event_streams');
        throw new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER });
      }
      return (
        reply
          .type('text/event-stream; charset=utf-8')
          // A connection kept alive after its stream would delay the stop of the server.
          .header('connection', 'close')
          // A buffering proxy would never pass this answer on.
          .header('x-accel-buffering', 'no')
          .send(stream)
      );
    },
  );
}

interface OpenStream {
  readonly id: string;
  readonly staffId: string;
  readonly openedAt: Date;
}

/**
 * Shares this process's open streams with the other processes.
 * @returns the ids of the streams that exceed the limit of their account, counting newer ones of all processes
 */
type ShareStreams = (streams: readonly OpenStream[]) => Promise<ReadonlySet<string>>;

/** Seconds after which the streams of a crashed process are removed. */
const EXPIRY_SECONDS = 20;

function createStreamSharing(db: Database, perAccount: number): ShareStreams {
  const process = randomUUID();
  const isOwn = eq(eventStreams.process, process);
  const isExpired = lt(eventStreams.seenAt, sql`now() - make_interval(secs => ${EXPIRY_SECONDS})`);
  return async (streams) => {
    const ids = streams.map(({ id }) => id);
    const isClosed = and(isOwn, notInArray(eventStreams.id, ids));
    await db.delete(eventStreams).where(or(isClosed, isExpired));
    if (streams.length === 0) return new Set();
    await db
      .insert(eventStreams)
      .values(streams.map((stream) => ({ ...stream, process })))
      .onConflictDoUpdate({ target: eventStreams.id, set: { seenAt: sql`now()` } });
    const { rows: excess } = await db.execute<{ id: string }>(sql`
      select id from (select id, process, row_number() over (partition by staff_id order by opened_at desc) as rank
          from ${eventStreams}) as ranked
       where process = ${process} and rank > ${perAccount}`);
    return new Set(excess.map(({ id }) => id));
  };
}
