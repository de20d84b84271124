import { type HistoryState, useLocation, useMatch, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { keyOfText, textOfKey } from '../../lib/search-texts.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Key of the searched text in the history state: restored by back, forward and reload. */
    searchKey?: string;
  }
}

/**
 * The text of the list's search box. It is not in the URL, because it may be a person's name. A list
 * keeps its text, and so its rows, until the next page is rendered.
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
 * Stores the typed text in the list's history entry: typing is one step back, not one per letter.
 * It is throttled, and a list stays rendered until the next page has loaded: a late
 * update must not navigate back to the list.
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

/** The list's own location, also during a navigation to another page. */
export function useListPath(): string {
  return useMatch({ strict: false, select: (match) => match.pathname });
}

const withoutSlash = (pathname: string) => pathname.replace(/\/$/, '');
const isSamePath = (one: string, other: string) => withoutSlash(one) === withoutSlash(other);
