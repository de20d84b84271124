import { type HistoryState, useLocation, useMatch, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { keyOfText, textOfKey } from '../../lib/search-texts.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Stands for the text of the list's search box: kept by back, forward and reload. */
    searchKey?: string;
  }
}

/**
 * The text of the list's search box. It is not in the URL, because it is a person's name. A list that is
 * being left keeps its text, and so its rows, until the other page is there.
 */
export function useSearchText(): string {
  const pathname = useListPath();
  const text = useLocation({
    select: (location) =>
      isSamePath(location.pathname, pathname) ? textOfKey(location.state.searchKey) : null,
  });
  const [kept, keep] = useState(text ?? '');
  if (text !== null && text !== kept) keep(text);
  return text ?? kept;
}

/** The state of a navigation that keeps `text` in the search box. */
export function withSearchText(text: string) {
  return (state: HistoryState): HistoryState => ({
    ...state,
    searchKey: text === '' ? undefined : keyOfText(text),
  });
}

/**
 * Puts what is typed into the list's search box into its history entry: typing is one step back, not
 * one a letter. Some of it comes a moment later, and a list that was left by then stays on the screen
 * until the other page is there: what comes that late must not lead back to it.
 */
export function useTypedSearch(): (text: string) => void {
  const router = useRouter();
  const pathname = useListPath();
  return (text) => {
    if (!isSamePath(router.latestLocation.pathname, pathname)) return;
    void router.navigate({
      to: '.',
      search: true,
      state: withSearchText(text),
      replace: true,
      resetScroll: false,
    });
  };
}

/** Where the list itself is, also while its reader is on the way to somewhere else. */
export function useListPath(): string {
  return useMatch({ strict: false, select: (match) => match.pathname });
}

const withoutSlash = (pathname: string) => pathname.replace(/\/$/, '');
const isSamePath = (one: string, other: string) => withoutSlash(one) === withoutSlash(other);
