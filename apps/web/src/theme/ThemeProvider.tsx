import '@fontsource-variable/figtree/wght.css';
import './mantine-styles.css';
import './variables.css';
import './tones.css';
import './base.css';
import './loading.css';
import {
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  MantineProvider,
  type VariantColorsResolver,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { ToastHost } from '../ui/toasts/ToastHost.tsx';
import { baseTheme } from './base-theme.ts';
import { components } from './components.ts';
import type { Tone } from './tokens.ts';

const tones: readonly string[] = [
  'primary',
  'blue',
  'plum',
  'amber',
  'green',
  'orange',
  'red',
] satisfies Tone[];

/** In the dark scheme, labels of filled buttons are not white. Light variants use the colours of their tone. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  if (input.variant === 'filled') return { ...resolved, color: 'var(--si-on-filled)' };
  if (input.variant === 'light' && input.color !== undefined && tones.includes(input.color)) {
    return {
      ...resolved,
      background: `var(--si-${input.color}-ground)`,
      hover: `var(--si-${input.color}-ground)`,
      color: `var(--si-${input.color}-text)`,
    };
  }
  if (input.variant === 'subtle') {
    const color = input.color === 'red' ? 'var(--si-error)' : 'var(--si-ink-2)';
    return { ...resolved, hover: 'var(--si-inset)', color };
  }
  return resolved;
};

export const theme = createTheme({ ...baseTheme, components, variantColorResolver });

/** index.html reads the same key before the first paint. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'simiente-color-scheme' });

shareNonce();

/** Mantine's theme for the whole app, and the host of its toasts. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      // Mantine's variables are already in the style sheet.
      withCssVariables={false}
      // Mantine's classes for visibility by width are not used.
      withGlobalClasses={false}
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
 * The value that allows a `<style>` created by script under the content security policy. Vite writes a placeholder
 * into the page's head, which the server replaces in every page that it sends.
 */
function pageNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce ?? '';
}

/** The scroll lock of modals reads its nonce from the global name of webpack, which other bundlers share. */
function shareNonce(): void {
  const nonce = pageNonce();
  if (nonce !== '') Object.assign(globalThis, { __webpack_nonce__: nonce });
}
