import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { queryClient } from '../lib/query-client.ts';
import { requestToasts } from '../ui/toasts/toast-requests.ts';

/** APIs that jsdom lacks and Mantine uses. */
class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** `matchMedia` for a window of this width in px. Queries without a width, such as dark mode, do not match. */
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

// Retries as often as in a browser, but without the delay.
const { queries, mutations } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({
  queries: { ...queries, retryDelay: 10 },
  mutations: { ...mutations, retryDelay: 10 },
});

// Long enough for a busy machine; a passing test does not wait for it.
configure({ asyncUtilTimeout: 300_000 });

// Errors inside `waitFor` have no dump of the page, which is slow; `waitFor` adds it to its final error.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) => {
    if (!isWaiting()) return getElementError(message, container);
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
  },
});

/** Whether a query runs inside `findBy…` or `waitFor`, which retry it. */
function isWaiting(): boolean {
  return Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
}

let printed: unknown[][] = [];

beforeEach(() => {
  window.matchMedia = matchMediaAtWidth(1280);
  // Test files share modules, so a sign-out in an earlier file may have dismissed toasts.
  requestToasts();
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
