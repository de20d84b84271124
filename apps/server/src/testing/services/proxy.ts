import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import { onTestFinished } from 'vitest';
import { freePort } from '../../platform/postgres/testing/free-port.ts';

/** A TCP proxy to PostgreSQL that can be cut, slowed down, or made silent. */
export interface Wire {
  /** The address to connect to. */
  readonly config: PoolConfig;
  /** Ends every connection and rejects new ones. */
  cut(): Promise<void>;
  /** Ends every connection, and accepts new ones. */
  snap(): void;
  /**
   * Ends the connection that next sends `words` to PostgreSQL, after PostgreSQL received them and before its
   * answer.
   */
  cutAfter(words: string): void;
  /** Accepts connections again. */
  reopen(): Promise<void>;
  /** Keeps connections open, accepts new ones, and returns no bytes. */
  swallow(): void;
  /** Returns bytes again, including the withheld ones. */
  release(): void;
  /** Delays returned bytes by this many milliseconds. */
  delay(milliseconds: number): void;
}

/** Starts the proxy on a local port. */
export async function startProxy(
  target: PoolConfig,
  whenDone: (cleanUp: () => Promise<void>) => void = onTestFinished,
): Promise<Wire> {
  const sockets = new Set<Socket>();
  let paused: PromiseWithResolvers<void> | null = null;
  let delayed = 0;
  let lastWords: string | null = null;

  const server = createServer((client) => {
    const upstream = connect(toUpstream(target));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      // A cut socket emits an error; its close ends the other side.
      socket.on('error', () => socket.destroy());
    }
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    let isLost = false;
    client.on('data', (chunk) => {
      if (lastWords !== null && chunk.includes(lastWords)) {
        lastWords = null;
        isLost = true;
      }
      upstream.write(chunk);
    });
    void relayAnswers(upstream, client, () => isLost);
  });

  async function relayAnswers(from: Socket, to: Socket, isLost: () => boolean) {
    try {
      for await (const chunk of from) {
        if (isLost()) break;
        if (delayed > 0) await pause(delayed);
        await paused?.promise;
        to.write(chunk);
      }
    } catch {
      // The connection was cut.
    }
    to.destroy();
  }

  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  // The proxy listens at this port again after a cut.
  const port = await freePort();
  await listen(port);
  const snap = () => {
    for (const socket of sockets) socket.destroy();
  };
  const release = () => {
    paused?.resolve();
    paused = null;
  };
  const cut = async () => {
    const closed = once(server, 'close');
    server.close();
    snap();
    await closed;
  };
  whenDone(async () => {
    release();
    if (server.listening) await cut();
  });
  return {
    config: { ...target, host: '127.0.0.1', port },
    cut,
    snap,
    cutAfter: (words) => {
      lastWords = words;
    },
    reopen: () => listen(port),
    swallow: () => {
      paused ??= Promise.withResolvers<void>();
    },
    release,
    delay: (milliseconds) => {
      delayed = milliseconds;
    },
  };
}

/** PostgreSQL listens in a folder or at an address. */
function toUpstream({ host = 'localhost', port = 5432 }: PoolConfig) {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}
