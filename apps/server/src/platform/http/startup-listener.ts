import { once } from 'node:events';
import { createServer } from 'node:http';
import { errorBody } from '@simiente/contract/common/errors';
import type { SecurityHeaders } from './security-headers.ts';
import { createUnreadableReply } from './unreadable-requests.ts';

/** Seconds. */
const COME_BACK_AFTER = 2;

/**
 * Listens at the server's address before it has started, while it waits for its database or migrates it,
 * and says alive but not ready, so that an orchestrator does not take a long start for a dead process.
 * @returns frees the address for the server; null if the address is taken, which the server then reports
 */
export async function listenWhileStarting(
  host: string,
  port: number,
  headers: SecurityHeaders,
): Promise<(() => Promise<void>) | null> {
  const listener = createServer((request, response) => {
    const lives = request.url === '/health/live';
    const body = lives ? { status: 200, data: { ok: true } } : errorBody('UNAVAILABLE');
    response.writeHead(body.status, {
      ...headers,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      connection: 'close',
      ...(lives ? {} : { 'retry-after': String(COME_BACK_AFTER) }),
    });
    response.end(JSON.stringify(body));
  });
  listener.on('clientError', createUnreadableReply(headers));
  listener.listen(port, host);
  const isOpen = await once(listener, 'listening').then(
    () => true,
    () => false,
  );
  if (!isOpen) return null;
  return async () => {
    if (!listener.listening) return;
    listener.close();
    listener.closeAllConnections();
    await once(listener, 'close');
  };
}
