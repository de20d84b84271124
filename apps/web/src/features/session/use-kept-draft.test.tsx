import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { forgetSessionEnd, rememberSessionEnd } from './ended.ts';
import { dropDraftsOfOthers } from './kept-drafts.ts';
import { forgetSession, sessionQuery } from './session.ts';
import { useKeptDraft } from './use-kept-draft.ts';

/** As signing in does it. */
function enter(email: string): void {
  queryClient.setQueryData(sessionQuery.queryKey, () => ({
    user: { name: 'Alguien', email },
    clinicTimeZone: 'America/Mexico_City',
    mapTiles: null,
    twoFactor: 'off' as const,
  }));
  forgetSessionEnd();
  dropDraftsOfOthers(email);
}

const show = () => renderHook(() => useKeptDraft<string>('form'));

beforeEach(() => enter('mariana@example.org'));
afterEach(() => {
  enter('nobody@example.org');
  queryClient.clear();
});

/** A form with something in it, and its session over. */
function typeUntilTheEnd(): void {
  const form = show();
  form.result.current.keep('a');
  form.result.current.keep('ab');
  rememberSessionEnd();
  forgetSession();
  // Drawn once more before it goes: nobody is signed in then.
  form.result.current.keep('ab');
  form.unmount();
}

test('what was typed is there again for the same person, once', () => {
  typeUntilTheEnd();
  enter('mariana@example.org');
  const again = show();
  expect(again.result.current.kept).toBe('ab');
  again.unmount();
  expect(show().result.current.kept).toBeUndefined();
});

test('E-2.165: nobody else finds it, nor the same person after somebody else was there', () => {
  typeUntilTheEnd();
  enter('otra@example.org');
  expect(show().result.current.kept).toBeUndefined();
  enter('mariana@example.org');
  expect(show().result.current.kept).toBeUndefined();
});

test('what was let go, or had nothing to lose, is not kept', () => {
  const form = show();
  form.result.current.keep('a');
  form.result.current.keep(undefined);
  rememberSessionEnd();
  forgetSession();
  form.unmount();
  enter('mariana@example.org');
  expect(show().result.current.kept).toBeUndefined();
});

test('leaving a form, or signing out over it, keeps nothing', () => {
  const left = show();
  left.result.current.keep('a');
  left.unmount();
  expect(show().result.current.kept).toBeUndefined();
  const signedOut = show();
  signedOut.result.current.keep('a');
  forgetSession();
  signedOut.unmount();
  enter('mariana@example.org');
  expect(show().result.current.kept).toBeUndefined();
});
