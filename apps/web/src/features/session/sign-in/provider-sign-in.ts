import { makeReader } from '../../../lib/api/answer-shape.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { postJson } from '../../../lib/api/send.ts';

// Sign-in at the OpenID Connect provider, loaded on demand.

const PATH = '/api/auth/provider';
/** Key of the path to open after a sign-in that left the page, stored only for this tab. */
const NEXT_KEY = 'simiente-provider-next';
const WINDOW = 'popup,width=520,height=720';
/** Milliseconds for which the window's answer may still arrive after this page has the focus again. */
const ANSWER_GRACE_MS = 1_000;

interface ProviderAnswer {
  readonly purpose: 'sign-in' | 'confirm' | 'bind';
  readonly twoFactorRequired?: boolean;
  readonly failedAttempts?: number;
}

/** The channel on which the page after the provider's redirect sends its answer to the waiting page. */
const openChannel = () => new BroadcastChannel('simiente-provider');

async function fetchAddress(name: string, body: object): Promise<string> {
  const read = makeReader<{ url: string }>({ url: 'string' });
  return (await postJson(`${PATH}/${name}`, body, read)).url;
}

/** Input of a sign-in: empty from the login page, the e-mail from a locked screen, token and name from a link. */
export type ProviderSignIn =
  | Record<string, never>
  | { readonly email: string }
  | { readonly token: string; readonly name?: string };

/**
 * Leaves this page for the provider, and opens the requested page after the sign-in. A locked screen instead opens the
 * provider in a window, and is unlocked by the message that `session.ts` sends to other tabs about the new session.
 * @throws ApiFailure PROVIDER_UNAVAILABLE, TOO_MANY_REQUESTS, and errors of the link
 */
export async function enterWithProvider(input: ProviderSignIn): Promise<void> {
  if ('email' in input) return openProvider('sign-in', input);
  const url = await fetchAddress('token' in input ? 'accept' : 'sign-in', input);
  sessionStorage.setItem(NEXT_KEY, new URLSearchParams(location.search).get('next') ?? '');
  location.assign(url);
}

/** The path to open after a sign-in; null in a window opened by a waiting page. */
export function takeNextPath(): string | null {
  const next = sessionStorage.getItem(NEXT_KEY);
  sessionStorage.removeItem(NEXT_KEY);
  return next;
}

/** Opens the provider in a separate window, so that this page keeps its typed text. */
async function openProvider(name: 'sign-in' | 'confirm' | 'bind', body: object): Promise<void> {
  // The new window starts with a copy of this tab's `sessionStorage`.
  sessionStorage.removeItem(NEXT_KEY);
  const opened = open('', 'simiente-provider', WINDOW);
  if (opened === null) {
    throw new ApiFailure(
      'PROVIDER_REFUSED',
      'El navegador bloqueó la ventana emergente. Permítela para esta página e inténtalo otra vez.',
    );
  }
  try {
    opened.location.replace(await fetchAddress(name, body));
  } catch (error) {
    opened.close();
    throw error;
  }
}

/**
 * Opens the provider in a window, and waits for its answer.
 * @throws ApiFailure PROVIDER_REFUSED when the user returns without an answer
 */
export async function askProvider(name: 'confirm' | 'bind', body: object): Promise<void> {
  const channel = openChannel();
  const stop = new AbortController();
  try {
    await openProvider(name, body);
    await new Promise<void>((resolve, reject) => {
      channel.onmessage = ({ data }: MessageEvent<ProviderAnswer>) => {
        if (data.purpose === name) resolve();
      };
      // Another site's window cannot be observed. A return of the focus counts as closing that window.
      const giveUp = () =>
        setTimeout(
          () => reject(new ApiFailure('PROVIDER_REFUSED', 'No terminaste en la otra ventana.')),
          ANSWER_GRACE_MS,
        );
      addEventListener('focus', giveUp, { once: true, signal: stop.signal });
    });
  } finally {
    stop.abort();
    channel.close();
  }
}

/**
 * Hands the provider's answer to our server.
 * @param query of the address to which the provider redirected the browser
 * @throws ApiFailure with the code of the rejection
 */
export async function completeAtProvider(query: string): Promise<ProviderAnswer> {
  const read = makeReader<ProviderAnswer>({ purpose: 'string' });
  const answer = await postJson(`${PATH}/complete`, { query }, read);
  if (answer.purpose !== 'sign-in') {
    const channel = openChannel();
    channel.postMessage(answer);
    channel.close();
  }
  return answer;
}
