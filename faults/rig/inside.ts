/**
 * Loaded into a server's process ahead of the server. It does what nobody can ask for from outside: it
 * tells what memory is held once nothing more can be given back and what processor was used, and rejects
 * a promise that nobody awaits.
 */
export type Order = 'measure' | 'processor' | 'reject';

/** Bytes. */
export interface Memory {
  readonly rss: number;
  readonly heap: number;
}

process.on('message', (order: Order) => {
  if (order === 'reject') {
    void Promise.reject(new Error('nobody awaits this'));
    return;
  }
  if (order === 'processor') {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
    return;
  }
  globalThis.gc?.();
  const { rss, heapUsed: heap } = process.memoryUsage();
  process.send?.({ rss, heap } satisfies Memory);
});
// Hearing orders must not be what keeps the process alive.
process.channel?.unref();
