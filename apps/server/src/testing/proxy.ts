import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { PoolConfig } from 'pg';
import { onTestFinished } from 'vitest';

/** A wire to PostgreSQL that can be cut, and that can swallow all that is said on it. */
export interface Wire {
  /** Where to connect instead. */
  readonly config: PoolConfig;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Lets connections through again. */
  mend(): Promise<void>;
  /** Keeps connections open, takes new ones too, and lets nothing come back. */
  swallow(): void;
  /** What comes back from now on, and what was held, gets through. */
  release(): void;
}

export async function wireTo(target: PoolConfig): Promise<Wire> {
  const sockets = new Set<Socket>();
  let swallowing = false;
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
    client.pipe(upstream);
    upstream.pipe(client);
    if (swallowing) upstream.unpipe(client).pause();
    server.once('release', () => {
      if (!upstream.destroyed) upstream.pipe(client);
    });
    server.once('swallow', () => upstream.unpipe(client).pause());
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const cut = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  onTestFinished(async () => {
    if (server.listening) await cut();
  });
  return {
    config: { ...target, host: '127.0.0.1', port },
    cut,
    mend: () => listen(port),
    swallow: () => {
      swallowing = true;
      server.emit('swallow');
    },
    release: () => {
      swallowing = false;
      server.emit('release');
    },
  };
}

/** PostgreSQL listens in a folder or at an address. */
function upstreamOf({ host = 'localhost', port = 5432 }: PoolConfig) {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}
