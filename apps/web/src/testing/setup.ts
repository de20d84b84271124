import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { queryClient } from '../lib/query-client.ts';
import { wantToasts } from '../ui/toasts/toast-demand.ts';

/** APIs that jsdom lacks and Mantine uses. */
class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** A desktop of 1280 px that prefers light and motion; every test may replace it. */
export function matchMediaAtWidth(width: number) {
  return (query: string): MediaQueryList => {
    const max = /max-width:\s*([\d.]+)em/.exec(query);
    const min = /min-width:\s*([\d.]+)em/.exec(query);
    const matches =
      (max !== null || min !== null) &&
      (max === null || width <= Number(max[1]) * 16) &&
      (min === null || width >= Number(min[1]) * 16);
    return {
      matches,
      media: query,
      onchange: null,
      addListener() {},
      removeListener() {},
      addEventListener() {},
      removeEventListener() {},
      dispatchEvent: () => false,
    };
  };
}

window.ResizeObserver = NoResizeObserver;
window.scrollTo = () => {};
// Fields that grow with their text are measured again once the fonts have loaded.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
Element.prototype.scrollIntoView = () => {};
const { getComputedStyle } = window;
// jsdom prints an error for pseudo-elements, which no test reads.
window.getComputedStyle = (element) => getComputedStyle(element);

// The number of retries of a browser, without the delay between them.
const { queries, mutations } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({
  queries: { ...queries, retryDelay: 10 },
  mutations: { ...mutations, retryDelay: 10 },
});

// Long enough for a busy machine; a passing test does not wait for it.
configure({ asyncUtilTimeout: 120_000 });

// An error that a wait catches needs no dump of the page, which costs more than the query; the wait itself adds
// it to its error.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) => {
    if (!isWaiting()) return getElementError(message, container);
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
  },
});

/** Whether a query is part of `findBy…` or `waitFor`, which asks again. */
function isWaiting(): boolean {
  return Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
}

let printed: unknown[][] = [];

beforeEach(() => {
  window.matchMedia = matchMediaAtWidth(1280);
  // A sign-out in another file's tests dismisses toasts until a page wants them again.
  wantToasts();
  printed = [];
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    printed.push(words);
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  expect(printed, 'console.error was called').toEqual([]);
});
