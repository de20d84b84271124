import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { forgetSession, forgetSessionEnd, rememberSessionEnd, sessionQuery } from '../session.ts';
import { deleteDraftsOfOthers } from './draft-store.ts';
import { useDraftRecovery } from './use-draft-recovery.ts';

/** Simulates a sign-in. */
function enter(email: string): void {
  queryClient.setQueryData(sessionQuery.queryKey, () => ({
    user: { name: 'Alguien', email },
    clinicTimeZone: 'America/Mexico_City',
    mapTiles: null,
    twoFactor: 'off' as const,
  }));
  forgetSessionEnd();
  deleteDraftsOfOthers(email);
}

const show = () => renderHook(() => useDraftRecovery<string>('form'));

beforeEach(() => enter('mariana@example.org'));
afterEach(() => {
  enter('another@example.org');
  queryClient.clear();
});

/** Types into a form until its session ends. */
function typeUntilTheEnd(): void {
  const form = show();
  form.result.current.keep('a');
  form.result.current.keep('ab');
  rememberSessionEnd();
  forgetSession();
  // The form renders once more without a user before it unmounts.
  form.result.current.keep('ab');
  form.unmount();
}

test('a draft is recovered for the same user, once', () => {
  typeUntilTheEnd();
  enter('mariana@example.org');
  const again = show();
  expect(again.result.current.recovered).toBe('ab');
  again.unmount();
  expect(show().result.current.recovered).toBeUndefined();
});

test('E-2.165: a draft is not recovered for another user, nor for the same user after another one', () => {
  typeUntilTheEnd();
  enter('otra@example.org');
  expect(show().result.current.recovered).toBeUndefined();
  enter('mariana@example.org');
  expect(show().result.current.recovered).toBeUndefined();
});

test('a form that was discarded or unchanged leaves no draft', () => {
  const form = show();
  form.result.current.keep('a');
  form.result.current.keep(undefined);
  rememberSessionEnd();
  forgetSession();
  form.unmount();
  enter('mariana@example.org');
  expect(show().result.current.recovered).toBeUndefined();
});

test('leaving a form or signing out leaves no draft', () => {
  const left = show();
  left.result.current.keep('a');
  left.unmount();
  expect(show().result.current.recovered).toBeUndefined();
  const signedOut = show();
  signedOut.result.current.keep('a');
  forgetSession();
  signedOut.unmount();
  enter('mariana@example.org');
  expect(show().result.current.recovered).toBeUndefined();
});
