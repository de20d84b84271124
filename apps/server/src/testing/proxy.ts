import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import { onTestFinished } from 'vitest';

/** A wire to PostgreSQL that can be cut, be slow, and swallow all that is said on it. */
export interface Wire {
  /** Where to connect instead. */
  readonly config: PoolConfig;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Ends every connection, and takes new ones. */
  snap(): void;
  /** Ends the connection that next says `words` to PostgreSQL, which hears them and whose answer is lost. */
  cutAfter(words: string): void;
  /** Lets connections through again. */
  mend(): Promise<void>;
  /** Keeps connections open, takes new ones too, and lets nothing come back. */
  swallow(): void;
  /** What comes back from now on, and what was held, gets through. */
  release(): void;
  /** What comes back takes so many milliseconds more. */
  delay(milliseconds: number): void;
}

/** The wire to a PostgreSQL, at a port of this machine. */
export async function wireTo(
  target: PoolConfig,
  whenDone: (cleanUp: () => Promise<void>) => void = onTestFinished,
): Promise<Wire> {
  const sockets = new Set<Socket>();
  let held: PromiseWithResolvers<void> | null = null;
  let delayed = 0;
  let lastWords: string | null = null;

  const server = createServer((client) => {
    const upstream = connect(upstreamOf(target));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      // What is cut complains; whoever holds the other end is told by its close.
      socket.on('error', () => socket.destroy());
    }
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    let isLost = false;
    client.on('data', (said) => {
      if (lastWords !== null && said.includes(lastWords)) {
        lastWords = null;
        isLost = true;
      }
      upstream.write(said);
    });
    void carryBack(upstream, client, () => isLost);
  });

  async function carryBack(from: Socket, to: Socket, isLost: () => boolean) {
    try {
      for await (const said of from) {
        if (isLost()) break;
        if (delayed > 0) await pause(delayed);
        await held?.promise;
        to.write(said);
      }
    } catch {
      // It was cut.
    }
    to.destroy();
  }

  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const snap = () => {
    for (const socket of sockets) socket.destroy();
  };
  const release = () => {
    held?.resolve();
    held = null;
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
    mend: () => listen(port),
    swallow: () => {
      held ??= Promise.withResolvers<void>();
    },
    release,
    delay: (milliseconds) => {
      delayed = milliseconds;
    },
  };
}

/** PostgreSQL listens in a folder or at an address. */
function upstreamOf({ host = 'localhost', port = 5432 }: PoolConfig) {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}
