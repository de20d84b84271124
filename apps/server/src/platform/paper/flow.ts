import { printable } from './fonts.ts';
import {
  BOTTOM,
  colors,
  LINE_GAP,
  type Paper,
  type Tag,
  type TextStyle,
  TOP,
  tagged,
} from './paper.ts';

/** Where a text of any length goes. */
interface FlowPosition {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/**
 * Writes a text as one paragraph on as many pages as it needs, in time that grows with its length alone; the library
 * measures a text again for each page.
 * @param onPart called with the y of each part that begins on a page
 * @returns where it ends
 */
export function flow(
  paper: Paper,
  parent: Tag,
  text: string,
  { x, y: from, width }: FlowPosition,
  { size, weight = 'regular', color = colors.ink }: Omit<TextStyle, 'most' | 'align'>,
  onPart: (y: number) => void,
): number {
  // Also after another page, whose font is the last one that was used.
  const choose = () => paper.font(weight).fontSize(size);
  choose();
  const height = paper.currentLineHeight(true) + LINE_GAP;
  const lines = breakLines(paper, printable(text, weight), width);
  let y = from;
  for (let at = 0; at < lines.length; ) {
    const most = Math.floor((BOTTOM - y) / height);
    if (most < 1) {
      paper.addPage();
      y = TOP;
      continue;
    }
    const part = lines.slice(at, at + most);
    onPart(y);
    tagged(paper, parent, 'P', () => {
      choose().fillColor(color);
      for (const line of part) {
        // The space tells readers of the file that the next line begins another word.
        paper.text(`${line} `, x, y, { lineBreak: false });
        y += height;
      }
    });
    at += part.length;
  }
  return y;
}

/** The lines of a text within a width, in the font that was chosen; a word that no line holds is cut. */
function breakLines(paper: Paper, text: string, width: number): string[] {
  const space = paper.widthOfString(' ');
  const widths = new Map<string, number>();
  const widthOf = (word: string) => {
    const known = widths.get(word) ?? paper.widthOfString(word);
    widths.set(word, known);
    return known;
  };
  const lines: string[] = [];
  let line: string[] = [];
  let used = 0;
  const words = text.split(' ').flatMap((word) => (widthOf(word) > width ? cut(word) : [word]));
  for (const word of words) {
    const wide = widthOf(word);
    if (line.length > 0 && used + space + wide > width) {
      lines.push(line.join(' '));
      line = [];
      used = 0;
    }
    used += (line.length > 0 ? space : 0) + wide;
    line.push(word);
  }
  if (line.length > 0) lines.push(line.join(' '));
  return lines;

  /** Pieces of a word, each as wide as a line at most. */
  function cut(word: string): string[] {
    const pieces: string[] = [];
    let piece = '';
    let wide = 0;
    for (const character of word) {
      const more = widthOf(character);
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
}
