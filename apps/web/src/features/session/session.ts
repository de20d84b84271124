import { queryOptions } from '@tanstack/react-query';
import { send } from '../../lib/api/send.ts';
import { queryClient } from '../../lib/query-client.ts';

/** Whoever is signed in. */
export interface SessionUser {
  readonly name: string;
  readonly email: string;
}

/** `{user: {name, email}}`, or null without a session. */
function readUser(answer: { user: SessionUser } | null): SessionUser | null {
  return answer && { name: answer.user.name, email: answer.user.email };
}

/** Who is signed in, or null; read once, and again when the server says that it ended. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<SessionUser | null> => {
    const response = await send('/api/auth/get-session');
    return readUser(await response.json());
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** @throws ApiFailure with the code of the refusal */
export async function signIn(email: string, password: string): Promise<void> {
  const response = await post('/api/auth/sign-in/email', { email, password });
  queryClient.setQueryData(sessionQuery.queryKey, readUser(await response.json()));
}

/** Ends the session and forgets everything that was read under it. */
export async function signOut(): Promise<void> {
  await post('/api/auth/sign-out', {});
  forgetSession();
}

/** Nothing of the one who left stays in memory. */
export function forgetSession(): void {
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

function post(path: string, body: unknown): Promise<Response> {
  return send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
