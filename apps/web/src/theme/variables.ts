import type { CSSVariablesResolver } from '@mantine/core';
import { darkTokens, lightTokens, sharedTokens } from './tokens.ts';

/** Mantine's own names, set to our values, so that its components need no restyling. */
const mantineNames = {
  '--mantine-color-text': 'var(--si-ink)',
  '--mantine-color-bright': 'var(--si-ink)',
  '--mantine-color-body': 'var(--si-ground)',
  '--mantine-color-dimmed': 'var(--si-ink-3)',
  '--mantine-color-placeholder': 'var(--si-ink-3)',
  '--mantine-color-anchor': 'var(--si-link)',
  '--mantine-color-error': 'var(--si-error)',
  '--mantine-color-success': 'var(--si-green-dot)',
  '--mantine-color-default': 'var(--si-surface)',
  '--mantine-color-default-hover': 'var(--si-row-hover)',
  '--mantine-color-default-color': 'var(--si-ink)',
  '--mantine-color-default-border': 'var(--si-hairline-strong)',
  '--mantine-color-disabled': 'var(--si-disabled)',
  '--mantine-color-disabled-color': 'var(--si-disabled-ink)',
  '--mantine-color-disabled-border': 'var(--si-hairline)',
  '--mantine-primary-color-contrast': 'var(--si-on-filled)',
  '--mantine-color-primary-filled': 'var(--si-primary)',
  '--mantine-color-primary-filled-hover': 'var(--si-primary-hover)',
  '--mantine-color-primary-outline': 'var(--si-link)',
  '--mantine-color-red-filled': 'var(--si-danger)',
  '--mantine-color-red-filled-hover': 'var(--si-danger-hover)',
};

const lightShadows = {
  '--mantine-shadow-xs': '0 1px 2px rgba(21,33,29,.05)',
  '--mantine-shadow-sm': '0 1px 2px rgba(21,33,29,.05)',
  '--mantine-shadow-md': '0 2px 4px rgba(21,33,29,.04), 0 8px 20px -4px rgba(21,33,29,.10)',
  '--mantine-shadow-lg': '0 4px 8px rgba(21,33,29,.04), 0 16px 40px -8px rgba(21,33,29,.16)',
  '--mantine-shadow-xl': '0 24px 64px -12px rgba(21,33,29,.24)',
};

const darkShadows = {
  '--mantine-shadow-xs': '0 1px 2px rgba(0,0,0,.50)',
  '--mantine-shadow-sm': '0 1px 2px rgba(0,0,0,.50)',
  '--mantine-shadow-md':
    '0 0 0 1px rgba(255,255,255,.04), 0 2px 4px rgba(0,0,0,.50), 0 8px 20px -4px rgba(0,0,0,.60)',
  '--mantine-shadow-lg':
    '0 0 0 1px rgba(255,255,255,.04), 0 4px 8px rgba(0,0,0,.50), 0 16px 40px -8px rgba(0,0,0,.65)',
  '--mantine-shadow-xl': '0 0 0 1px rgba(255,255,255,.04), 0 24px 64px -12px rgba(0,0,0,.70)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { ...sharedTokens },
  light: { ...lightTokens, ...mantineNames, ...lightShadows },
  dark: { ...darkTokens, ...mantineNames, ...darkShadows },
});
