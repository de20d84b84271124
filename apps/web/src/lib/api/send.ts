import { isPersonActive } from './activity.ts';
import { askedEarly } from './asked-early.ts';
import { ApiFailure, failureOf } from './failure.ts';

/** The server prolongs no session for a request that carries this, and its audit says so. */
export const BACKGROUND_HEADER = 'x-simiente-background';

/** Whether whoever was signed in is signed in again. */
type SessionEnd = () => Promise<boolean>;

let onSessionEnd: SessionEnd = async () => false;

/** Says what happens when the server no longer knows the session: what was asked for waits for it. */
export function whenSessionEnds(handler: SessionEnd): void {
  onSessionEnd = handler;
}

/**
 * Sends a request to our server, with the session's cookie. One that finds the session over is sent
 * again once the same person is back.
 * @throws ApiFailure for every answer that is not a success, and when there is no answer
 */
export async function send(request: Request | string, init?: RequestInit): Promise<Response> {
  const asked = new Request(request, { ...init, credentials: 'same-origin' });
  const { url, method, headers, signal } = asked;
  // What is sent is JSON, which can be kept; a body that was sent once cannot be read again.
  const body = (await asked.text()) || null;
  return acrossSessions(() =>
    attempt(new Request(url, { method, headers, body, signal, credentials: 'same-origin' })),
  );
}

/** Sends JSON to a call that is not of the contract. */
export function postJson(path: string, body: unknown): Promise<Response> {
  return send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function attempt(request: Request): Promise<Response> {
  if (!isPersonActive()) request.headers.set(BACKGROUND_HEADER, '1');
  let response: Response;
  try {
    response = (await askedEarly(request)) ?? (await fetch(request));
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw noAnswer();
  }
  if (response.ok) return response;
  throw failureOf(await response.json().catch(() => null), response.status);
}

/** Does something that the end of the session may refuse; then again, once the same person is back. */
export async function acrossSessions<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isOver = error instanceof ApiFailure && error.code === 'UNAUTHORIZED';
      if (!isOver || !(await onSessionEnd())) throw error;
    }
  }
}

/** What it means that there was no answer at all. */
export function noAnswer(): ApiFailure {
  return new ApiFailure('UNAVAILABLE', 'Sin conexión con el servidor. Revisa tu conexión.', {
    source: 'silence',
  });
}
