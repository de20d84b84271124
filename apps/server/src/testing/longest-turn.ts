import { collectGarbage } from './garbage.ts';

/** Milliseconds of CPU time of this thread. */
function readCpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * The CPU time, in milliseconds, of the longest turn of the event loop during some work. On an idle machine
 * another request would wait that long. The load of a busy machine does not count.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  // Otherwise the garbage of earlier tests could be collected during the work.
  collectGarbage();
  let longest = 0;
  let last = readCpuTime();
  const note = () => {
    const now = readCpuTime();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(note, 1);
  try {
    await work();
    await new Promise(setImmediate);
    note();
    return longest;
  } finally {
    clearInterval(timer);
  }
}
