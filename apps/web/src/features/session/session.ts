import { queryOptions, useQuery } from '@tanstack/react-query';
import { send } from '../../lib/api/send.ts';
import { queryClient } from '../../lib/query-client.ts';
import { dismissToasts } from '../../ui/toasts/toast-demand.ts';
import { forgetSessionEnd } from './ended.ts';
import { dropDraftsOfOthers } from './kept-drafts.ts';

/** Whoever is signed in. */
export interface SessionUser {
  readonly name: string;
  readonly email: string;
}

/** What the server answers to who is signed in. */
interface SignedIn {
  readonly user: SessionUser;
  /** IANA name of the zone in which the clinic lives. */
  readonly clinicTimeZone: string;
}

const DEFAULT_TIME_ZONE = 'America/Mexico_City';

/** `{user: {name, email}, clinicTimeZone}`, or null without a session. */
function readSession(
  answer: { user: SessionUser; clinicTimeZone?: string } | null,
): SignedIn | null {
  if (answer === null) return null;
  const { user, clinicTimeZone = DEFAULT_TIME_ZONE } = answer;
  return { user: { name: user.name, email: user.email }, clinicTimeZone };
}

/** Who is signed in, or null; read once, and again when the server says that it ended. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<SignedIn | null> => {
    const response = await send('/api/auth/get-session');
    return readSession(await response.json());
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export type Session =
  | { readonly isAuthenticated: true; readonly isLoading: false; readonly user: SessionUser }
  | { readonly isAuthenticated: false; readonly isLoading: boolean; readonly user: null };

/** The state of the session, followed by whatever is drawn from it. */
export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery);
  const user = data?.user ?? null;
  return user === null
    ? { isAuthenticated: false, isLoading: isPending, user }
    : { isAuthenticated: true, isLoading: false, user };
}

/** The zone in which the clinic lives. */
export function useClinicTimeZone(): string {
  return useQuery(sessionQuery).data?.clinicTimeZone ?? DEFAULT_TIME_ZONE;
}

/** @throws ApiFailure with the code of the refusal */
export async function signIn(email: string, password: string): Promise<void> {
  await post('/api/auth/sign-in/email', { email, password });
  // The answer says who signed in, and nothing of the clinic.
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  forgetSessionEnd();
  dropDraftsOfOthers(session?.user.email ?? '');
}

/** Ends the session and forgets everything that was read under it. */
export async function signOut(): Promise<void> {
  await post('/api/auth/sign-out', {});
  forgetSession();
}

/** Nothing of the one who left stays in memory, and what is on the screen is told so. */
export function forgetSession(): void {
  const [session] = sessionQuery.queryKey;
  queryClient.setQueryData(sessionQuery.queryKey, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== session });
  queryClient.getMutationCache().clear();
  dismissToasts();
}

function post(path: string, body: unknown): Promise<Response> {
  return send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
