import { BEAT_EVERY, EVENTS_PATH } from '@simiente/contract/event-fields';
import { send } from '../../lib/api/send.ts';
import { type LiveMessage, readStream } from './read-stream.ts';

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
export async function keepStream(
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
