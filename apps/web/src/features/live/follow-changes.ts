import { EVENTS_PATH, KEEP_ALIVE_MS } from '@simiente/contract/events/settings';
import type {
  ChangedIds,
  ChangeEvent,
  EndReason,
  ReadyEvent,
} from '@simiente/contract/events/stream';
import { send } from '../../lib/api/send.ts';

/** The tab that holds this lock keeps the browser's only stream and forwards its messages to the others. */
const LOCK = 'simiente-live';
const CHANNEL = 'simiente-live';

/** Milliseconds for which a hidden tab keeps the stream, so that a short switch of tabs does not reconnect. */
const HIDDEN_GRACE = 30_000;

/**
 * Follows changes of all users while a tab is visible. All tabs share one stream, because it occupies a connection
 * permanently, and browsers allow only six connections per server over HTTP/1.1.
 * @param onRoles called when the roles of the account have changed
 * @param startedAt moment up to which the screen has all changes
 * @returns a function that ends the stream
 */
export function followChanges(
  onChange: (kinds: readonly string[] | 'everything', ids?: ChangedIds) => void,
  onRoles: () => void,
  startedAt: number,
): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  let seenUntil = startedAt;

  function receive(message: LiveMessage) {
    if (message.type === 'roles') onRoles();
    if (message.type === 'everything' || (message.type === 'ready' && message.from > seenUntil)) {
      onChange('everything');
    } else if (message.type === 'change') onChange(message.kinds, message.ids);
    seenUntil = Date.now();
  }

  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => receive(data);
  const stop = whileVisible((signal) =>
    withTabLock(signal, () =>
      keepStream(
        signal,
        // The result must not be negative if the clock was set back.
        () => Math.max(0, Date.now() - seenUntil),
        (message) => {
          receive(message);
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

/** Runs `work` in one tab at a time. Without a secure context there are no locks, and every tab runs it. */
async function withTabLock(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(LOCK, { signal }, work).catch(() => {
    // Aborted while waiting for another tab.
  });
}

/** Runs `work` while this tab is visible, and for a short time after. */
function whileVisible(work: (signal: AbortSignal) => Promise<void>): () => void {
  let controller: AbortController | undefined;
  let hideTimer: ReturnType<typeof setTimeout> | undefined;

  function end() {
    controller?.abort();
    controller = undefined;
  }

  function update() {
    clearTimeout(hideTimer);
    if (document.visibilityState === 'hidden') {
      // Without locks, each tab has a stream, and a hidden tab ends its own at once.
      hideTimer = setTimeout(end, 'locks' in navigator ? HIDDEN_GRACE : 0);
    } else if (controller === undefined) {
      controller = new AbortController();
      void work(controller.signal);
    }
  }

  document.addEventListener('visibilitychange', update);
  update();
  return () => {
    document.removeEventListener('visibilitychange', update);
    clearTimeout(hideTimer);
    end();
  };
}

/** Milliseconds before the first reconnection, and the limit of the backoff. */
const FIRST_PAUSE = 1_000;
const MAX_PAUSE = 60_000;
/** Milliseconds after which a stream counts as stable, so that its end resets the backoff. */
const STABLE_AFTER = 10_000;
/** Milliseconds without a message after which the connection counts as dead. */
const SILENCE = 2.5 * KEEP_ALIVE_MS;

/** Keeps a stream open until `signal` aborts. @param gap returns the milliseconds since the last message */
async function keepStream(
  signal: AbortSignal,
  gap: () => number,
  receive: (message: LiveMessage) => void,
): Promise<void> {
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    const began = Date.now();
    await followStream(signal, gap(), receive).catch(() => {
      // Reconnects after any failure; an ended session is handled in send.ts.
    });
    if (signal.aborted) return;
    if (Date.now() - began > STABLE_AFTER) pause = FIRST_PAUSE;
    await wait(pause * (0.5 + Math.random()), signal);
    pause = Math.min(pause * 2, MAX_PAUSE);
  }
}

async function followStream(
  signal: AbortSignal,
  gap: number,
  receive: (message: LiveMessage) => void,
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
      receive(message);
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after the time, when the network returns, or when `signal` aborts. */
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

/** A message of the stream, in the form in which one tab forwards it to the others. */
type LiveMessage =
  /** The stream is open and covers all changes since `from` (milliseconds since the epoch). */
  | { readonly type: 'ready'; readonly from: number }
  | { readonly type: 'beat' }
  | { readonly type: 'change'; readonly kinds: readonly string[]; readonly ids: ChangedIds }
  | { readonly type: 'everything' }
  /** The roles of the account changed; another stream follows. */
  | { readonly type: 'roles' };

/** Reads a stream of events to its end. @throws the network's error if the stream breaks */
async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  receive: (message: LiveMessage) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let unfinished = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (unfinished + value).split('\n\n');
    unfinished = blocks.pop() ?? '';
    for (const block of blocks) {
      const message = readBlock(block);
      if (message) receive(message);
    }
  }
}

/** An unknown event of a newer server counts as a heartbeat. */
function readBlock(block: string): LiveMessage | undefined {
  const [, event, data = '{}'] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
  switch (event) {
    case 'ready':
      return { type: 'ready', from: Date.now() - (JSON.parse(data) as ReadyEvent).covers };
    case 'change': {
      const { kinds: ids } = JSON.parse(data) as ChangeEvent;
      return { type: 'change', kinds: Object.keys(ids), ids };
    }
    case 'everything':
      return { type: 'everything' };
    case 'end':
      return (JSON.parse(data) as { reason?: EndReason }).reason === 'roles'
        ? { type: 'roles' }
        : undefined;
    default:
      return { type: 'beat' };
  }
}
