import { type HistoryState, useLocation, useMatch, useRouter } from '@tanstack/react-router';
import { keyOfText, textOfKey } from '../../lib/search-texts.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Stands for the text of the list's search box: kept by back, forward and reload. */
    searchKey?: string;
  }
}

/** The text of the list's search box. It is not in the address: it is somebody's name. */
export function useSearchText(): string {
  return useLocation({ select: (location) => textOfKey(location.state.searchKey) });
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
 * one a pause. It comes once the typing paused, and a list that was left by then stays on the screen
 * until the other page is there: what comes that late must not lead back to it.
 */
export function useTypedSearch(): (text: string) => void {
  const router = useRouter();
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  return (text) => {
    if (withoutSlash(router.latestLocation.pathname) !== withoutSlash(pathname)) return;
    void router.navigate({
      to: '.',
      search: true,
      state: withSearchText(text),
      replace: true,
      resetScroll: false,
    });
  };
}

const withoutSlash = (pathname: string) => pathname.replace(/\/$/, '');
