import type PDFDocument from 'pdfkit';
import { printable, type Weight } from './fonts.ts';

export type Paper = typeof PDFDocument.prototype;
/** A tag of the PDF's structure, for screen readers. */
export type Tag = ReturnType<Paper['struct']>;

/** Points. Letter is the paper size of Mexico. */
export const LEFT = 54;
export const RIGHT = 558;
export const TOP = 54;
export const WIDTH = RIGHT - LEFT;
/** Only the footer is below. */
export const BOTTOM = 722;
export const FOOT = 744;

export const colors = {
  ink: '#15211D',
  inkSoft: '#4C4A45',
  inkFaint: '#66635D',
  hairline: '#DBD8D3',
  pine: '#1C584C',
  clay: '#E09375',
} as const;

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly align?: 'left' | 'right';
  /** Most lines; a longer text ends in an ellipsis. */
  readonly most?: number;
}

const LINE_GAP = 2;

/**
 * Writes a text within a width.
 * @returns its height
 */
export function write(
  paper: Paper,
  text: string,
  at: { readonly x: number; readonly y: number; readonly width: number },
  style: TextStyle,
): number {
  const { size, color = colors.ink, align = 'left' } = style;
  const height = measure(paper, text, at.width, style);
  paper
    .fillColor(color)
    .fontSize(size)
    .text(printable(text), at.x, at.y, {
      width: at.width,
      // As measured, with some tolerance for rounding.
      height: height + 1,
      align,
      lineGap: LINE_GAP,
      ellipsis: true,
    });
  return height;
}

/** The height of a text within a width. */
export function measure(
  paper: Paper,
  text: string,
  width: number,
  { size, weight = 'regular', most = 1 }: TextStyle,
): number {
  paper.font(weight).fontSize(size);
  const line = paper.currentLineHeight(true) + LINE_GAP;
  const whole = paper.heightOfString(printable(text), { width, lineGap: LINE_GAP });
  return Math.min(whole, line * most);
}

export function rule(
  paper: Paper,
  y: number,
  { from = LEFT, to = RIGHT, color = colors.hairline as string, thick = 0.7 } = {},
): void {
  paper.moveTo(from, y).lineTo(to, y).lineWidth(thick).strokeColor(color).stroke();
}

/** Draws tagged content; screen readers read `words`. */
export function tagged(
  paper: Paper,
  parent: Tag,
  tag: string,
  draw: () => void,
  words: { readonly alt?: string; readonly actual?: string } = {},
): void {
  parent.add(paper.struct(tag, words, draw));
}

/** Draws content that screen readers skip: lines, the footer. */
export function decorate(
  paper: Paper,
  draw: () => void,
  type: 'Layout' | 'Pagination' = 'Layout',
): void {
  paper.markContent('Artifact', { type });
  draw();
  paper.endMarkedContent();
}
