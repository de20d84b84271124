import type { MantineThemeOverride } from '@mantine/core';
import { colors } from './tokens.ts';

const px = (size: number) => `${size / 16}rem`;

const FONT = "'Figtree Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Source of the theme's variables: `build/theme-variables.ts` reads it without a browser. */
export const look = {
  colors,
  primaryColor: 'primary',
  primaryShade: { light: 7, dark: 4 },
  white: '#FFFFFF',
  black: '#15211D',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  // Disables Mantine's shift of pressed controls.
  activeClassName: '',
  fontFamily: FONT,
  fontSizes: { xs: px(13), sm: px(14), md: px(15), lg: px(17), xl: px(20) },
  lineHeights: { xs: '1.385', sm: '1.429', md: '1.4', lg: '1.706', xl: '1.4' },
  fontWeights: { regular: '400', medium: '600', bold: '620' },
  spacing: { xs: px(8), sm: px(12), md: px(16), lg: px(24), xl: px(32) },
  radius: { xs: px(4), sm: px(6), md: px(8), lg: px(12), xl: px(16) },
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '87.5em' },
  headings: {
    fontFamily: FONT,
    fontWeight: '620',
    textWrap: 'wrap',
    sizes: {
      h1: { fontSize: px(24), lineHeight: px(30) },
      h2: { fontSize: px(18), lineHeight: px(24) },
      h3: { fontSize: px(15), lineHeight: px(21), fontWeight: '600' },
    },
  },
} satisfies MantineThemeOverride;
