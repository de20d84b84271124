import type { FastifyRequest } from 'fastify';
import { ownCookies } from './sessions/session-token.ts';

/** A request's headers as the Fetch API has them, with no cookies but ours. */
export function fetchHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) headers.append(name, item);
    }
  }
  const cookie = headers.get('cookie');
  if (cookie !== null) headers.set('cookie', ownCookies(cookie));
  return headers;
}
