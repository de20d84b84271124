import { colors } from './colors.ts';

/** Colour of a status; `neutral` for things without one. */
export type Tone = 'neutral' | 'primary' | 'blue' | 'plum' | 'amber' | 'green' | 'orange' | 'red';

type CssVariables = Record<`--${string}`, string>;

/** Ground, text and dot of each tone; dark grounds are shade 5 at 18 % over the dark surface. */
const darkToneGrounds: Record<Exclude<Tone, 'neutral'>, string> = {
  primary: '#20322E',
  blue: '#22333B',
  plum: '#322E37',
  amber: '#333020',
  green: '#22362A',
  orange: '#372E22',
  red: '#3A2A28',
};

function toneTokens(tone: string, ground: string, text: string, dot: string): CssVariables {
  return {
    [`--si-${tone}-ground`]: ground,
    [`--si-${tone}-text`]: text,
    [`--si-${tone}-dot`]: dot,
  };
}

function lightTones(): CssVariables {
  const tones = toneTokens('neutral', '#F3F2EE', '#4C4A45', '#8E8B85');
  for (const tone of Object.keys(darkToneGrounds) as (keyof typeof darkToneGrounds)[]) {
    const tuple = colors[tone];
    Object.assign(tones, toneTokens(tone, tuple[1], tuple[8], tuple[6]));
  }
  return tones;
}

function darkTones(): CssVariables {
  const tones = toneTokens('neutral', '#242C29', '#C4CDCA', '#A5AFAB');
  for (const tone of Object.keys(darkToneGrounds) as (keyof typeof darkToneGrounds)[]) {
    const tuple = colors[tone];
    Object.assign(tones, toneTokens(tone, darkToneGrounds[tone], tuple[2], tuple[4]));
  }
  return tones;
}

/** Same in both schemes. */
export const sharedTokens: CssVariables = {
  // Logos are drawn for paper, also in the dark.
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

export const lightTokens: CssVariables = {
  ...lightTones(),
  '--si-ground': '#FAF8F5',
  '--si-surface': '#FFFFFF',
  '--si-raised': '#FFFFFF',
  '--si-menu': '#F5F3EF',
  '--si-inset': '#F3F2EE',
  '--si-sunken': '#F3F2EE',
  '--si-row-hover': '#FAF9F7',
  '--si-row-selected': '#F1F7F5',
  '--si-hairline': '#E8E6E0',
  '--si-hairline-strong': '#DBD8D3',
  '--si-control-border': '#8E8B85',
  '--si-ink': '#15211D',
  '--si-ink-2': '#4C4A45',
  '--si-ink-3': '#66635D',
  '--si-primary': '#1C584C',
  '--si-primary-hover': '#15443B',
  '--si-danger': '#952D2C',
  '--si-danger-hover': '#762221',
  '--si-on-filled': '#FFFFFF',
  '--si-link': '#1C584C',
  '--si-error': '#952D2C',
  '--si-focus': '#2B6F62',
  '--si-bar': '#16241F',
  '--si-bar-ink': '#FFFFFF',
  '--si-bar-danger': '#FFC9C4',
  '--si-bar-line': 'rgba(255,255,255,.22)',
  '--si-bar-hover': 'rgba(255,255,255,.10)',
  '--si-avatar': '#EFEDE8',
  '--si-avatar-ink': '#4C4A45',
  '--si-chart-1': '#2B6F62',
  '--si-chart-2': '#8E8B85',
  '--si-disabled': '#F3F2EE',
  '--si-disabled-ink': '#8E8B85',
  '--si-scrim': 'rgba(21,33,29,.38)',
  '--si-skeleton': '#E8E6E0',
  '--si-brand-panel': '#0D2E28',
  '--si-delta-up': colors.green[8],
  '--si-delta-down': colors.red[8],
  '--si-notice': colors.primary[0],
  '--si-notice-border': colors.primary[2],
  '--si-notice-ink': colors.primary[8],
  '--si-alert': colors.red[0],
  '--si-alert-border': colors.red[2],
  '--si-alert-ink': colors.red[8],
  '--si-leaf-1': colors.primary[7],
  '--si-leaf-2': colors.accent[4],
  '--si-art-tile': colors.primary[0],
  '--si-art-paper': '#FFFFFF',
  '--si-art-line': colors.primary[7],
  '--si-art-fill': colors.primary[1],
  '--si-art-accent': colors.accent[5],
};

export const darkTokens: CssVariables = {
  ...darkTones(),
  '--si-ground': '#0E1412',
  '--si-surface': '#181F1D',
  '--si-raised': '#1F2725',
  '--si-menu': '#0B100F',
  '--si-inset': '#202826',
  '--si-sunken': '#131A18',
  '--si-row-hover': '#1C2421',
  '--si-row-selected': '#1A2A26',
  '--si-hairline': '#27302D',
  '--si-hairline-strong': '#3A4541',
  '--si-control-border': '#77837F',
  '--si-ink': '#E6EBE9',
  '--si-ink-2': '#C4CDCA',
  '--si-ink-3': '#A5AFAB',
  '--si-primary': '#6EBAA9',
  '--si-primary-hover': '#91C8BA',
  '--si-danger': '#EF8880',
  '--si-danger-hover': '#FCA7A0',
  '--si-on-filled': '#06120F',
  '--si-link': '#6EBAA9',
  '--si-error': '#EF8880',
  '--si-focus': '#91C8BA',
  '--si-bar': '#E6EBE9',
  '--si-bar-ink': '#15211D',
  '--si-bar-danger': '#952D2C',
  '--si-bar-line': 'rgba(21,33,29,.22)',
  '--si-bar-hover': 'rgba(21,33,29,.08)',
  '--si-avatar': '#2A3330',
  '--si-avatar-ink': '#C4CDCA',
  '--si-chart-1': '#6EBAA9',
  '--si-chart-2': '#77837F',
  '--si-disabled': '#131A18',
  '--si-disabled-ink': '#77837F',
  '--si-scrim': 'rgba(3,6,5,.66)',
  '--si-skeleton': '#26302C',
  '--si-brand-panel': '#0A211D',
  '--si-delta-up': colors.green[2],
  '--si-delta-down': colors.red[2],
  '--si-notice': '#15221F',
  '--si-notice-border': '#24413A',
  '--si-notice-ink': colors.primary[2],
  '--si-alert': '#3A2A28',
  '--si-alert-border': '#5A3431',
  '--si-alert-ink': colors.red[2],
  '--si-leaf-1': colors.primary[4],
  '--si-leaf-2': colors.accent[4],
  '--si-art-tile': '#15221F',
  '--si-art-paper': '#15221F',
  '--si-art-line': colors.primary[3],
  '--si-art-fill': '#24413A',
  '--si-art-accent': colors.accent[4],
};
