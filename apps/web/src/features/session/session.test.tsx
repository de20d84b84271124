import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { PageRequest } from '../../testing/page-request.ts';
import { forgetSession, sessionQuery, startSession, useSession } from './session.ts';

const MARIANA = { name: 'Mariana Solórzano', email: 'mariana@simiente.example' };

/** Answers the pending request for the session. */
let answer: (session: unknown) => void;

beforeEach(() => {
  // A file that ran before in this worker may have signed in.
  queryClient.clear();
  const sessionAnswer = new Promise<unknown>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('Request', PageRequest);
  vi.stubGlobal('fetch', async () => Response.json(await sessionAnswer));
});

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

function renderSession() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  return renderHook(useSession, { wrapper }).result;
}

test('E-3.1: the session is loading first, and then has the signed-in user', async () => {
  const session = renderSession();
  expect(session.current).toEqual({ isAuthenticated: false, isLoading: true, user: null });
  answer({ user: MARIANA, clinicTimeZone: 'America/Mexico_City' });
  await waitFor(() => expect(session.current.isLoading).toBe(false));
  expect(session.current).toMatchObject({ isAuthenticated: true, user: MARIANA });
});

test('E-3.1: an empty session is loaded without a user', async () => {
  const session = renderSession();
  answer(null);
  await waitFor(() => expect(session.current.isLoading).toBe(false));
  expect(session.current).toMatchObject({ isAuthenticated: false, user: null });
  expect(queryClient.getQueryState(sessionQuery.queryKey)).toMatchObject({ status: 'success' });
});

test('forgetting the session signs the user out', async () => {
  const session = renderSession();
  answer({ user: MARIANA, clinicTimeZone: 'America/Mexico_City' });
  await waitFor(() => expect(session.current.isAuthenticated).toBe(true));
  act(forgetSession);
  await waitFor(() => expect(session.current.isAuthenticated).toBe(false));
  expect(session.current).toMatchObject({ isLoading: false, user: null });
});

test('E-10.702: a sign-in asks for the session again, although an earlier request has no answer yet', async () => {
  const answers: ((session: unknown) => void)[] = [];
  vi.stubGlobal('fetch', async () =>
    Response.json(await new Promise((resolve) => answers.push(resolve))),
  );
  const session = renderSession();
  await waitFor(() => expect(answers).toHaveLength(1));
  const started = startSession();
  await waitFor(() => expect(answers).toHaveLength(2));
  // This request left before the sign-in.
  answers[0]?.(null);
  answers[1]?.({ user: MARIANA, clinicTimeZone: 'America/Mexico_City' });
  await started;
  await waitFor(() => expect(session.current.user).toEqual(MARIANA));
});
