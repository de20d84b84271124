/** An answer, or none when there was no reason to ask. */
type Early = Promise<Response | null | false>;

/** Milliseconds after which what the page's head asked for is no news. */
const NEWS_FOR = 10_000;

const asked = (globalThis as { simienteAsked?: Map<string, Early> }).simienteAsked;
setTimeout(() => asked?.clear(), NEWS_FOR);

/**
 * The answer to a request that the page's head made while the code was on its way (`build/preload-pages.ts`).
 * Each is given once; one that failed is none, and is asked for again.
 */
export async function askedEarly({ method, url }: Request): Promise<Response | undefined> {
  const { pathname, search } = new URL(url);
  const path = pathname + search;
  if (method !== 'GET' || !asked?.has(path)) return undefined;
  const answer = asked.get(path);
  asked.delete(path);
  try {
    return (await answer) || undefined;
  } catch {
    return undefined;
  }
}
