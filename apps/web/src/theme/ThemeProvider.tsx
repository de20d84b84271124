import '@fontsource-variable/figtree/wght.css';
import './mantine-styles.ts';
import './tones.css';
import './base.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { ToastHost } from '../ui/toasts/ToastHost.tsx';
import { pageNonce, shareNonce } from './nonce.ts';
import { cssVariablesResolver } from './resolvers.ts';
import { theme } from './theme.ts';

/** index.html reads the same key before the first paint. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'simiente-color-scheme' });

shareNonce();

/** The look of the whole app, and the place where its toasts appear. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={pageNonce}
      deduplicateInlineStyles
    >
      {children}
      <ToastHost />
    </MantineProvider>
  );
}
