import { EVENTS_PATH } from '@simiente/contract/events/settings';
import { eventsInput } from '@simiente/contract/events/stream';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { listen } from '../database/connections/listener.ts';
import { toIssue } from '../failures.ts';
import { getSessionId, getStaff } from '../identity/guard.ts';
import type { FindLiveSessions } from '../identity/sessions/sessions.ts';
import { Problem } from '../problem.ts';
import { CHANGES_CHANNEL, createHub, type Hub } from './hub.ts';
import { createStreams, type StreamLimits } from './streams.ts';

/** Seconds until a client should retry. */
const RETRY_AFTER = 30;

interface EventParts {
  readonly pool: Pool;
  readonly findLiveSessions: FindLiveSessions;
  readonly limits: StreamLimits;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Subscribes to the changes that the database announces. */
    onChanges: Hub['subscribe'];
  }
}

/** Serves `GET /v1/events`: changes as they happen, for signed-in users. */
export function registerEvents(app: FastifyInstance, parts: EventParts): void {
  const hub = createHub();
  app.decorate('onChanges', hub.subscribe);
  const streams = createStreams(hub, parts.findLiveSessions, parts.limits);
  app.metrics.addGauge('simiente_event_streams', 'Streams of changes that are open', streams.count);
  let stopListening: (() => Promise<void>) | undefined;
  const startListening = () => {
    stopListening ??= listen(parts.pool, app.log, { [CHANGES_CHANNEL]: hub });
  };

  // Listens from the start, so that the first stream can report missed changes.
  app.addHook('onListen', async () => startListening());
  // Closes streams before pending requests are awaited, because they never end by themselves.
  app.addHook('preClose', async () => {
    streams.stop();
    hub.stop();
    await stopListening?.();
  });

  app.get(
    EVENTS_PATH,
    { config: { access: 'session', capabilities: [], background: true }, exposeHeadRoute: false },
    (request, reply) => {
      const { data, error } = eventsInput.safeParse(request.query);
      if (error) throw new Problem('BAD_REQUEST', { issues: error.issues.map(toIssue) });
      const reader = { ...getStaff(request), sessionId: getSessionId(request) };
      startListening();
      const stream = streams.open(reader, data.gap);
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
