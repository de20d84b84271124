import { defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core';
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

/** Filled labels are never plain white in dark, and tinted variants take the status recipe. */
export const variantColorResolver: VariantColorsResolver = (input) => {
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
