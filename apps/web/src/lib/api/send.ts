import { VIEW_AS_HEADER } from '@simiente/contract/common/access/role-names';
import { isUserActive } from './activity.ts';
import { ApiFailure, invalidAnswer, parseFailure } from './failure.ts';

/** The viewed role is stored in the tab until its user signs out, so that a reload keeps it. */
const VIEW_AS_KEY = 'simiente-view-as';

/** The role as which an administrator views the product; null for the account's own roles. */
export function readViewAs(): string | null {
  return sessionStorage.getItem(VIEW_AS_KEY);
}

export function storeViewAs(role: string | null): void {
  if (role === null) sessionStorage.removeItem(VIEW_AS_KEY);
  else sessionStorage.setItem(VIEW_AS_KEY, role);
}

/** A request with this header does not extend the session, and is marked in the audit. */
export const BACKGROUND_HEADER = 'x-simiente-background';

/** Resolves to whether the same user has signed in again. */
type SessionEnd = () => Promise<boolean>;

let onSessionEnd: SessionEnd = async () => false;

/** Registers the handler of an ended session; requests wait for its result. */
export function whenSessionEnds(handler: SessionEnd): void {
  onSessionEnd = handler;
}

/** Resolves to whether the account's owner has confirmed their identity. */
type ProofRequest = () => Promise<boolean>;

let onProofNeeded: ProofRequest = async () => false;
/** The pending confirmation. All requests that need one share it. */
let proof: Promise<boolean> | null = null;

/** Registers the dialog of calls that need a recent confirmation; these requests wait for its result. */
export function whenProofNeeded(handler: ProofRequest): void {
  onProofNeeded = handler;
}

function askProof(): Promise<boolean> {
  proof ??= onProofNeeded().finally(() => {
    proof = null;
  });
  return proof;
}

/**
 * Sends a request to our server with the session's cookie. If the session has ended, the request is repeated as soon
 * as the same user has signed in again.
 * @throws ApiFailure for every answer that is not a success, and without an answer
 */
export async function send(request: Request | string, init?: RequestInit): Promise<Response> {
  const original = new Request(request, { ...init, credentials: 'same-origin' });
  const { url, method, headers, signal } = original;
  // The JSON body is read as text, because the body of a repeated request could not be read again.
  const body = (await original.text()) || null;
  return retryAcrossSessions(() =>
    attempt(new Request(url, { method, headers, body, signal, credentials: 'same-origin' })),
  );
}

/** Sends JSON to a route outside the contract; `read` throws for an answer in another form. */
export async function postJson<Answer>(
  path: string,
  body: unknown,
  read: (answer: unknown) => Answer,
): Promise<Answer> {
  const response = await send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return readJson(response, read);
}

/** @throws ApiFailure if `read` rejects the answer */
export async function readJson<Answer>(
  response: Response,
  read: (answer: unknown) => Answer,
): Promise<Answer> {
  try {
    return read(await response.json());
  } catch {
    throw invalidAnswer();
  }
}

/** Milliseconds in which a read must begin to be answered, so that no page loads for ever. */
const ANSWER_TIMEOUT = 60_000;

async function attempt(request: Request): Promise<Response> {
  if (!isUserActive()) request.headers.set(BACKGROUND_HEADER, '1');
  // A request may name another role in its header; an empty header stands for the account's own roles.
  const viewAs = (request.headers.get(VIEW_AS_HEADER) ?? readViewAs()) || null;
  if (viewAs === null) request.headers.delete(VIEW_AS_HEADER);
  else request.headers.set(VIEW_AS_HEADER, viewAs);
  const silence = new AbortController();
  const isRead = request.method === 'GET';
  const timer = isRead ? setTimeout(() => silence.abort(), ANSWER_TIMEOUT) : undefined;
  let response: Response;
  try {
    const signal = AbortSignal.any([request.signal, silence.signal]);
    response = await fetch(new Request(request, { signal }));
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw noAnswer();
  } finally {
    clearTimeout(timer);
  }
  if (response.ok) return response;
  throw parseFailure(await response.json().catch(() => null), response.status);
}

/** Number of new session tokens in this tab: a sign-in and a confirmation each bring one. */
let tokenCount = 0;

/**
 * Runs `work`, and repeats it after two failures: UNAUTHORIZED, once the same user has signed in again, and
 * PROOF_NEEDED, once the account's owner has confirmed their identity.
 */
export async function retryAcrossSessions<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const countBefore = tokenCount;
    try {
      return await work();
    } catch (error) {
      const code = error instanceof ApiFailure ? error.code : undefined;
      if (code === 'PROOF_NEEDED' && (await askProof())) {
        tokenCount += 1;
        continue;
      }
      if (code !== 'UNAUTHORIZED') throw error;
      // A request that was sent before the newest token is repeated without asking for the password again.
      if (countBefore !== tokenCount) continue;
      if (!(await onSessionEnd())) throw error;
      tokenCount += 1;
    }
  }
}

export function noAnswer(): ApiFailure {
  return new ApiFailure(
    'UNAVAILABLE',
    'Sin conexión con el servidor. Revisa tu conexión a internet.',
    { source: 'silence' },
  );
}
