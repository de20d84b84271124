import { printable } from './fonts.ts';
import { BOTTOM, colors, type Paper, type Tag, type TextStyle, TOP } from './paper.ts';

/** Position of the next part of a paper with several pages. */
export interface Cursor {
  readonly paper: Paper;
  y: number;
}

/** Top of the second and later pages, beneath the short head. */
export const LATER_TOP = TOP + 18;
/** Height in points of a page between its short head and its foot. */
export const PAGE_HEIGHT = BOTTOM - LATER_TOP;

export function turnPage(cursor: Cursor): void {
  cursor.paper.addPage();
  cursor.y = LATER_TOP;
}

/** Starts a new page if a part of this height does not fit. */
export function keepTogether(cursor: Cursor, height: number): void {
  if (cursor.y + height > BOTTOM && cursor.y > LATER_TOP) turnPage(cursor);
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
/** A figure with its unit, and an edition with its year, stay together. */
const BOUND =
  /(?<=(?:^|[\s(])(?:[<>≤≥±]|OMS)) (?=\d)|(?<=(?:^|[\s(])Dra?\.) (?=\p{L})|(?<=(?:^|[\s(<>≤≥])\d[\d.,]*) (?=[\p{L}%×])/gu;

/** Joins a number and its unit with no-break spaces. */
export const bind = (text: string) => text.replaceAll(BOUND, '\u00a0');

type Line = readonly Piece[];

export const heightOfLines = (lines: readonly Line[], size: number) =>
  lines.length * size * LEADING;

/** The lines of a paragraph within a width; a word longer than a line is cut. */
export function breakLines(
  paper: Paper,
  pieces: readonly Piece[],
  width: number,
  { size, weight = 'regular' }: Style,
): Line[] {
  const measureWidth = measurer(paper, { size, weight });
  const words = pieces.flatMap(({ text, mark }) => {
    const bound = bind(printable(text, weight)).split(' ');
    const plain = bound.map((word) => word.replaceAll('\u00a0', ' '));
    const pieces = plain.flatMap((word) =>
      measureWidth(word) > width ? cut(word, width, measureWidth) : [word],
    );
    return pieces.map(
      (word, at): Piece => (at === pieces.length - 1 ? { text: word, mark } : { text: word }),
    );
  });
  const lines: Piece[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const word of words) {
    const wide = measureWidth(word.text) + widthOfMark(paper, word.mark);
    const space = measureWidth(' ');
    if (used + space + wide > width) {
      lines.push([word]);
      used = wide;
    } else {
      lines.at(-1)?.push(word);
      used += space + wide;
    }
  }
  return lines;
}

/** Caches the measured width of each word. */
function measurer(paper: Paper, { size, weight = 'regular' }: Style): (word: string) => number {
  const widths = new Map<string, number>();
  return (word) => {
    const known = widths.get(word) ?? paper.font(weight).fontSize(size).widthOfString(word);
    widths.set(word, known);
    return known;
  };
}

const widthOfMark = (paper: Paper, mark: Mark | undefined) =>
  mark === undefined ? 0 : 1 + paper.font('medium').fontSize(MARK_SIZE).widthOfString(mark.sign);

/** Pieces of a word, each at most as wide as a line. */
function cut(word: string, width: number, measureWidth: (text: string) => number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let wide = 0;
  for (const character of word) {
    const more = measureWidth(character);
    if (wide + more > width) {
      pieces.push(piece);
      piece = '';
      wide = 0;
    }
    piece += character;
    wide += more;
  }
  return [...pieces, piece];
}

/** Lines that stay together: a longer paragraph fills the page and breaks, with at least two lines on each. */
export const KEPT_LINES = 14;

/** Draws the lines of a paragraph. */
export function flow(
  cursor: Cursor,
  parent: Tag,
  lines: readonly Line[],
  x: number,
  { size, weight = 'regular', color = colors.ink }: Style,
): void {
  const height = size * LEADING;
  keepTogether(cursor, heightOfLines(lines.slice(0, KEPT_LINES), size));
  for (let at = 0; at < lines.length; ) {
    const left = lines.length - at;
    const most = Math.floor((BOTTOM - cursor.y) / height);
    if (most < Math.min(2, left)) {
      turnPage(cursor);
      continue;
    }
    const part = lines.slice(at, at + (left - most === 1 ? most - 1 : most));
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
  const say = () => {
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
    say();
    const draw = () =>
      paper
        .font('medium')
        .fontSize(MARK_SIZE)
        .fillColor(colors.inkFaint)
        .text(mark.sign, x + 0.5, at.y - 0.5, { lineBreak: false });
    paragraph.add(paper.struct('Span', { expanded: mark.meaning }, draw));
    x += widthOfMark(paper, mark);
  }
  words += ' ';
  say();
}
