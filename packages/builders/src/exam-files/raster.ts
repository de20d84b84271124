import { eachDot, LETTER_WIDTH } from './pixel-font.ts';

export type Colour = readonly [red: number, green: number, blue: number];

export const IMAGE_WIDTH = 640;
export const IMAGE_HEIGHT = 480;

export const white: Colour = [236, 240, 238];
export const dim: Colour = [150, 158, 154];
export const yellow: Colour = [236, 212, 110];

/** Red, green and blue of every dot of an image, row by row. */
export interface Raster {
  readonly data: Uint8ClampedArray;
}

export function createRaster(background: Colour): Raster {
  const data = new Uint8ClampedArray(IMAGE_WIDTH * IMAGE_HEIGHT * 3);
  for (let index = 0; index < data.length; index += 1) data[index] = background[index % 3] ?? 0;
  return { data };
}

export function setPixel({ data }: Raster, x: number, y: number, [red, green, blue]: Colour): void {
  if (x < 0 || y < 0 || x >= IMAGE_WIDTH || y >= IMAGE_HEIGHT) return;
  const at = (Math.trunc(y) * IMAGE_WIDTH + Math.trunc(x)) * 3;
  data[at] = red;
  data[at + 1] = green;
  data[at + 2] = blue;
}

export function setGrey({ data }: Raster, x: number, y: number, level: number): void {
  const at = (y * IMAGE_WIDTH + x) * 3;
  data[at] = level;
  data[at + 1] = level;
  data[at + 2] = level;
}

export interface LetterStyle {
  colour?: Colour;
  scale?: number;
  align?: 'left' | 'right';
}

/** One line; `x` is its left or its right end. */
export function drawText(
  raster: Raster,
  text: string,
  x: number,
  y: number,
  { colour = white, scale = 2, align = 'left' }: LetterStyle = {},
): void {
  const left = align === 'left' ? x : x - textWidth(text, scale);
  eachDot(text, (column, row) => {
    for (let dot = 0; dot < scale * scale; dot += 1) {
      const dx = left + column * scale + (dot % scale);
      setPixel(raster, dx, y + row * scale + Math.floor(dot / scale), colour);
    }
  });
}

export function textWidth(text: string, scale: number): number {
  return text.length * LETTER_WIDTH * scale;
}

/** A cross with which a scanner marks the end of a measure, and the dotted line between two. */
export function drawCaliper(
  raster: Raster,
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): void {
  const length = Math.hypot(toX - fromX, toY - fromY);
  for (let at = 0; at <= length; at += 7) {
    const share = at / length;
    setPixel(raster, fromX + (toX - fromX) * share, fromY + (toY - fromY) * share, yellow);
  }
  for (const [x, y] of [
    [fromX, fromY],
    [toX, toY],
  ] as const) {
    for (let arm = -5; arm <= 5; arm += 1) {
      setPixel(raster, x + arm, y, yellow);
      setPixel(raster, x, y + arm, yellow);
    }
  }
}

/** 0 up to `from`, 1 from `to` on, and a soft rise between. */
export function smoothstep(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

/** How much of a bell of this width stands at the distance. */
export function bell(distance: number, width: number): number {
  return Math.exp(-(distance * distance) / (width * width));
}
