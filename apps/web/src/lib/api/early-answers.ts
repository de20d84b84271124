/** The answer, or null or false if the request was not needed. */
type Early = Promise<Response | null | false>;

/** Milliseconds after which an early answer is stale. */
const FRESH_FOR = 10_000;

const earlyAnswers = (globalThis as { simienteEarlyAnswers?: Map<string, Early> })
  .simienteEarlyAnswers;
/** While a list on the screen may be as old as the page. */
let isFresh = earlyAnswers !== undefined;
setTimeout(forgetEarlyAnswers, FRESH_FOR);

/** Also when the session ends: another user's requests are the same. */
export function forgetEarlyAnswers(): void {
  earlyAnswers?.clear();
  isFresh = false;
}

/** Since when what is on the screen may lack changes, in whole milliseconds of the epoch. */
export function readSince(): number {
  return isFresh ? Math.floor(performance.timeOrigin) : Date.now();
}

/**
 * The answer to a request that the page's head made while the code was loading (`build/preload-pages.ts`).
 * Each answer is used once; a failed request is sent again.
 */
export async function takeEarlyAnswer({ method, url }: Request): Promise<Response | undefined> {
  const { pathname, search } = new URL(url);
  const path = pathname + search;
  if (method !== 'GET' || !earlyAnswers?.has(path)) return undefined;
  const answer = earlyAnswers.get(path);
  earlyAnswers.delete(path);
  try {
    return (await answer) || undefined;
  } catch {
    return undefined;
  }
}
