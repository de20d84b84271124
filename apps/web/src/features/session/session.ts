import { queryOptions, useQuery } from '@tanstack/react-query';
import { postJson, send } from '../../lib/api/send.ts';
import { insist } from '../../lib/later.ts';
import { queryClient } from '../../lib/query-client.ts';
import { forgetTexts } from '../../lib/search-texts.ts';
import { dismissToasts } from '../../ui/toasts/toast-demand.ts';
import { forgetSessionEnd } from './ended.ts';
import { dropDraftsOfOthers } from './kept-drafts.ts';
import { tellOtherTabs } from './other-tabs.ts';

/** Whoever is signed in. */
export interface SessionUser {
  readonly name: string;
  readonly email: string;
}

/** `url` as Leaflet reads it, and whose the map is. */
export interface MapTiles {
  readonly url: string;
  readonly attribution: string;
}

/** What the server answers to who is signed in. */
interface SignedIn {
  readonly user: SessionUser;
  /** IANA name of the zone in which the clinic lives. */
  readonly clinicTimeZone: string;
  /** Where maps take their tiles from; null: from nowhere, they are drawn on our own outlines. */
  readonly mapTiles: MapTiles | null;
  /** `missing` where this installation asks for a second step that the account has not. */
  readonly twoFactor: TwoFactor;
}

export type TwoFactor = 'on' | 'off' | 'missing';

const DEFAULT_TIME_ZONE = 'America/Mexico_City';

/** `{user: {name, email}, clinicTimeZone, mapTiles, twoFactor}`, or null without a session. */
function readSession(
  answer: (Partial<SignedIn> & { readonly user: SessionUser }) | null,
): SignedIn | null {
  if (answer === null) return null;
  const { user, clinicTimeZone = DEFAULT_TIME_ZONE, mapTiles = null, twoFactor = 'off' } = answer;
  return { user: { name: user.name, email: user.email }, clinicTimeZone, mapTiles, twoFactor };
}

/** The e-mail of who was signed in last on this page; null after a reload, when nobody knows. */
let lastOwner: string | null = null;

/** Who is signed in, or null; read once, and again when the server says that it ended. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<SignedIn | null> => {
    const response = await send('/api/auth/get-session');
    const session = readSession(await response.json());
    lastOwner ??= session?.user.email ?? null;
    return session;
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

/** Where maps take their tiles from; null for nowhere. */
export function useMapTiles(): MapTiles | null {
  return useQuery(sessionQuery).data?.mapTiles ?? null;
}

/** Whether the account asks for a second step at a sign-in, and whether it should. */
export function useTwoFactor(): TwoFactor {
  return useQuery(sessionQuery).data?.twoFactor ?? 'off';
}

/** Reads again who is signed in, after something of the own account was changed. */
export async function refreshSession(): Promise<void> {
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/**
 * @returns whether a second step is asked for; otherwise the session has begun
 * @throws ApiFailure with the code of the refusal
 */
export async function signIn(email: string, password: string): Promise<'in' | 'second-step'> {
  const response = await postJson('/api/auth/sign-in/email', { email, password });
  const answer: unknown = await response.json();
  const isWaiting = typeof answer === 'object' && answer !== null && 'twoFactorRequired' in answer;
  if (isWaiting) return 'second-step';
  await beginSession();
  warnOfFailedAttempts(answer);
  return 'in';
}

/** What draws the warning is fetched only for one, so that the login stays small. */
function warnOfFailedAttempts(answer: unknown): void {
  const count =
    typeof answer === 'object' && answer !== null && 'failedAttempts' in answer
      ? Number(answer.failedAttempts)
      : 0;
  if (count > 0) {
    insist(() => import('./failed-attempts.ts')).then(
      ({ warn }) => warn(count),
      // A warning that cannot be fetched is no reason to keep anybody out.
      () => undefined,
    );
  }
}

const SECOND_STEPS = {
  telephone: '/api/auth/two-factor/verify-totp',
  recovery: '/api/auth/two-factor/verify-backup-code',
} as const;
export type SecondStepKind = keyof typeof SECOND_STEPS;

/** @throws ApiFailure with the code of the refusal */
export async function makeSecondStep(kind: SecondStepKind, code: string): Promise<void> {
  const response = await postJson(SECOND_STEPS[kind], { code });
  const answer: unknown = await response.json();
  await beginSession();
  warnOfFailedAttempts(answer);
}

/**
 * The answer to a sign-in says who it was, and nothing of the clinic.
 * @throws Error without a session
 */
async function beginSession(): Promise<void> {
  const before = lastOwner;
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  // As where something in between answers the sign-in with a success of its own.
  if (session === null) throw new Error('The sign-in opened no session');
  const { email } = session.user;
  forgetSessionEnd();
  dropDraftsOfOthers(email);
  if (email !== before) forgetTexts();
  lastOwner = email;
  tellOtherTabs({ type: 'began', email });
}

/** Ends the session and forgets everything that was read under it. */
export async function signOut(): Promise<void> {
  await postJson('/api/auth/sign-out', {});
  forgetTexts();
  forgetSession();
  tellOtherTabs({ type: 'ended' });
}

/** Nothing of the one who left stays in memory, and what is on the screen is told so. */
export function forgetSession(): void {
  const [session] = sessionQuery.queryKey;
  queryClient.setQueryData(sessionQuery.queryKey, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== session });
  queryClient.getMutationCache().clear();
  dismissToasts();
}
