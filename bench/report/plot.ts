import { number } from '../measurements/format.ts';
import type { Bar, Plot } from '../measurements/row.ts';

const WIDTH = 760;
const LABELS = 250;
const VALUES = 150;
const ROW = 26;
const TOP = 64;
const BOTTOM = 34;
const THICK = 14;

/** Bars with their spread, and the line of the target, as an SVG that reads on light and dark. */
export function drawPlot({ title, unit, target, bars }: Plot): string {
  const longest = Math.max(target.value, ...bars.map(({ value }) => value.most)) * 1.05;
  const x = (value: number) => LABELS + (value / longest) * (WIDTH - LABELS - VALUES);
  const height = TOP + bars.length * ROW + BOTTOM;
  const end = height - BOTTOM;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="sans-serif" font-size="13">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" rx="8" fill="#fff"/>`,
    `<text x="16" y="28" font-size="16" font-weight="600" fill="#1f2933">${escaped(title)}</text>`,
    `<text x="16" y="48" fill="#52606d">${escaped(unit)}: median, with the least and the most</text>`,
    ...bars.map((bar, index) => drawBar(bar, TOP + index * ROW, x)),
    `<line x1="${at(x(target.value))}" x2="${at(x(target.value))}" y1="${TOP - 6}" y2="${end}" stroke="#c2410c" stroke-dasharray="4 3"/>`,
    `<text x="${at(x(target.value))}" y="${end + 18}" text-anchor="middle" fill="#c2410c">${escaped(target.says)}</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function drawBar({ name, value }: Bar, y: number, x: (value: number) => number): string {
  const { median, least, most } = value;
  const middle = y + ROW / 2;
  return [
    `<text x="${LABELS - 10}" y="${middle + 4}" text-anchor="end" fill="#1f2933">${escaped(name)}</text>`,
    `<rect x="${LABELS}" y="${middle - THICK / 2}" width="${at(x(median) - LABELS)}" height="${THICK}" fill="#2b6cb0"/>`,
    `<line x1="${at(x(least))}" x2="${at(x(most))}" y1="${middle}" y2="${middle}" stroke="#1a202c"/>`,
    `<text x="${at(x(most) + 8)}" y="${middle + 4}" fill="#1f2933">${escaped(number(median))}</text>`,
  ].join('\n');
}

const at = (place: number) => Number(place.toFixed(1));

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
