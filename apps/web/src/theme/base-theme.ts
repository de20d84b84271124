import type { MantineColorsTuple, MantineThemeOverride } from '@mantine/core';

const tuple = (shades: string) => shades.split(' ') as unknown as MantineColorsTuple;

/** The palette of the design language, index 0 to 9. `gray` and `dark` replace Mantine's own. */
export const colors = {
  primary: tuple('#EEF7F4 #DAEEE8 #B8DED5 #91C8BA #6EBAA9 #438B7C #2B6F62 #1C584C #15443B #0D2E28'),
  accent: tuple('#FEF3EF #FCE6DD #F9CFBE #F0B097 #E09375 #C66E4B #A9522E #893D1D #6C2F15 #4F210E'),
  blue: tuple('#F0F7FD #DFEDFA #C2DDF5 #9CC6EB #7AAFDC #4F8FC3 #3174A7 #205B87 #17476B #0F334E'),
  plum: tuple('#F9F4FA #F3E6F5 #E7D0EB #D7B3DC #C397CA #A674AE #8B5993 #6F4376 #57345D #3F2543'),
  amber: tuple('#FAF5ED #F5EAD9 #EBD6B6 #DCBB89 #CAA262 #AE802D #936500 #764E00 #5D3C00 #432B00'),
  green: tuple('#F1F8F2 #E0F0E2 #C3E3C9 #9ECFA7 #7DBA8A #529C64 #348149 #216636 #195029 #113A1D'),
  orange: tuple('#FDF4EE #FCE6DA #F7D0B9 #EEB28E #DF9669 #C47038 #A85514 #874000 #6B3100 #4E2201'),
  red: tuple('#FFF2F0 #FFE3E0 #FFC9C4 #FCA7A0 #EF8880 #D55E59 #B8403E #952D2C #762221 #561717'),
  gray: tuple('#FAF8F5 #F3F2EE #E8E6E0 #DBD8D3 #C0BDB7 #8E8B85 #66635D #4C4A45 #2F2E29 #191815'),
  dark: tuple('#E6EBE9 #C4CDCA #A5AFAB #77837F #303936 #242C29 #181F1D #0E1412 #080E0C #040705'),
};

const px = (size: number) => `${size / 16}rem`;

const FONT = "'Figtree Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Source of the theme's variables, which `build/theme-variables.ts` reads without a browser. */
export const baseTheme = {
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
