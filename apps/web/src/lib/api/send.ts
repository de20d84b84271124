import { isPersonActive } from './activity.ts';
import { ApiFailure, failureOf } from './failure.ts';

/** The server prolongs no session for a request that carries this. */
const BACKGROUND_HEADER = 'x-simiente-background';

let onSessionEnd: () => void = () => {};

/** Says what happens when the server no longer knows the session. */
export function whenSessionEnds(handler: () => void): void {
  onSessionEnd = handler;
}

/**
 * Sends a request to our server, with the session's cookie.
 * @throws ApiFailure for every answer that is not a success, and when there is no answer
 */
export async function send(request: Request | string, init?: RequestInit): Promise<Response> {
  const prepared = new Request(request, { ...init, credentials: 'same-origin' });
  if (!isPersonActive()) prepared.headers.set(BACKGROUND_HEADER, '1');
  let response: Response;
  try {
    response = await fetch(prepared);
  } catch (cause) {
    if (prepared.signal.aborted) throw cause;
    throw noAnswer();
  }
  if (response.ok) return response;
  throw refusalOf(await response.json().catch(() => null));
}

/** What a refused answer means; one that says that the session is over ends it here too. */
export function refusalOf(body: unknown): ApiFailure {
  const failure = failureOf(body);
  if (failure.code === 'UNAUTHORIZED') onSessionEnd();
  return failure;
}

/** What it means that there was no answer at all. */
export function noAnswer(): ApiFailure {
  return new ApiFailure('UNAVAILABLE', 'Sin conexión con el servidor. Revisa tu conexión.');
}
