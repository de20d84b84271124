import { MantineProvider, type MantineProviderProps } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { cssVariablesResolver } from '../theme/resolvers.ts';
import { theme } from '../theme/theme.ts';

/** Draws a piece with the app's theme; transitions and portals are off unless `env` is 'default'. */
export function renderThemed(
  element: ReactElement,
  { env = 'test' }: Pick<MantineProviderProps, 'env'> = {},
) {
  return render(element, {
    wrapper: ({ children }) => (
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env={env}>
        {children}
      </MantineProvider>
    ),
  });
}
