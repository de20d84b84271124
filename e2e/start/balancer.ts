import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as open,
  type ServerResponse,
} from 'node:http';

/** Milliseconds between two readiness checks of a server. */
const CHECK_INTERVAL = 200;

/** A balancer of several servers, which sends each request to the next ready one. */
export interface Balancer {
  readonly url: string;
  /** Resolves once this many servers receive requests. */
  readyServers(count: number): Promise<void>;
  /** Requests that it could not forward, or that got no answer. */
  readonly failures: readonly string[];
  close(): Promise<void>;
}

interface Backend {
  readonly port: number;
  readonly agent: Agent;
  ready: boolean;
}

/**
 * A reverse proxy like common ones: it keeps connections alive, checks at intervals whether each server is
 * ready, and tries another one only if a request was rejected before any of it was sent.
 */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const backends = ports.map((port) => ({
    port,
    agent: new Agent({ keepAlive: true }),
    ready: false,
  }));
  const failures: string[] = [];
  let index = 0;

  const next = (tried: ReadonlySet<Backend>) => {
    index += 1;
    const ready = backends.filter((backend) => backend.ready && !tried.has(backend));
    return ready[index % ready.length];
  };

  function pass(request: IncomingMessage, response: ServerResponse, tried = new Set<Backend>()) {
    const fail = (reason: string) => {
      failures.push(`${request.method} ${request.url}: ${reason}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    };
    const backend = next(tried);
    if (!backend) return fail('no server is ready');
    tried.add(backend);
    const { port, agent } = backend;
    const { method, url: path, headers } = request;
    const upstream = open({ host: '127.0.0.1', port, agent, method, path, headers });
    let isSent = false;
    const send = () => {
      isSent = true;
      request.pipe(upstream);
    };
    upstream.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', send);
      else send();
    });
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
      answer.pipe(response);
      answer.on('error', () => response.destroyed || fail('the answer was cut off'));
    });
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      if (response.destroyed) return;
      if (!isSent && error.code === 'ECONNREFUSED') pass(request, response, tried);
      else fail(String(error.code ?? error.message));
    });
    response.on('close', () => upstream.destroy());
  }

  async function checkReadiness(backend: Backend): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${backend.port}/health/ready`, {
      signal: AbortSignal.timeout(30_000),
    }).catch(() => null);
    await answer?.body?.cancel();
    backend.ready = answer?.status === 200;
  }

  const checks = setInterval(() => backends.forEach(checkReadiness), CHECK_INTERVAL);
  const server = createServer((request, response) => pass(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    failures,
    readyServers: async (count) => {
      while (backends.filter(({ ready }) => ready).length !== count) {
        await Promise.all(backends.map(checkReadiness));
      }
    },
    close: async () => {
      clearInterval(checks);
      for (const { agent } of backends) agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Drops headers of the client's connection, which do not apply to the server's. */
function withoutHops({ connection: _, 'keep-alive': __, ...headers }: IncomingMessage['headers']) {
  return headers;
}
