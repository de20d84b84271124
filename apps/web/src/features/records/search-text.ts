import { type HistoryState, useLocation } from '@tanstack/react-router';
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
