import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request's headers as the Fetch API has them. */
export function fetchHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) headers.append(name, item);
    }
  }
  return headers;
}

/** Sends the headers of a Fetch API answer, several cookies included. */
export function copyHeaders(from: Headers, reply: FastifyReply): void {
  for (const [name, value] of from) {
    if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value);
  }
  for (const cookie of from.getSetCookie()) reply.header('set-cookie', cookie);
}
