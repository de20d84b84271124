import { colors } from './base-theme.ts';

/** Colour of a status; `neutral` for things without a status. */
export type Tone = 'neutral' | 'primary' | 'blue' | 'plum' | 'amber' | 'green' | 'orange' | 'red';

type CssVariables = Record<`--${string}`, string>;

/** Same in both schemes. */
export const sharedTokens: CssVariables = {
  // Logos are designed for paper, also in dark mode.
  '--si-logo-paper': '#FFFFFF',
  '--si-logo-ink': '#4C4A45',
  '--si-map-land': '#F1EDE4',
  '--si-map-park': '#DDEBDA',
  '--si-map-label': '#66635D',
  '--si-map-water': '#E3EBEB',
  '--si-map-line': '#DAD3C4',
  '--si-map-border': '#BDB5A3',
  '--si-map-pin': '#1C584C',
  '--si-map-paper': '#FFFFFF',
  '--si-map-veil': 'rgba(255,255,255,.86)',
  '--si-map-ink': '#4C4A45',
  '--si-map-shadow': 'rgba(21,33,29,.28)',
  '--si-brand-on-panel': '#E4F1ED',
  '--si-logo-on-panel': '#FFFFFF',
  '--si-panel-caption': '#B8DED5',
};

/** Background of a tone in the dark scheme: shade 5 at 18 % over the surface. */
const darkToneBackgrounds: Record<Exclude<Tone, 'neutral'>, string> = {
  primary: '#20322E',
  blue: '#22333B',
  plum: '#322E37',
  amber: '#333020',
  green: '#22362A',
  orange: '#372E22',
  red: '#3A2A28',
};

/** The values in the light and the dark scheme. */
const pairs: Record<string, readonly [light: string, dark: string]> = {
  'neutral-ground': ['#F3F2EE', '#242C29'],
  'neutral-text': ['#4C4A45', '#C4CDCA'],
  'neutral-dot': ['#8E8B85', '#A5AFAB'],
  ground: ['#FAF8F5', '#0E1412'],
  surface: ['#FFFFFF', '#181F1D'],
  raised: ['#FFFFFF', '#1F2725'],
  menu: ['#F5F3EF', '#0B100F'],
  inset: ['#F3F2EE', '#202826'],
  sunken: ['#F3F2EE', '#131A18'],
  'row-hover': ['#FAF9F7', '#1C2421'],
  'row-selected': ['#F1F7F5', '#1A2A26'],
  hairline: ['#E8E6E0', '#27302D'],
  'hairline-strong': ['#DBD8D3', '#3A4541'],
  'control-border': ['#8E8B85', '#77837F'],
  ink: ['#15211D', '#E6EBE9'],
  'ink-2': ['#4C4A45', '#C4CDCA'],
  'ink-3': ['#66635D', '#A5AFAB'],
  primary: ['#1C584C', '#6EBAA9'],
  'primary-hover': ['#15443B', '#91C8BA'],
  danger: ['#952D2C', '#EF8880'],
  'danger-hover': ['#762221', '#FCA7A0'],
  'on-filled': ['#FFFFFF', '#06120F'],
  link: ['#1C584C', '#6EBAA9'],
  error: ['#952D2C', '#EF8880'],
  focus: ['#2B6F62', '#91C8BA'],
  bar: ['#16241F', '#E6EBE9'],
  'bar-ink': ['#FFFFFF', '#15211D'],
  'bar-danger': ['#FFC9C4', '#952D2C'],
  'bar-line': ['rgba(255,255,255,.22)', 'rgba(21,33,29,.22)'],
  'bar-hover': ['rgba(255,255,255,.10)', 'rgba(21,33,29,.08)'],
  avatar: ['#EFEDE8', '#2A3330'],
  'avatar-ink': ['#4C4A45', '#C4CDCA'],
  'chart-1': ['#2B6F62', '#6EBAA9'],
  'chart-2': ['#8E8B85', '#77837F'],
  disabled: ['#F3F2EE', '#131A18'],
  'disabled-ink': ['#8E8B85', '#77837F'],
  scrim: ['rgba(21,33,29,.38)', 'rgba(3,6,5,.66)'],
  skeleton: ['#E8E6E0', '#26302C'],
  'brand-panel': ['#0D2E28', '#0A211D'],
  'delta-up': [colors.green[8], colors.green[2]],
  'delta-down': [colors.red[8], colors.red[2]],
  notice: [colors.primary[0], '#15221F'],
  'notice-border': [colors.primary[2], '#24413A'],
  'notice-ink': [colors.primary[8], colors.primary[2]],
  alert: [colors.red[0], '#3A2A28'],
  'alert-border': [colors.red[2], '#5A3431'],
  'alert-ink': [colors.red[8], colors.red[2]],
  'leaf-1': [colors.primary[7], colors.primary[4]],
  'leaf-2': [colors.accent[4], colors.accent[4]],
  'art-tile': [colors.primary[0], '#15221F'],
  'art-paper': ['#FFFFFF', '#15221F'],
  'art-line': [colors.primary[7], colors.primary[3]],
  'art-fill': [colors.primary[1], '#24413A'],
  'art-accent': [colors.accent[5], colors.accent[4]],
};
for (const tone of Object.keys(darkToneBackgrounds) as (keyof typeof darkToneBackgrounds)[]) {
  const shades = colors[tone];
  pairs[`${tone}-ground`] = [shades[1], darkToneBackgrounds[tone]];
  pairs[`${tone}-text`] = [shades[8], shades[2]];
  pairs[`${tone}-dot`] = [shades[6], shades[4]];
}

const toTokens = (side: 0 | 1): CssVariables =>
  Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [`--si-${name}`, pair[side]]));

export const lightTokens = toTokens(0);
export const darkTokens = toTokens(1);
