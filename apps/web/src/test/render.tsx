import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { cssVariablesResolver } from '../theme/resolvers.ts';
import { theme } from '../theme/theme.ts';

function Themed({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      {children}
    </MantineProvider>
  );
}

/** Draws a piece with the app's theme; transitions and portals are off. */
export function renderThemed(element: ReactElement) {
  return render(element, { wrapper: Themed });
}
