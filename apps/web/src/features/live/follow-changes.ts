import { BEAT_EVERY, EVENTS_PATH } from '@simiente/contract/event-fields';
import { send } from '../../lib/api/send.ts';
import { type LiveMessage, readStream } from './read-stream.ts';

/** Whoever holds it keeps the one stream of this browser, and tells the other tabs what it says. */
const LOCK = 'simiente-live';
const CHANNEL = 'simiente-live';

/** Milliseconds for which a tab that is out of sight keeps the stream, so that a glance elsewhere costs nothing. */
const KEPT_OUT_OF_SIGHT = 30_000;

/** What changed: kinds of records, or whatever it may be. */
export type Told = readonly string[] | 'everything';

/**
 * Follows what anybody changes, while a tab is in sight. Browsers open few connections to a server
 * (six, over HTTP/1.1), and each stream takes one for good: so there is one for all the tabs.
 *
 * @returns a function that ends it
 */
export function followChanges(tell: (what: Told) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  /** Until when this tab knows of everything. */
  let knownUntil = Date.now();

  function hear(message: LiveMessage) {
    if (message.type === 'everything' || (message.type === 'ready' && message.from > knownUntil)) {
      tell('everything');
    } else if (message.type === 'change') tell(message.kinds);
    knownUntil = Date.now();
  }

  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => hear(data);
  const stop = whileInSight((signal) =>
    alone(signal, () =>
      keepStream(
        signal,
        // A clock that was set back says nothing.
        () => Math.max(0, Date.now() - knownUntil),
        (message) => {
          hear(message);
          channel.postMessage(message);
        },
      ),
    ),
  );
  return () => {
    stop();
    channel.close();
  };
}

/** Does something in one tab at a time. Without a secure context there are no locks, and each does it. */
async function alone(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(LOCK, { signal }, work).catch(() => {
    // It was given up while another tab had it.
  });
}

/** Does something as long as this tab is in sight, and a little longer. */
function whileInSight(work: (signal: AbortSignal) => Promise<void>): () => void {
  let running: AbortController | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  function end() {
    running?.abort();
    running = undefined;
  }

  function look() {
    clearTimeout(leaving);
    if (document.visibilityState === 'hidden') {
      leaving = setTimeout(end, 'locks' in navigator ? KEPT_OUT_OF_SIGHT : 0);
    } else if (running === undefined) {
      running = new AbortController();
      void work(running.signal);
    }
  }

  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(leaving);
    end();
  };
}

/** Milliseconds before the first and the later attempts to open the stream again. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;
/** Milliseconds that a stream must have lived for its end to be nothing unusual. */
const LIVED = 10_000;
/** Milliseconds of silence after which the line is thought dead. */
const SILENCE = 2.5 * BEAT_EVERY;

/**
 * Keeps a stream open until `signal` says otherwise: opens it again when it ends, ever more patiently
 * while it does not hold.
 *
 * @param gap milliseconds for which nothing was heard, asked ahead of each opening
 */
async function keepStream(
  signal: AbortSignal,
  gap: () => number,
  hear: (message: LiveMessage) => void,
): Promise<void> {
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    const began = Date.now();
    await followStream(signal, gap(), hear).catch(() => {
      // Whatever it was, it is tried again; a session that is over has ended itself (send.ts).
    });
    if (signal.aborted) return;
    if (Date.now() - began > LIVED) pause = FIRST_PAUSE;
    await wait(pause * (0.5 + Math.random()), signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}

async function followStream(
  signal: AbortSignal,
  gap: number,
  hear: (message: LiveMessage) => void,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE);
  const either = AbortSignal.any([signal, silence.signal]);
  try {
    const { body } = await send(`${EVENTS_PATH}?gap=${gap}`, { signal: either });
    if (body === null) return;
    await readStream(body, (message) => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE);
      hear(message);
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Until the time has passed, the network is back, or `signal` says so. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
