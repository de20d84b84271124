import { MantineProvider, type MantineProviderProps } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect } from 'vitest';
import { queryClient } from '../lib/query-client.ts';
import { theme } from '../theme/ThemeProvider.tsx';

/** Renders a piece with the app's theme; transitions and portals are off unless `env` is 'default'. */
export function renderThemed(
  element: ReactElement,
  { env = 'test' }: Pick<MantineProviderProps, 'env'> = {},
) {
  return render(element, {
    wrapper: ({ children }) => (
      <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} env={env}>
        {children}
      </MantineProvider>
    ),
  });
}

/** Renders a piece that links to pages and reads the cache, at '/', or with a hash. */
export function renderRouted(
  element: ReactElement,
  { path = '/', ...options }: Pick<MantineProviderProps, 'env'> & { path?: string } = {},
) {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <QueryClientProvider client={queryClient}>{element}</QueryClientProvider>,
    }),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  return renderThemed(<RouterProvider router={router} />, options);
}

/** The message of the alert, which is empty before. */
export const findAlert = (scope: Pick<typeof screen, 'getByRole'> = screen) =>
  waitFor(() => {
    const { textContent } = scope.getByRole('alert');
    expect(textContent).not.toBe('');
    return textContent;
  });

/** Waits until no button ignores clicks, as each does for a second after one. */
export const unlocked = () =>
  waitFor(() => expect(document.querySelector('[data-locked]')).toBeNull());

/**
 * Enters a text in one step. Typing renders the page for each letter, which would dominate a test that is not
 * about keys.
 */
export async function fill(
  user: Pick<UserEvent, 'click' | 'paste'>,
  field: Element,
  text: string,
): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
