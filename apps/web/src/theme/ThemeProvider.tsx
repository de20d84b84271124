import '@fontsource-variable/figtree/wght.css';
import './mantine-styles.ts';
import './tones.css';
import './base.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { ToastHost } from '../ui/toasts/ToastHost.tsx';
import { cssVariablesResolver } from './resolvers.ts';
import { theme } from './theme.ts';

/** index.html reads the same key before the first paint. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'simiente-color-scheme' });

shareNonce();

/** Mantine's theme for the whole app, and the host of its toasts. */
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

/**
 * The value that allows a `<style>` made by script under the content security policy. Vite writes it
 * into the page's head as a placeholder, which the server replaces in every page it sends.
 */
function pageNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce ?? '';
}

/** The scroll lock of modals reads its nonce under this name, which bundlers agree upon. */
function shareNonce(): void {
  const nonce = pageNonce();
  if (nonce !== '') Object.assign(globalThis, { __webpack_nonce__: nonce });
}
