import { once } from 'node:events';
import { createServer } from 'node:http';
import { errorBody } from '@simiente/contract/common/errors';
import { PAGE_HEADERS, wholePage } from '../pages/plain-page.ts';
import { isPageAddress, problemPage } from '../pages/problem-page.ts';
import type { SecurityHeaders } from './security-headers.ts';
import { createUnreadableReply } from './unreadable-requests.ts';

/** Seconds until a client should retry. */
const RETRY_AFTER = 2;

/**
 * Listens at the server's address before it has started, while it waits for its database or migrates it, and reports
 * alive but not ready, so that an orchestrator does not take a long start for a dead process.
 * @returns frees the address for the server; null if the address is taken, which the server then reports
 */
export async function listenWhileStarting(
  host: string,
  port: number,
  headers: SecurityHeaders,
): Promise<(() => Promise<void>) | null> {
  const listener = createServer((request, response) => {
    const lives = request.url === '/health/live';
    const isPage = isPageAddress(request.url ?? '');
    const body = lives ? { status: 200, data: { ok: true } } : errorBody('UNAVAILABLE');
    response.writeHead(body.status, {
      ...headers,
      'cache-control': 'no-store',
      ...(isPage ? PAGE_HEADERS : { 'content-type': 'application/json' }),
      connection: 'close',
      ...(lives ? {} : { 'retry-after': String(RETRY_AFTER) }),
    });
    response.end(isPage ? wholePage(problemPage({ code: 'UNAVAILABLE' })) : JSON.stringify(body));
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
