import type { FastifyRequest } from 'fastify';
import { fetchHeaders } from '../http/fetch-bridge.ts';
import { IDENTITY_PATH } from './identity.ts';

/** The library wants an address to work at. The guard has compared the true origin already. */
const INTERNAL_ORIGIN = 'http://simiente.invalid';

/** The request as the identity library reads it: its own body, the caller's cookies, token and address. */
export function toLibraryRequest(
  request: FastifyRequest,
  path: string,
  body: unknown,
  headers = fetchHeaders(request),
): Request {
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  headers.set('origin', INTERNAL_ORIGIN);
  headers.set('x-forwarded-for', request.ip);
  return new Request(`${INTERNAL_ORIGIN}${IDENTITY_PATH}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
}

/** The code of an answer of the library that is a refusal; empty for one that says none. */
export function libraryCode(body: unknown): string {
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
}
