import { describe, expect, test } from 'vitest';
import { darkTokens, lightTokens } from './tokens.ts';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

type Pair = readonly [ink: string, ground: string];

const TONES = ['neutral', 'primary', 'blue', 'plum', 'amber', 'green', 'orange', 'red'];

/** Text needs 4.5 to 1, graphics 3 to 1 (WCAG 2.2). */
const TEXT: Pair[] = [
  ...['ground', 'surface', 'raised', 'menu', 'inset', 'row-hover', 'row-selected'].flatMap(
    (ground): Pair[] => [
      ['ink', ground],
      ['ink-2', ground],
      ['ink-3', ground],
    ],
  ),
  ...TONES.map((tone): Pair => [`${tone}-text`, `${tone}-ground`]),
  ['on-filled', 'primary'],
  ['on-filled', 'primary-hover'],
  ['on-filled', 'danger'],
  ['on-filled', 'danger-hover'],
  ['link', 'ground'],
  ['link', 'surface'],
  ['link', 'raised'],
  ['error', 'surface'],
  ['error', 'raised'],
  ['bar-ink', 'bar'],
  ['bar-danger', 'bar'],
  ['avatar-ink', 'avatar'],
  ['notice-ink', 'notice'],
  ['alert-ink', 'alert'],
];

const DRAWN: Pair[] = [
  ['control-border', 'surface'],
  ['control-border', 'ground'],
  ['focus', 'surface'],
  ['focus', 'ground'],
  ['chart-1', 'surface'],
  ['chart-2', 'surface'],
  ...TONES.map((tone): Pair => [`${tone}-dot`, `${tone}-ground`]),
];

describe.each([
  ['light', lightTokens],
  ['dark', darkTokens],
])('%s', (_scheme, tokens) => {
  function ratio([ink, ground]: Pair): number {
    return contrast(tokens[`--si-${ink}`] ?? '', tokens[`--si-${ground}`] ?? '');
  }

  test.each(TEXT)('%s is readable on %s', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(DRAWN)('%s is visible on %s', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(3);
  });
});

test('the light and the dark scheme have equal tokens', () => {
  expect(Object.keys(darkTokens).sort()).toEqual(Object.keys(lightTokens).sort());
});
