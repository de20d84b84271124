import { weightFor } from './fonts.ts';
import {
  colors,
  decorate,
  drawBrand,
  FOOT,
  LEFT,
  type Paper,
  rule,
  type Tag,
  type TextStyle,
  tagged,
  WIDTH,
  write,
} from './paper.ts';

/** @returns the height of the paragraph */
export function drawParagraph(
  paper: Paper,
  parent: Tag,
  text: string,
  at: Parameters<typeof write>[2],
  style: TextStyle,
): number {
  let height = 0;
  tagged(paper, parent, 'P', () => {
    height = write(paper, text, at, style);
  });
  return height;
}

/** Draws the foot of each page: the product, a subject, shortened if it is too long, and a text of the paper. */
export function drawFeet(
  paper: Paper,
  toText: (page: number, count: number) => string,
  { subject = '', color = colors.inkFaint as string } = {},
): void {
  const { count } = paper.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    paper.switchToPage(page);
    decorate(
      paper,
      () => {
        rule(paper, FOOT - 10);
        drawBrand(paper, LEFT, FOOT - 2);
        const text = toText(page + 1, count);
        const style = { size: 8.5, color, align: 'right' } as const;
        const at = { x: LEFT + 90, y: FOOT, width: WIDTH - 90 };
        write(paper, text, at, { ...style, weight: 'regular' });
        const width = at.width - paper.widthOfString(text) - 3;
        write(
          paper,
          subject,
          { ...at, width },
          { ...style, weight: weightFor(subject, 'regular') },
        );
      },
      'Pagination',
    );
  }
}
