/**
 * Preloaded into a server's process, for tasks that need its inside: it reports the memory after a garbage
 * collection and the CPU time so far, and rejects a promise without a handler.
 */
export type Instruction = 'measure' | 'cpu-time' | 'reject';

/** Bytes. */
export interface Memory {
  readonly rss: number;
  readonly heap: number;
}

process.on('message', (instruction: Instruction) => {
  if (instruction === 'reject') {
    void Promise.reject(new Error('nobody awaits this'));
    return;
  }
  if (instruction === 'cpu-time') {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
    return;
  }
  globalThis.gc?.();
  const { rss, heapUsed: heap } = process.memoryUsage();
  process.send?.({ rss, heap } satisfies Memory);
});
// The listener for messages must not keep the process alive.
process.channel?.unref();
