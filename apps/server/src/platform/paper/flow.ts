import { printable } from './fonts.ts';
import { BOTTOM, colors, type Paper, type Tag, type TextStyle, TOP } from './paper.ts';

/** Position of the next part of a paper with several pages. */
export interface Cursor {
  readonly paper: Paper;
  y: number;
}

/** Top of the second and later pages, beneath the short header. */
const LATER_TOP = TOP + 18;
/** Height in points of a page between its short header and its footer. */
export const PAGE_HEIGHT = BOTTOM - LATER_TOP;

export function startPage(cursor: Cursor): void {
  cursor.paper.addPage();
  cursor.y = LATER_TOP;
}

/** Starts a new page if a part of this height does not fit. */
export function keepTogether(cursor: Cursor, height: number): void {
  if (cursor.y + height > BOTTOM && cursor.y > LATER_TOP) startPage(cursor);
}

/** A superscript after a text. */
export interface Mark {
  readonly sign: string;
  /** Text for screen readers. */
  readonly meaning: string;
}
export interface Piece {
  readonly text: string;
  readonly mark?: Mark | undefined;
}
type Style = Pick<TextStyle, 'size' | 'weight' | 'color'>;

const MARK_SIZE = 6.5;
/** Line height as a multiple of the font size. */
const LEADING = 1.5;
/** Spaces without a line break: between a number and its sign or unit, 'OMS' and its year, 'Dr.' and a name. */
const BOUND_SPACES =
  /(?<=(?:^|[\s(])(?:[<>≤≥±×]|OMS)) (?=\d)|(?<=(?:^|[\s(])Dra?\.) (?=\p{L})|(?<=(?:^|[\s(<>≤≥])\d[\d.,]*) (?=[\p{L}%×])/gu;

/** Replaces spaces between words that stay together by no-break spaces. */
export const bind = (text: string) => text.replaceAll(BOUND_SPACES, '\u00a0');

type Line = readonly Piece[];

export const linesHeight = (lines: readonly Line[], size: number) => lines.length * size * LEADING;

/** The lines of a paragraph. A word wider than a line is divided. */
export function breakLines(
  paper: Paper,
  pieces: readonly Piece[],
  width: number,
  { size, weight = 'regular' }: Style,
): Line[] {
  const measureWidth = (text: string) => paper.font(weight).fontSize(size).widthOfString(text);
  const words = pieces.flatMap(({ text, mark }) => {
    const bound = bind(printable(text, weight)).split(' ');
    const plain = bound.map((word) => word.replaceAll('\u00a0', ' '));
    const parts = plain.flatMap((word) =>
      measureWidth(word) > width ? divide(word, width, measureWidth) : [word],
    );
    return parts.map(
      (part, at): Piece => (at === parts.length - 1 ? { text: part, mark } : { text: part }),
    );
  });
  const lines: Piece[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const word of words) {
    const wordWidth = measureWidth(word.text) + markWidth(paper, word.mark);
    const space = measureWidth(' ');
    if (used + space + wordWidth > width) {
      lines.push([word]);
      used = wordWidth;
    } else {
      lines.at(-1)?.push(word);
      used += space + wordWidth;
    }
  }
  return lines;
}

const markWidth = (paper: Paper, mark: Mark | undefined) =>
  mark === undefined ? 0 : 1 + paper.font('medium').fontSize(MARK_SIZE).widthOfString(mark.sign);

/** Parts of a word, each at most as wide as a line. */
function divide(word: string, width: number, measureWidth: (text: string) => number): string[] {
  const parts: string[] = [];
  let part = '';
  let partWidth = 0;
  for (const character of word) {
    const characterWidth = measureWidth(character);
    if (partWidth + characterWidth > width) {
      parts.push(part);
      part = '';
      partWidth = 0;
    }
    part += character;
    partWidth += characterWidth;
  }
  return [...parts, part];
}

/** Maximum lines of a paragraph that is not broken between pages. */
export const UNBROKEN_LINES = 14;

/** Draws the lines of a paragraph. A page break leaves at least two lines on each page. */
export function flow(
  cursor: Cursor,
  parent: Tag,
  lines: readonly Line[],
  x: number,
  { size, weight = 'regular', color = colors.ink }: Style,
): void {
  const height = size * LEADING;
  keepTogether(cursor, linesHeight(lines.slice(0, UNBROKEN_LINES), size));
  for (let at = 0; at < lines.length; ) {
    const remaining = lines.length - at;
    const fitting = Math.floor((BOTTOM - cursor.y) / height);
    if (fitting < Math.min(2, remaining)) {
      startPage(cursor);
      continue;
    }
    const part = lines.slice(at, at + (remaining - fitting === 1 ? fitting - 1 : fitting));
    const paragraph = cursor.paper.struct('P');
    parent.add(paragraph);
    for (const line of part) {
      drawLine(cursor.paper, paragraph, line, { x, y: cursor.y }, { size, weight, color });
      cursor.y += height;
    }
    paragraph.end();
    at += part.length;
  }
}

function drawLine(
  paper: Paper,
  paragraph: Tag,
  line: Line,
  at: { readonly x: number; readonly y: number },
  { size, weight = 'regular', color = colors.ink }: Style,
): void {
  let { x } = at;
  // The trailing space separates the words for screen readers and text extraction.
  let words = '';
  const drawWords = () => {
    paper.font(weight).fontSize(size);
    const [text, from] = [words, x];
    paragraph.add(() => paper.fillColor(color).text(text, from, at.y, { lineBreak: false }));
    x += paper.widthOfString(words.trimEnd());
    words = '';
  };
  for (const [index, { text, mark }] of line.entries()) {
    words += index === 0 ? text : ` ${text}`;
    if (mark === undefined) continue;
    words += ' ';
    drawWords();
    const draw = () =>
      paper
        .font('medium')
        .fontSize(MARK_SIZE)
        .fillColor(colors.inkFaint)
        .text(mark.sign, x + 0.5, at.y - 0.5, { lineBreak: false });
    paragraph.add(paper.struct('Span', { expanded: mark.meaning }, draw));
    x += markWidth(paper, mark);
  }
  words += ' ';
  drawWords();
}
