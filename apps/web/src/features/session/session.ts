import { VIEW_AS_HEADER } from '@simiente/contract/common/access/role-names';
import type { Capability, Role } from '@simiente/contract/common/access/roles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { makeReader, type Shape } from '../../lib/api/answer-shape.ts';
import { postJson, readJson, send, storeViewAs } from '../../lib/api/send.ts';
import { DEFAULT_TIME_ZONE } from '../../lib/format/clinic-time-zone.ts';
import { retryImport } from '../../lib/lazy-on-use.ts';
import { queryClient } from '../../lib/query-client.ts';
import { clearSearchTexts } from '../../lib/search-texts.ts';
import type { TileSource } from '../../ui/map/use-leaflet.ts';
import { dismissToasts } from '../../ui/toasts/toast-requests.ts';
import type { SignInSummary } from './sign-in/sign-in-summary.ts';

export interface SessionUser {
  readonly name: string;
  readonly email: string;
}

interface SignedIn {
  readonly user: SessionUser;
  /** IANA name of the clinic's time zone. */
  readonly clinicTimeZone: string;
  /** Tile server of the maps; null to draw maps on our own outlines. */
  readonly mapTiles: TileSource | null;
  /** `missing` if the installation requires a second step that the account lacks. */
  readonly twoFactor: TwoFactor;
  /** Capabilities of the account; absent for an account with only the role `todo`. */
  readonly capabilities?: readonly Capability[] | undefined;
  /** The role whose view the user has chosen; absent without a choice. */
  readonly viewAs?: Role | undefined;
  /** The doctor linked to the account. */
  readonly idDoctor?: string | null | undefined;
  /** False for an account that signs in without a password. */
  readonly hasPassword?: boolean | undefined;
}

type TwoFactor = 'on' | 'off' | 'missing';

type SessionAnswer = (Partial<SignedIn> & { readonly user: SessionUser }) | null;

const signedInShape: Shape = { user: { name: 'string', email: 'string' } };

/** Reads the session of an answer, or null, and adds default settings. */
function readSession(body: unknown): SignedIn | null {
  const answer = makeReader<SessionAnswer>([signedInShape, 'null'])(body);
  if (answer === null) return null;
  return { clinicTimeZone: DEFAULT_TIME_ZONE, mapTiles: null, twoFactor: 'off', ...answer };
}

/** E-mail of the user who was last signed in on this page; null after a reload. */
let lastEmail: string | null = null;

async function requestSession(headers: HeadersInit = {}): Promise<SignedIn | null> {
  const response = await send('/api/auth/get-session', { headers });
  const session = await readJson(response, readSession);
  lastEmail ??= session?.user.email ?? null;
  return session;
}

/** The session, or null; fetched once, and again when the server reports that it has ended. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => requestSession(),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

type Session =
  | { readonly isAuthenticated: true; readonly isLoading: false; readonly user: SessionUser }
  | { readonly isAuthenticated: false; readonly isLoading: boolean; readonly user: null };

export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery);
  const user = data?.user ?? null;
  return user === null
    ? { isAuthenticated: false, isLoading: isPending, user }
    : { isAuthenticated: true, isLoading: false, user };
}

export function useClinicTimeZone(): string {
  return useQuery(sessionQuery).data?.clinicTimeZone ?? DEFAULT_TIME_ZONE;
}

export function useMapTiles(): TileSource | null {
  return useQuery(sessionQuery).data?.mapTiles ?? null;
}

export function useTwoFactor(): TwoFactor {
  return useQuery(sessionQuery).data?.twoFactor ?? 'off';
}

/** Whether the account can confirm with a password. */
export function useHasPassword(): boolean {
  return useQuery(sessionQuery).data?.hasPassword ?? true;
}

/**
 * Refetches the session after a change of the account. A pending request, which may predate the change, is dropped,
 * and its callers get the new answer.
 */
export function refreshSession(): Promise<SignedIn | null> {
  void queryClient.cancelQueries(sessionQuery, { silent: true, revert: false });
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

interface CompletedSignIn extends SignInSummary {
  readonly user: SessionUser;
}
type SignInAnswer = CompletedSignIn | { readonly twoFactorRequired: true };

/** Reads the answer to the last step of a sign-in. */
export const readSignedIn = makeReader<CompletedSignIn>(signedInShape);

/**
 * @returns 'second-step' if a code is still needed; otherwise the session has begun
 * @throws ApiFailure with the code of the rejection
 */
export async function signIn(email: string, password: string): Promise<'in' | 'second-step'> {
  const read = makeReader<SignInAnswer>([signedInShape, { twoFactorRequired: 'boolean' }]);
  const answer = await postJson('/api/auth/sign-in/email', { email, password }, read);
  if ('twoFactorRequired' in answer) return 'second-step';
  await startSession();
  showSignInSummary(answer);
  return 'in';
}

/**
 * Shows events of the account since its last session. The code for the warnings is loaded on demand, so that the
 * login page stays small.
 */
export function showSignInSummary({ failedAttempts = 0, notices = [] }: SignInSummary): void {
  if (failedAttempts > 0 || notices.length > 0) {
    retryImport(() => import('./sign-in/sign-in-summary.ts')).then(
      (module) => module.showSignInSummary({ failedAttempts, notices }),
      // A warning that cannot be loaded must not fail the sign-in.
      () => undefined,
    );
  }
}

/**
 * Fetches the session again, because the answer to a sign-in lacks the clinic's settings.
 * @throws Error if there is no session
 */
export async function startSession(): Promise<void> {
  const previousEmail = lastEmail;
  const session = await refreshSession();
  // A proxy may have answered the sign-in with a success of its own.
  if (session === null) throw new Error('The sign-in opened no session');
  const { email } = session.user;
  if (email !== previousEmail) {
    clearSearchTexts();
    storeViewAs(null);
  }
  lastEmail = email;
  notifyOtherTabs({ type: 'began', email });
}

/** Ends the session and clears all cached data. */
export async function signOut(): Promise<void> {
  await postJson('/api/auth/sign-out', {}, makeReader({ success: 'boolean' }));
  storeViewAs(null);
  clearSearchTexts();
  forgetSession();
  notifyOtherTabs({ type: 'ended' });
}

/** Shows the product as a role sees it; null ends the view. */
export async function viewAs(role: Role | null): Promise<void> {
  const session = await requestSession({ [VIEW_AS_HEADER]: role ?? '' });
  // Set together, so that no page requests data that the role may not see.
  storeViewAs(role);
  queryClient.setQueryData(sessionQuery.queryKey, session);
  removeOtherQueries();
}

/** Clears the previous user's data from memory, and with it from the screen. */
export function forgetSession(): void {
  queryClient.setQueryData(sessionQuery.queryKey, null);
  removeOtherQueries();
  queryClient.getMutationCache().clear();
  dismissToasts();
}

/** Clears all cached answers except the session. */
function removeOtherQueries(): void {
  const [session] = sessionQuery.queryKey;
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== session });
}

/** Whether the login page still has to report that the session ended. */
let isEndUnreported = false;

/** Records that the session expired or was closed elsewhere, not by signing out here. */
export function rememberSessionEnd(): void {
  isEndUnreported = true;
}

/** Whether the login page should report the end of the session; true only once. */
export function takeSessionEndNotice(): boolean {
  const isFirst = isEndUnreported;
  isEndUnreported = false;
  return isFirst;
}

/** Message between the tabs of one browser, which share a session. */
type SessionMessage =
  | { readonly type: 'ended' }
  /** A sign-in, perhaps of another user. */
  | { readonly type: 'began'; readonly email: string };

const channel = new BroadcastChannel('simiente-session');

function notifyOtherTabs(message: SessionMessage): void {
  channel.postMessage(message);
}

export function onOtherTab(handler: (message: SessionMessage) => void): void {
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => handler(data);
}
